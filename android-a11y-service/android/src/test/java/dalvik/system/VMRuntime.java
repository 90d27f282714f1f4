package dalvik.system;

import java.lang.reflect.Array;

/** A double: the framework's is Android's runtime. */
public final class VMRuntime {
  private static final VMRuntime ONE = new VMRuntime();

  private VMRuntime() {}

  public static VMRuntime getRuntime() {
    return ONE;
  }

  public Object newUnpaddedArray(Class<?> type, int length) {
    return Array.newInstance(type, length);
  }
}
