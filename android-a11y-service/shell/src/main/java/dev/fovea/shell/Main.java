package dev.fovea.shell;

import android.os.Looper;
import dev.fovea.android.LastResort;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * Started as `CLASSPATH=THIS app_process / dev.fovea.shell.Main [--lease-ms N]`. Prints `READY`, `RUNNING` or `FAILED`
 * once. Ends when its stdin ends, when nothing came in for N ms, or when adbd sends SIGHUP. The platform then releases
 * the UiAutomation by itself.
 */
public final class Main {
  private Main() {}

  @SuppressWarnings("deprecation") // prepareMainLooper: meant for the platform, which starts this process for others
  public static void main(final String[] args) {
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
        int status = 1;
        try {
          status = Session.run(host, stdin, stdout, System.err, Session.leaseMs(args));
        } finally {
          end(status); // whatever happened: without this thread nothing would end the process
        }
      }
    }.start();
    Looper.loop();
  }

  /** Does not run what the runtime would run at the end: threads that wait for a hung app would be waited for. */
  static void end(int status) {
    Runtime.getRuntime().halt(status);
  }
}
