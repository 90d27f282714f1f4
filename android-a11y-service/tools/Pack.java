import com.jcraft.jzlib.Deflater;
import com.jcraft.jzlib.JZlib;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Packs a folder as a zip whose bytes follow from the files alone: names in order, one constant time, no attributes.
 * The deflate is written in Java, because system libraries deflate differently. Usage: `java -cp JZLIB Pack.java OUT
 * FOLDER`.
 *
 * <p>resources.arsc is stored at a multiple of 4: Android 11 and later install nothing else.
 */
final class Pack {
  private static final int DOS_DATE_1980 = 0x21;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private int count;

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).collect(Collectors.toList());
    }
    List<String> names = files.stream().map(file -> name(folder, file)).sorted().collect(Collectors.toList());
    Pack pack = new Pack();
    for (String name : names) pack.add(name, Files.readAllBytes(folder.resolve(name)));
    Files.write(Path.of(args[0]), pack.end());
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private void add(String name, byte[] content) {
    boolean isStored = name.equals("resources.arsc");
    byte[] data = isStored ? content : deflate(content);
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    int padding = isStored ? -(out.size() + 30 + path.length) & 3 : 0;
    ByteBuffer common = little(24);
    common.putShort((short) 20).putShort((short) 0).putShort((short) (isStored ? STORED : DEFLATED));
    common.putShort((short) 0).putShort((short) DOS_DATE_1980).putInt(crc(content));
    common.putInt(data.length).putInt(content.length).putShort((short) path.length);
    int offset = out.size();

    ByteBuffer local = little(30 + path.length + padding);
    local.putInt(0x04034b50).put(common.array(), 0, 24).putShort((short) padding).put(path);
    out.writeBytes(local.array());
    out.writeBytes(data);

    ByteBuffer entry = little(46 + path.length);
    entry.putInt(0x02014b50).putShort((short) 20).put(common.array(), 0, 24);
    entry.putShort((short) 0).putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(0);
    entry.putInt(offset).put(path);
    directory.writeBytes(entry.array());
    count++;
  }

  private byte[] end() {
    ByteBuffer end = little(22);
    end.putInt(0x06054b50).putInt(0).putShort((short) count).putShort((short) count);
    end.putInt(directory.size()).putInt(out.size()).putShort((short) 0);
    out.writeBytes(directory.toByteArray());
    out.writeBytes(end.array());
    return out.toByteArray();
  }

  private static byte[] deflate(byte[] content) {
    try {
      Deflater deflater = new Deflater(JZlib.Z_BEST_COMPRESSION, true);
      byte[] data = new byte[content.length + content.length / 100 + 64];
      deflater.setInput(content);
      deflater.setOutput(data);
      if (deflater.deflate(JZlib.Z_FINISH) != JZlib.Z_STREAM_END) throw new IllegalStateException("deflate did not end");
      return Arrays.copyOf(data, (int) deflater.getTotalOut());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int crc(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    return (int) crc.getValue();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
