package dev.fovea.shell;

import dev.fovea.android.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/** One run as the program that started it sees it: one line on stdout, and an end that comes with stdin's. */
final class Session {
  private Session() {}

  /** Blocks until stdin ends or the lease runs out, unless there is nothing to wait for; gives the exit status. */
  static int run(Instance instance, InputStream stdin, PrintStream stdout, PrintStream stderr, long leaseMs) {
    try {
      announce(stdout, instance.start());
      if (instance.isOwn()) awaitEnd(stdin, new Lease(leaseMs));
      return 0;
    } catch (StartFailure e) {
      stderr.print(Trouble.describe(e));
      announce(stdout, "FAILED " + e.code + " " + e.getMessage());
      return 1;
    } catch (RuntimeException | Error e) {
      stderr.print(Trouble.describe(e));
      announce(stdout, "FAILED " + StartFailure.Code.INTERNAL + " " + e.getClass().getName());
      return 1;
    } finally {
      instance.stop();
    }
  }

  private static void announce(PrintStream stdout, String line) {
    stdout.print(line.replace('\n', ' ') + "\n");
    stdout.flush();
  }

  /** The length of the lease in `--lease-ms N`; 0, which is for ever, where it is not there. */
  static long leaseMs(String[] args) {
    for (int at = 0; at + 1 < args.length; at++) {
      if (args[at].equals("--lease-ms")) return Long.parseLong(args[at + 1]);
    }
    return 0;
  }

  /** What comes in is a sign of life, whatever it is. That it ends is an end: adb closes it with the stream. */
  private static void awaitEnd(final InputStream stdin, final Lease lease) {
    Thread reader =
        new Thread("fovea-stdin") {
          @Override
          public void run() {
            byte[] ignored = new byte[256];
            try {
              while (stdin.read(ignored) >= 0) lease.renew();
            } catch (IOException e) {
              // As good as the end.
            } finally {
              lease.end();
            }
          }
        };
    reader.setDaemon(true);
    reader.start();
    try {
      lease.await();
    } catch (InterruptedException e) {
      // As good as the end.
    }
  }
}
