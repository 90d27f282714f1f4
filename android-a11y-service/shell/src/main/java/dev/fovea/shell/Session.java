package dev.fovea.shell;

import dev.fovea.android.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/** One run as the program that started it sees it: one line on stdout, and an end that comes with stdin's. */
final class Session {
  private Session() {}

  /** Blocks until stdin ends, unless there is nothing to wait for; gives the exit status. */
  static int run(Instance instance, InputStream stdin, PrintStream stdout, PrintStream stderr) {
    try {
      announce(stdout, instance.start());
      if (instance.isOwn()) awaitEnd(stdin);
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

  /** What comes in is of no interest, only that it ends: adb closes it with the stream. */
  private static void awaitEnd(InputStream stdin) {
    byte[] ignored = new byte[256];
    try {
      while (stdin.read(ignored) >= 0) continue;
    } catch (IOException e) {
      // As good as the end.
    }
  }
}
