package dev.fovea.core;

import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import dev.fovea.core.methods.Engine;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.server.CoreServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;

/**
 * The core as a process: a client of another language meets its real bytes on a TCP port of the loopback. Prints the
 * port first; then each line of stdin is a command that changes the made-up phone, answered by one line, "ok …" or
 * "error …". Ends with stdin.
 */
public final class JvmTestHost {
  private final CoreServer core = new CoreServer(FakePlatform.host(34, EnumSet.allOf(Capability.class)));
  private final TestServer server;
  private final FakePlatform phone;
  private final Engine engine = core.engine();

  private JvmTestHost(int port) throws IOException {
    server = new TestServer(core, port);
    phone = server.phone;
    DemoScreen.show(phone);
  }

  /** @param args the port; any free one where absent */
  public static void main(String[] args) throws IOException {
    JvmTestHost host = new JvmTestHost(args.length > 0 ? Integer.parseInt(args[0]) : 0);
    System.out.println("port " + host.server.port());
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      System.out.println(host.answer(line.trim().split(" +")));
    }
    host.server.close();
  }

  private String answer(String[] words) {
    try {
      return ("ok " + perform(words)).trim();
    } catch (RuntimeException e) {
      return "error " + e;
    }
  }

  private String perform(String[] words) {
    switch (words[0]) {
      case "demo": // demo: the first screen again
        DemoScreen.show(phone);
        return changed();
      case "screen": // screen SEED NODES: one window, 1, with a generated tree
        phone.windows.clear();
        phone.window(1, new TreeGenerator(number(words, 1)).tree(number(words, 2)));
        return changed();
      case "text": // text WINDOW WORD: the window's root says WORD, without an event
        window(words).root.text = words[2];
        return "";
      case "event": // event TYPE WINDOW [TIMES]
        int times = words.length > 3 ? number(words, 3) : 1;
        for (int i = 0; i < times; i++) add(EventType.valueOf(words[1]), number(words, 2));
        return "";
      case "hang": // hang WINDOW: its app no longer answers
        window(words).root.hang = new CountDownLatch(1);
        return "";
      case "answer": // answer WINDOW: it does again
        window(words).root.hang.countDown();
        return "";
      case "suppress":
        engine.detach();
        return "";
      case "resume":
        engine.attach(phone);
        return "";
      case "hold": // gestures do not end
        phone.gestureEnds = new CountDownLatch(1);
        return "";
      case "cancel-gestures":
        phone.cancelsGestures = true;
        return "";
      case "no-focus":
        phone.focused = null;
        phone.hasInputConnection = false;
        return "";
      case "secure":
        phone.isSecure = true;
        return "";
      case "done": // what was done to the phone
        return phone.done.toString();
      case "performed": // performed WINDOW: actions of the window's root's last child
        FakeNode root = window(words).root;
        return ((FakeNode) root.children.get(root.children.size() - 1)).performed.toString();
      default:
        throw new IllegalArgumentException("no command " + words[0]);
    }
  }

  private String changed() {
    engine.events.add(UiEvent.of(EventType.windows, UiEvent.NO_WINDOW, null, null, 1, null));
    return "";
  }

  private void add(EventType type, int window) {
    engine.events.add(UiEvent.of(type, window, "com.example.app", "android.view.View", 1, "words"));
  }

  private FakeWindow window(String[] words) {
    for (FakeWindow window : phone.windows) if (window.id == number(words, 1)) return window;
    throw new IllegalArgumentException("no window " + words[1]);
  }

  private static int number(String[] words, int place) {
    return Integer.parseInt(words[place]);
  }
}
