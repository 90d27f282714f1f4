import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Finds calls of framework members that an Android version does not have yet. Only a class whose name ends in ApiN (or
 * a later level) may use what came with API N, and only a class that checks SDK_INT may use that class.
 *
 * <pre>
 * ApiLevels.java check TABLE CLASSES…               fails where a member is too new for its class, or not in the table
 * ApiLevels.java learn TABLE CLASSES… -- 24=JAR…    writes the table, from the framework of each of these versions
 * </pre>
 *
 * The table has a line for each member in use: its level, and the member. Two kinds of lines are written by hand:
 * "reflected" (a member that is used by its name) and "constant" (a number that the core has). `learn` keeps them, and
 * fails where a framework contradicts one.
 */
final class ApiLevels {
  private static final int OLDEST = 24;
  private static final Pattern LEVEL = Pattern.compile("Api(\\d\\d)(\\$.*)?$");
  /** Came to Android after API 24, or must not be used: what talks to a network, and what dx cannot translate. */
  private static final Pattern FORBIDDEN =
      Pattern.compile("java/(time|nio/file|nio/channels/AsynchronousS|lang/invoke|net|rmi)/.*|java/util/Base64.*|javax/net/.*|android/net/(http|wifi|Network|Connectivity).*|java/lang/(ProcessBuilder|StackWalker)");

  private final Map<String, ClassFile> own = new TreeMap<>();

  public static void main(String[] args) throws IOException {
    List<String> words = List.of(args);
    int end = words.contains("--") ? words.indexOf("--") : words.size();
    ApiLevels levels = new ApiLevels();
    for (String folder : words.subList(2, end)) levels.load(Path.of(folder));
    Path table = Path.of(words.get(1));
    List<String> problems =
        words.get(0).equals("check")
            ? levels.check(read(table))
            : levels.learn(table, words.subList(end + 1, words.size()));
    for (String problem : problems) System.err.println(problem);
    if (!problems.isEmpty()) System.exit(1);
  }

