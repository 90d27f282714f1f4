import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.functions.Function2;
import kotlin.jvm.functions.Function3;
import maestro.DeviceInfo;
import maestro.Driver;
import maestro.KeyCode;
import maestro.Maestro;
import maestro.Point;
import maestro.SwipeDirection;
import maestro.TreeNode;
import maestro.device.Platform;
import maestro.orchestra.MaestroCommand;
import maestro.orchestra.Orchestra;
import maestro.orchestra.util.Env;
import maestro.orchestra.yaml.YamlCommandReader;
import okio.BufferedSink;
import okio.Okio;
import okio.Sink;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Maestro's own Orchestra over plain adb. Each line of standard input is a question: the port of an adb server, a
 * serial, how long elements are looked for in ms, and a flow, separated by tabs. Each answer is a line that begins with
 * `@@` and a tab: `ok`, or `no`, the place of the step that failed among those of the flow, from 0, and why; then the
 * time in ms.
 */
public class FlowRunner {
    private final String port;
    private final String serial;
    private final long lookupMs;

    private FlowRunner(String[] args) {
        port = args[0];
        serial = args[1];
        lookupMs = Long.parseLong(args[2]);
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split("\t");
            long began = System.nanoTime();
            String answer = new FlowRunner(parts).run(Path.of(parts[3]));
            System.out.println("@@\t" + answer + "\t" + (System.nanoTime() - began) / 1_000_000);
        }
        System.exit(0);
    }

    private String run(Path file) throws Exception {
        List<MaestroCommand> commands = YamlCommandReader.INSTANCE.readCommands(file);
        int head = 0;
        while (head < commands.size() && commands.get(head).getApplyConfigurationCommand() != null) head++;
        List<MaestroCommand> withEnv = Env.INSTANCE.withEnv(commands, Map.of());
        int more = withEnv.size() - commands.size() + head;
        String[] failed = {null};
        Deque<Integer> places = new ArrayDeque<>();
        Function2<Integer, MaestroCommand, Unit> begin = (index, command) -> {
            places.push(index);
            return Unit.INSTANCE;
        };
        Function2<Integer, MaestroCommand, Unit> end = (index, command) -> {
            if (!places.isEmpty()) places.pop();
            return Unit.INSTANCE;
        };
        Function3<Integer, MaestroCommand, Throwable, Orchestra.ErrorResolution> fail = (index, command, error) -> {
            if (!places.isEmpty()) places.pop();
            if (places.isEmpty() && failed[0] == null) failed[0] = (index - more) + "\t" + oneLine(error);
            return Orchestra.ErrorResolution.FAIL;
        };
        Driver driver = (Driver) Proxy.newProxyInstance(
            Driver.class.getClassLoader(),
            new Class<?>[] {Driver.class},
            (proxy, method, given) -> drive(method.getName(), given));
        Orchestra orchestra = orchestra(new Maestro(driver), begin, end, fail);
        try {
            Object result = kotlinx.coroutines.BuildersKt.runBlocking(
                EmptyCoroutineContext.INSTANCE, (scope, continuation) -> orchestra.runFlow(withEnv, continuation));
            boolean isOk = ((Orchestra.FlowResult) result).getSuccess();
            return isOk ? "ok" : "no\t" + (failed[0] == null ? "?\t" : failed[0]);
        } catch (Throwable error) {
            return "no\t" + (failed[0] == null ? "?\t" + oneLine(error) : failed[0]);
        }
    }

    /** With Maestro's defaults for all that is not given here. */
    private Orchestra orchestra(Maestro maestro, Object begin, Object end, Object fail) throws Exception {
        Constructor<?> constructor = Arrays.stream(Orchestra.class.getConstructors())
            .filter((one) -> lastOf(one.getParameterTypes()).getSimpleName().equals("DefaultConstructorMarker"))
            .findFirst().orElseThrow();
        Class<?>[] types = constructor.getParameterTypes();
        Object[] values = new Object[types.length];
        Map<Integer, Object> given = new HashMap<>(Map.of(0, maestro, 4, lookupMs, 5, Math.min(lookupMs, 7_000)));
        given.putAll(Map.of(9, begin, 10, end, 11, fail, 12, end, 13, end));
        int mask = 0;
        for (int at = 0; at < types.length - 2; at++) {
            if (given.containsKey(at)) values[at] = given.get(at);
            else {
                mask |= 1 << at;
                values[at] = types[at] == boolean.class ? Boolean.FALSE : types[at] == long.class ? (Object) 0L : null;
            }
        }
        values[types.length - 2] = mask;
        return (Orchestra) constructor.newInstance(values);
    }

    private static Class<?> lastOf(Class<?>[] types) {
        return types[types.length - 1];
    }

    private static String oneLine(Throwable error) {
        return String.valueOf(error.getMessage()).replaceAll("[\\r\\n\\t]+", " ");
    }

    /** Kotlin's names for inline classes have a suffix, which Java cannot write: hence a proxy. */
    private Object drive(String method, Object[] given) throws Exception {
        String name = method.replaceAll("-.*", "");
        switch (name) {
            case "name": return "adb";
            case "deviceInfo": return info();
            case "isShutdown": case "isUnicodeInputSupported": return false;
            case "waitUntilScreenIsStatic": return true;
            case "capabilities": case "queryOnDeviceElements": return List.of();
            case "stopAndCollectDeviceLogs": case "collectCrashArtifacts": return List.of();
            case "contentDescriptor": return tree();
            case "waitForAppToSettle": return settled();
            case "launchApp": return launch((String) given[0]);
            case "stopApp": case "killApp": return done("am force-stop " + given[0]);
            case "clearAppState": return done("pm clear " + given[0]);
            case "tap": return done("input tap " + at((Point) given[0]));
            case "longPress": return done("input swipe " + at((Point) given[0]) + " " + at((Point) given[0]) + " 3000");
            case "pressKey": return done("input keyevent " + keyOf((KeyCode) given[0]));
            case "backPress": return done("input keyevent 4");
            case "hideKeyboard": return isKeyboardShown() ? done("input keyevent 4") : null;
            case "isKeyboardVisible": return isKeyboardShown();
            case "inputText": return done("input text '" + ((String) given[0]).replace(" ", "%s") + "'");
            case "eraseText": return done("input keyevent" + " 67".repeat(Math.min(60, (Integer) given[0])));
            case "openLink": return done("am start -W -a " + VIEW + " -d '" + given[0] + "'" + browser(given));
            case "swipe": return swipe(given);
            case "scrollVertical": return swipe(new Object[] {SwipeDirection.UP, 400L});
            case "takeScreenshot": return picture((Sink) given[0]);
            case "setOrientation": return turn(given[0].toString());
            case "setPermissions": return permissions((String) given[0], (Map<?, ?>) given[1]);
            case "isAirplaneModeEnabled": return shell("settings get global airplane_mode_on").trim().equals("1");
            case "setAirplaneMode": return done("cmd connectivity airplane-mode " + (is(given) ? "enable" : "disable"));
            case "isDarkModeEnabled": return shell("cmd uimode night").contains("yes");
            case "setDarkMode": return done("cmd uimode night " + (is(given) ? "yes" : "no"));
            case "toString": return "adb driver";
            case "hashCode": return System.identityHashCode(this);
            case "equals": return false;
            default: return null;
        }
    }

    private static final String VIEW = "android.intent.action.VIEW";
    private static final String MAIN = "android.intent.action.MAIN";
    private static final String LAUNCHER = "android.intent.category.LAUNCHER";
    private static final Map<String, String> KEYS = Map.of(
        "ENTER", "66", "BACKSPACE", "67", "BACK", "4", "HOME", "3", "LOCK", "26", "TAB", "61", "ESCAPE", "111");

    private static String keyOf(KeyCode key) {
        return KEYS.getOrDefault(key.name(), "KEYCODE_" + key.name());
    }

    private static boolean is(Object[] given) {
        return (Boolean) given[0];
    }

    private static String browser(Object[] given) {
        return Boolean.TRUE.equals(given[3]) ? " -p com.fovea.browser" : "";
    }

    private static String at(Point point) {
        return point.getX() + " " + point.getY();
    }

    private byte[] output(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("adb", "-P", port, "-s", serial));
        all.addAll(List.of(words));
        Process process = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        byte[] bytes = process.getInputStream().readAllBytes();
        process.waitFor();
        return bytes;
    }

    private String shell(String command) throws Exception {
        return new String(output("shell", command), StandardCharsets.UTF_8);
    }

    private Object done(String command) throws Exception {
        shell(command);
        return null;
    }

    private DeviceInfo info() throws Exception {
        Matcher size = Pattern.compile("(\\d+)x(\\d+)").matcher(shell("wm size"));
        if (!size.find()) throw new IllegalStateException("no size");
        int width = Integer.parseInt(size.group(1));
        int height = Integer.parseInt(size.group(2));
        return new DeviceInfo(Platform.ANDROID, width, height, width, height);
    }

    private Object launch(String app) throws Exception {
        String found = shell("cmd package resolve-activity --brief " + app).trim();
        String component = found.substring(found.lastIndexOf('\n') + 1);
        if (!component.contains("/"))
            throw new maestro.MaestroException.UnableToLaunchApp("Package " + app + " is not installed", null);
        return done("am start -W -a " + MAIN + " -c " + LAUNCHER + " -f 0x10200000 -n " + component);
    }

    private Object swipe(Object[] given) throws Exception {
        DeviceInfo info = info();
        int width = info.getWidthPixels();
        int height = info.getHeightPixels();
        long ms = (Long) given[given.length - 1];
        if (given[0] instanceof Point from && given[1] instanceof Point to) return drag(from, to, ms);
        boolean isElement = given[0] instanceof Point;
        SwipeDirection way = (SwipeDirection) given[isElement ? 1 : 0];
        Point middle = isElement ? (Point) given[0] : new Point(width / 2, height / 2);
        int x = middle.getX();
        int y = middle.getY();
        return switch (way) {
            case UP -> drag(new Point(x, y), new Point(x, height / 10), ms);
            case DOWN -> drag(new Point(x, isElement ? y : height / 5), new Point(x, height * 9 / 10), ms);
            case LEFT -> drag(new Point(isElement ? x : width * 9 / 10, y), new Point(width / 10, y), ms);
            case RIGHT -> drag(new Point(isElement ? x : width / 10, y), new Point(width * 9 / 10, y), ms);
        };
    }

    private Object drag(Point from, Point to, long ms) throws Exception {
        return done("input swipe " + at(from) + " " + at(to) + " " + ms);
    }

    private Object picture(Sink sink) throws Exception {
        try (BufferedSink out = Okio.buffer(sink)) {
            out.write(output("exec-out", "screencap", "-p"));
        }
        return null;
    }

    private Object turn(String way) throws Exception {
        int rotation = List.of("PORTRAIT", "LANDSCAPE_LEFT", "UPSIDE_DOWN", "LANDSCAPE_RIGHT").indexOf(way);
        return done("settings put system accelerometer_rotation 0; settings put system user_rotation " + rotation);
    }

    private static final Pattern ASKED = Pattern.compile("^ {6}(android\\.permission\\.\\w+)", Pattern.MULTILINE);

    /** As Maestro's own driver for Android does it. */
    private Object permissions(String app, Map<?, ?> wanted) throws Exception {
        Matcher asked = ASKED.matcher(shell("dumpsys package " + app));
        List<String> names = new ArrayList<>();
        while (asked.find()) names.add(asked.group(1));
        for (String name : names) {
            Object value = wanted.get(name.replace("android.permission.", "").toLowerCase());
            if (value == null) value = wanted.get("all");
            if (value != null) shell("pm " + ("allow".equals(value) ? "grant " : "revoke ") + app + " " + name);
        }
        return null;
    }

    private boolean isKeyboardShown() throws Exception {
        return shell("dumpsys input_method").contains("mInputShown=true");
    }

    private TreeNode settled() throws Exception {
        String before = "";
        for (int tries = 0; tries < 10; tries++) {
            String now = dump();
            if (now.equals(before)) return treeOf(now);
            before = now;
        }
        return null;
    }

    private TreeNode tree() throws Exception {
        for (int tries = 0; tries < 5; tries++) {
            String now = dump();
            if (!now.isEmpty()) return treeOf(now);
        }
        throw new IllegalStateException("no hierarchy");
    }

    private String dump() throws Exception {
        String text = shell("uiautomator dump /data/local/tmp/w.xml > /dev/null && cat /data/local/tmp/w.xml");
        int start = text.indexOf("<hierarchy");
        return start < 0 ? "" : text.substring(start);
    }

    private static TreeNode treeOf(String xml) throws Exception {
        byte[] bytes = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + xml).getBytes(StandardCharsets.UTF_8);
        var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return nodeOf(builder.parse(new ByteArrayInputStream(bytes)).getDocumentElement());
    }

    private static final Map<String, String> NAMES = Map.of(
        "text", "text",
        "content-desc", "accessibilityText",
        "hint", "hintText",
        "class", "class",
        "resource-id", "resource-id",
        "bounds", "bounds");

    private static TreeNode nodeOf(Element element) {
        Map<String, String> attributes = new HashMap<>();
        NAMES.forEach((from, to) -> {
            if (element.hasAttribute(from)) attributes.put(to, element.getAttribute(from));
        });
        for (String state : List.of("enabled", "focused", "checked", "scrollable", "selected", "clickable"))
            if (element.hasAttribute(state)) attributes.put(state, element.getAttribute(state));
        List<TreeNode> children = new ArrayList<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling())
            if (child instanceof Element inner) children.add(nodeOf(inner));
        return new TreeNode(
            attributes,
            children,
            is(element, "clickable"),
            is(element, "enabled"),
            is(element, "focused"),
            is(element, "checked"),
            is(element, "selected"));
    }

    private static Boolean is(Element element, String state) {
        return element.hasAttribute(state) ? Boolean.valueOf(element.getAttribute(state)) : null;
    }
}
