package android.util;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A double: the framework's writes to the phone's log. */
public final class Log {
  public static final List<String> LINES = new CopyOnWriteArrayList<>();

  private Log() {}

  public static boolean isLoggable(String tag, int level) {
    return false;
  }

  public static int w(String tag, String line) {
    LINES.add(line);
    return 0;
  }

  public static int w(String tag, String line, Throwable e) {
    return w(tag, line);
  }

  public static int e(String tag, String line) {
    return w(tag, line);
  }

  public static int e(String tag, String line, Throwable e) {
    return w(tag, line);
  }

  public static int i(String tag, String line) {
    return 0;
  }

  public static int d(String tag, String line) {
    return 0;
  }

  public static int wtf(String tag, String line) {
    return w(tag, line);
  }
}
