package dev.fovea.android;

import android.os.Looper;
import android.os.Process;
import java.lang.Thread.UncaughtExceptionHandler;

/**
 * Handles an exception that no thread caught. If one of Fovea's own threads threw it, only that thread ends. If the
 * main thread threw it, the process ends without the platform's own handler: that one counts towards "keeps stopping",
 * after which Android no longer starts the service. From API 26 on, the platform has already printed the exception's
 * message (RuntimeInit's handler runs first). So what may quote the screen must be caught where it is thrown.
 */
public final class LastResort implements UncaughtExceptionHandler {
  private LastResort() {}

  public static void install() {
    Thread.setDefaultUncaughtExceptionHandler(new LastResort());
  }

  @Override
  public void uncaughtException(Thread thread, Throwable e) {
    try {
      Trouble.report("thread " + thread.getName() + " failed", e);
    } finally {
      Looper main = Looper.getMainLooper();
      if (main == null || thread == main.getThread()) {
        Process.killProcess(Process.myPid());
        System.exit(10);
      }
    }
  }
}
