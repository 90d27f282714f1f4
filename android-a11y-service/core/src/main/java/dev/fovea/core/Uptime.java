package dev.fovea.core;

/** Milliseconds since boot without deep sleep: on Android nanoTime and SystemClock.uptimeMillis are CLOCK_MONOTONIC. */
public final class Uptime {
  private Uptime() {}

  public static long ms() {
    return System.nanoTime() / 1_000_000;
  }

  /** From an earlier {@link System#nanoTime} until now, to a tenth of a millisecond. */
  public static float msSince(long nanos) {
    return Math.round((System.nanoTime() - nanos) / 100_000f) / 10f;
  }
}
