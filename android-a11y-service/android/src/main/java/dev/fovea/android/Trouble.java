package dev.fovea.android;

import android.util.Log;

/**
 * Where failures are written down: the log that any developer tool reads. Messages of exceptions are left out, as the
 * framework's quote what the screen shows.
 */
public final class Trouble {
  private static final String TAG = "fovea";

  private Trouble() {}

  /** @param what in words of this program's own */
  public static void report(String what, Throwable cause) {
    Log.w(TAG, what + ": " + describe(cause));
  }

  /** Classes and places of an exception and its causes, without their messages. */
  public static String describe(Throwable cause) {
    StringBuilder out = new StringBuilder();
    int depth = 0;
    for (Throwable at = cause; at != null && depth < 8; at = at.getCause(), depth++) {
      if (depth > 0) out.append("caused by ");
      out.append(at.getClass().getName()).append('\n');
      for (StackTraceElement frame : at.getStackTrace()) out.append("  at ").append(frame).append('\n');
    }
    return out.toString();
  }
}
