package dev.fovea.android;

import android.os.Looper;
import android.os.Process;
import java.lang.Thread.UncaughtExceptionHandler;

/**
 * What an exception that left its thread does. A thread of this program's own ends alone. Without the main thread there
 * is no program: the process ends, quietly, as the platform's own handler would count it towards "keeps stopping", after
 * which the service is not started any more. From API 26 on the platform has printed the exception's message by then
 * (RuntimeInit's handler before all others): what may quote the screen must be caught where it is thrown.
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