  private void load(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(path -> path.toString().endsWith(".class")).collect(Collectors.toList())) {
        ClassFile parsed = new ClassFile(Files.readAllBytes(file));
        own.put(parsed.name, parsed);
      }
    }
  }

  private static Map<String, Integer> read(Path table) throws IOException {
    Map<String, Integer> levels = new TreeMap<>();
    for (String line : Files.readAllLines(table)) {
      if (!Character.isDigit(line.charAt(0))) continue;
      String[] cells = line.split("\t");
      levels.put(cells[1], Integer.parseInt(cells[0]));
    }
    return levels;
  }

  private List<String> check(Map<String, Integer> known) {
    List<String> problems = new ArrayList<>();
    Set<String> used = new TreeSet<>();
    for (ClassFile user : own.values()) {
      for (String reference : user.references) {
        String owner = owner(reference);
        if (FORBIDDEN.matcher(owner).matches()) problems.add(user.name + " uses " + reference);
        int callee = own.containsKey(owner) ? level(owner) : OLDEST;
        boolean isGuarded = level(user.name) >= callee || own.get(outer(user.name)).asksForSdk;
        if (!isGuarded) problems.add(user.name + " uses " + owner + " and never asks for SDK_INT");
        String member = inFramework(reference);
        if (member == null) continue;
        used.add(member);
        Integer since = known.get(member);
        if (since == null) problems.add(member + " is not in the table: run `tools/learn-api-levels.sh`");
        else if (since > level(user.name)) problems.add(user.name + " uses " + member + ", which came with API " + since);
      }
    }
    for (String member : known.keySet()) if (!used.contains(member)) problems.add(member + " is in the table and not used");
    return problems;
  }

  private List<String> learn(Path table, List<String> frameworks) throws IOException {
    Map<Integer, Framework> byLevel = new TreeMap<>();
    for (String word : frameworks) {
      byLevel.put(Integer.parseInt(word.substring(0, 2)), new Framework(word.substring(3)));
    }
    List<String> problems = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(table)) {
      if (Character.isDigit(line.charAt(0))) continue;
      lines.add(line);
      if (!line.startsWith("#")) problems.addAll(byHand(line.split("\t"), byLevel));
    }
    Set<String> members = new TreeSet<>();
    for (ClassFile user : own.values()) {
      for (String reference : user.references) {
        String member = inFramework(reference);
        if (member != null) members.add(member);
      }
    }
    for (String member : members) {
      int since = 0;
      List<Integer> descending = new ArrayList<>(byLevel.keySet());
      Collections.reverse(descending);
      for (int level : descending) {
        if (!byLevel.get(level).has(member)) break;
        since = level;
      }
      if (since == 0) problems.add(member + " is in no version, or not in the newest");
      lines.add(since + "\t" + member);
    }
    Files.write(table, lines);
    return problems;
  }

  /** Problems of a line that was written by hand. Its cells: kind, first version, last version, member, value. */
  private static List<String> byHand(String[] cells, Map<Integer, Framework> byLevel) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<Integer, Framework> framework : byLevel.entrySet()) {
      int level = framework.getKey();
      if (level < Integer.parseInt(cells[1]) || level > Integer.parseInt(cells[2])) continue;
      boolean isConstant = cells[0].equals("constant");
      boolean isThere = framework.getValue().has(isConstant ? cells[3] + ":I" : cells[3]);
      if (!isThere) problems.add(cells[3] + " is not in API " + level);
      else if (isConstant && !framework.getValue().isValue(cells[3], Integer.valueOf(cells[4]))) {
        problems.add(cells[3] + " is not " + cells[4] + " in API " + level);
      }
    }
    return problems;
  }

  /** The framework's member that a call on one of our own classes goes to, through inheritance; null where none is. */
  private String inFramework(String reference) {
    String owner = owner(reference);
    String rest = reference.substring(owner.length());
    while (own.containsKey(owner)) {
      ClassFile declaring = own.get(owner);
      if (rest.isEmpty() || declaring.members.contains(rest.substring(1))) return null;
      if (rest.startsWith(".<init>")) return null;
      owner = declaring.parent;
    }
    return owner.startsWith("android/") || owner.startsWith("dalvik/") ? owner + rest : null;
  }

  private static String owner(String reference) {
    int dot = reference.indexOf('.');
    return dot < 0 ? reference : reference.substring(0, dot);
  }

  private static String outer(String name) {
    int dollar = name.indexOf('$');
    return dollar < 0 ? name : name.substring(0, dollar);
  }

  private static int level(String name) {
    Matcher matcher = LEVEL.matcher(name);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : OLDEST;
  }

  /** The classes of one Android version. */
  private static final class Framework {
    private final ZipFile jar;
    private final Map<String, ClassFile> classes = new TreeMap<>();

    Framework(String path) throws IOException {
      jar = new ZipFile(path);
    }

    boolean has(String reference) throws IOException {
      String owner = owner(reference);
      ClassFile found = find(owner);
      if (found == null) return false;
      return reference.equals(owner) || has(found, reference.substring(owner.length() + 1));
    }

    boolean isValue(String constant, Integer value) throws IOException {
      String owner = owner(constant);
      return value.equals(find(owner).constants.get(constant.substring(owner.length() + 1)));
    }

    private boolean has(ClassFile at, String member) throws IOException {
      if (at.members.contains(member)) return true;
      List<String> parents = new ArrayList<>(at.interfaces);
      if (at.parent != null) parents.add(at.parent);
      for (String parent : parents) {
        ClassFile next = find(parent);
        if (next != null && has(next, member)) return true;
        // These jars have nothing of java.*: what the framework inherits from there is as old as Java 8.
        if (next == null && parent.startsWith("java/") && !parent.equals("java/lang/Object")) return true;
      }
      return "java/lang/Object".equals(at.parent) && member.startsWith("toString:");
    }

    private ClassFile find(String name) throws IOException {
      if (classes.containsKey(name)) return classes.get(name);
      var entry = jar.getEntry(name + ".class");
      ClassFile parsed = entry == null ? null : new ClassFile(jar.getInputStream(entry).readAllBytes());
      classes.put(name, parsed);
      return parsed;
    }
  }

  /** What is read of a class file (JVM specification 4): its parents, its members, and what it refers to. */
  private static final class ClassFile {
    final String name;
    final String parent;
    final List<String> interfaces = new ArrayList<>();
    /** "name:descriptor". */
    final Set<String> members = new TreeSet<>();
    /** Constants by their names. */
    final Map<String, Object> constants = new TreeMap<>();
    /** "class", or "class.name:descriptor". */
    final Set<String> references = new TreeSet<>();
    boolean asksForSdk;

    private final Object[] pool;

    ClassFile(byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      in.readInt();
      in.readInt();
      pool = new Object[in.readUnsignedShort()];
      readPool(in);
      in.readUnsignedShort();
      name = className(in.readUnsignedShort());
      int parentPlace = in.readUnsignedShort();
      parent = parentPlace == 0 ? null : className(parentPlace);
      for (int left = in.readUnsignedShort(); left > 0; left--) interfaces.add(className(in.readUnsignedShort()));
      readMembers(in);
      readMembers(in);
      for (Object entry : pool) refer(entry);
    }

    private void readPool(DataInputStream in) throws IOException {
      for (int i = 1; i < pool.length; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> pool[i] = in.readUTF();
          case 3 -> pool[i] = in.readInt();
          case 4 -> in.skipBytes(4);
          case 5, 6 -> {
            in.skipBytes(8);
            i++;
          }
          case 7, 8, 16, 19, 20 -> pool[i] = new int[] {tag, in.readUnsignedShort()};
          case 9, 10, 11, 12, 17, 18 -> pool[i] = new int[] {tag, in.readUnsignedShort(), in.readUnsignedShort()};
          case 15 -> in.skipBytes(3);
          default -> throw new IOException("a constant of kind " + tag);
        }
      }
    }

    private void readMembers(DataInputStream in) throws IOException {
      for (int left = in.readUnsignedShort(); left > 0; left--) {
        in.readUnsignedShort();
        String member = (String) pool[in.readUnsignedShort()];
        members.add(member + ":" + pool[in.readUnsignedShort()]);
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
          boolean isValue = pool[in.readUnsignedShort()].equals("ConstantValue");
          int length = in.readInt();
          if (isValue) constants.put(member, pool[in.readUnsignedShort()]);
          else in.skipBytes(length);
        }
      }
    }

    private void refer(Object entry) {
      if (!(entry instanceof int[] cells)) return;
      if (cells[0] == 7 && !((String) pool[cells[1]]).startsWith("[")) references.add((String) pool[cells[1]]);
      if (cells[0] < 9 || cells[0] > 11) return;
      int[] nameAndType = (int[]) pool[cells[2]];
      String owner = className(cells[1]);
      if (owner.startsWith("[")) return;
      String member = pool[nameAndType[1]] + ":" + pool[nameAndType[2]];
      references.add(owner + "." + member);
      if (owner.equals("android/os/Build$VERSION")) asksForSdk = true;
    }

    private String className(int place) {
      return (String) pool[((int[]) pool[place])[1]];
    }
  }
}
