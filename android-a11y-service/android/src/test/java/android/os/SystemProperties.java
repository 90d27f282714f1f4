package android.os;

/** A double: the framework's asks the phone. */
public final class SystemProperties {
  private SystemProperties() {}

  public static String get(String name) {
    return "";
  }

  public static String get(String name, String missing) {
    return missing;
  }

  public static int getInt(String name, int missing) {
    return missing;
  }

  public static boolean getBoolean(String name, boolean missing) {
    return missing;
  }
}
