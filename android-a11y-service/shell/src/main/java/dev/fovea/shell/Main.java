package dev.fovea.shell;

import android.os.Looper;
import dev.fovea.android.LastResort;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * Started as `CLASSPATH=THIS app_process / dev.fovea.shell.Main`. Prints `READY`, `RUNNING` or `FAILED` once, and ends
 * with its stdin, or by the SIGHUP that adbd sends with it: then the platform lets go of the UiAutomation by itself.
 */
public final class Main {
  private Main() {}

  @SuppressWarnings("deprecation") // prepareMainLooper: meant for the platform, which starts this process for others
  public static void main(String[] args) {
    final PrintStream stdout = System.out;
    final InputStream stdin = System.in;
    System.setOut(System.err); // one line is what stdout may have, whatever the framework prints
    LastResort.install();
    Looper.prepareMainLooper(); // the framework's managers post to it
    final ShellHost host = new ShellHost();
    host.prepare();
    new Thread("fovea-session") {
      @Override
      public void run() {
        end(Session.run(host, stdin, stdout, System.err));
      }
    }.start();
    Looper.loop();
  }

  /** Does not run what the runtime would run at the end: threads that wait for a hung app would be waited for. */
  static void end(int status) {
    Runtime.getRuntime().halt(status);
  }
}
