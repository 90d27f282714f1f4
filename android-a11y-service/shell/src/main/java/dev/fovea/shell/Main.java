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
    System.setOut(System.err); // stdout gets only the one line of this program, nothing of the framework
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
          end(status); // in any case: no other thread would end the process
        }
      }
    }.start();
    Looper.loop();
  }

  /** Skips the shutdown hooks of the runtime: they would wait for threads that wait for a hung app. */
  static void end(int status) {
    Runtime.getRuntime().halt(status);
  }
}
