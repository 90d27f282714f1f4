package android.os;

/** A test double that gives the default. The framework's class reads the properties of the phone. */
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
