package android.os;

/** A double: the framework's asks the phone which version it is. */
public final class Build {
  public static final boolean IS_DEBUGGABLE = false;
  public static final boolean IS_USER = true;
  public static final String TYPE = "user";

  private Build() {}

  public static final class VERSION {
    public static int SDK_INT = 34;
  }
}
