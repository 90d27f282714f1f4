package dev.fovea.shell;

import android.content.ClipboardManager;
import android.content.Context;
import android.hardware.display.DisplayManager;
import android.net.LocalServerSocket;
import android.os.Build;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Process;
import dev.fovea.android.AndroidPlatform;
import dev.fovea.android.Clipboard;
import dev.fovea.android.DisplayWatch;
import dev.fovea.android.FactsReader;
import dev.fovea.android.Listener;
import dev.fovea.android.Trouble;
import dev.fovea.core.Uptime;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.server.CoreServer;
import java.io.File;
import java.io.IOException;

/** The core, its socket and the UiAutomation, for as long as this process runs. */
final class ShellHost implements Instance {
  private static final File EPOCH_FILE = new File("/data/local/tmp/fovea-shell.epoch");
  private static final int OTHER_WAIT_MS = 1_000;
  private static final int POLL_MS = 20;

  private final EpochFile epochFile;
  private ShellContext context;
  private StartFailure contextFailure;
  private boolean isOwn;
  private CoreServer core;
  private LocalServerSocket socket;
  private Automation automation;

  ShellHost() {
    this(new EpochFile(EPOCH_FILE));
  }

  ShellHost(EpochFile epochFile) {
    this.epochFile = epochFile;
  }

  /** Call it on the main thread, which the platform's own handlers will belong to, before {@link #start}. */
  void prepare() {
    try {
      context = new ShellContext(Hidden.systemContext());
    } catch (Hidden.HiddenException e) {
      contextFailure = new StartFailure(StartFailure.Code.UNSUPPORTED, e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      contextFailure = new StartFailure(StartFailure.Code.INTERNAL, "there is no context", e);
    }
  }

  @Override
  public String start() throws StartFailure {
    if (contextFailure != null) throw contextFailure;
    ClipboardManager clipboard = clipboard(context);
    HostInfo info = HostDescription.of(Build.VERSION.SDK_INT, clipboard != null);
    String other = bind(info.socketName());
    if (other != null) return "RUNNING " + info.socketName() + " " + other;
    isOwn = true;
    core = new CoreServer(info);
    writeEpoch();
    attach(clipboard);
    listen();
    return "READY " + info.socketName() + " " + core.epoch();
  }

  @Override
  public boolean isOwn() {
    return isOwn;
  }

  @Override
  public void stop() {
    if (!isOwn) return;
    epochFile.delete();
    if (core != null) core.close();
  }

  /** Null where it cannot be had: all else works without. */
  private static ClipboardManager clipboard(ShellContext context) {
    try {
      return context.clipboard();
    } catch (Hidden.HiddenException | RuntimeException e) {
      Trouble.report("there is no clipboard", e);
      return null;
    }
  }

  /**
   * Takes the socket's name. Gives null, or the epoch of the instance that already has the name. An instance that is
   * about to end has removed its epoch but still has the name; one that just began has the name but no epoch yet. Both
   * states last a moment, so this waits.
   */
  private String bind(String name) throws StartFailure {
    long end = Uptime.ms() + OTHER_WAIT_MS;
    for (; ; ) {
      try {
        socket = new LocalServerSocket(name);
        return null;
      } catch (IOException e) {
        String epoch = epochFile.read();
        if (epoch != null) return epoch;
        if (Uptime.ms() >= end) {
          throw new StartFailure(
              StartFailure.Code.SOCKET, "the socket's name is taken, and no instance left its epoch", e);
        }
      }
      pause();
    }
  }

  private static void pause() throws StartFailure {
    try {
      Thread.sleep(POLL_MS);
    } catch (InterruptedException e) {
      throw new StartFailure(StartFailure.Code.INTERNAL, "interrupted", e);
    }
  }

  private void writeEpoch() throws StartFailure {
    try {
      epochFile.write(core.epoch());
    } catch (IOException e) {
      throw new StartFailure(StartFailure.Code.INTERNAL, "the epoch file cannot be written", e);
    }
  }

  private void attach(ClipboardManager clipboard) throws StartFailure {
    HandlerThread thread = new HandlerThread("fovea-automation");
    thread.start();
    automation = Automation.connect(thread.getLooper(), core.engine().events);
    TouchScreen screen;
    try {
      screen = TouchScreen.open();
    } catch (Hidden.HiddenException e) {
      throw new StartFailure(StartFailure.Code.UNSUPPORTED, e.getMessage(), e);
    }
    core.engine()
        .attach(
            new AndroidPlatform(
                automation,
                new FactsReader(context, false),
                new InjectedFingers(screen),
                new AutomationCamera(automation.automation),
                new NoKeyboard(),
                new Clipboard(clipboard)));
    watchDisplays(new Handler(thread.getLooper()));
    watchSystem();
  }

  private void watchDisplays(Handler handler) {
    try {
      DisplayManager displays = (DisplayManager) context.getSystemService(Context.DISPLAY_SERVICE);
      DisplayWatch.begin(displays, handler, core.engine().events);
    } catch (RuntimeException e) {
      Trouble.report("displays are not watched", e);
    }
  }

  /** A restarted system server does not know this UiAutomation, and adbd keeps running: nothing else would end it. */
  private static void watchSystem() {
    try {
      SystemWatch.begin(
          Hidden.service(Context.ACCESSIBILITY_SERVICE),
          new Runnable() {
            @Override
            public void run() {
              Main.end(1);
            }
          });
    } catch (Hidden.HiddenException | RuntimeException e) {
      Trouble.report("the system is not watched", e);
    }
  }

  private void listen() {
    final Listener listener = new Listener(core, Process.myUid());
    Thread thread =
        new Thread("fovea-listener") {
          @Override
          public void run() {
            try {
              listener.serve(socket);
            } catch (IOException | RuntimeException e) {
              Trouble.report("the socket failed", e);
              Main.end(1);
            }
          }
        };
    thread.setDaemon(true);
    thread.start();
  }
}
