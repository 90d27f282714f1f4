package dev.fovea.core.input;

/** One finger from touching down to lifting: corners of its path, with the time at which it is at each. */
public final class FingerPath {
  private final float[] xs;
  private final float[] ys;
  private final int[] times;

  /** @param times milliseconds from the gesture's begin, each later than the one before; at least two */
  public FingerPath(float[] xs, float[] ys, int[] times) {
    this.xs = xs;
    this.ys = ys;
    this.times = times;
  }

  /** A finger that rests on one point. */
  static FingerPath resting(float x, float y, int fromMs, int toMs) {
    return new FingerPath(new float[] {x, x}, new float[] {y, y}, new int[] {fromMs, toMs});
  }

  public int corners() {
    return times.length;
  }

  public float x(int corner) {
    return xs[corner];
  }

  public float y(int corner) {
    return ys[corner];
  }

  public int timeMs(int corner) {
    return times[corner];
  }

  public int downMs() {
    return times[0];
  }

  public int upMs() {
    return times[times.length - 1];
  }

  /** Where the finger is at a time between down and up. */
  public float xAt(float timeMs) {
    return at(xs, timeMs);
  }

  public float yAt(float timeMs) {
    return at(ys, timeMs);
  }

  /** Pixels per millisecond on the way from a corner to the next. */
  float speedAfter(int corner) {
    double length = Math.hypot(xs[corner + 1] - xs[corner], ys[corner + 1] - ys[corner]);
    return (float) (length / (times[corner + 1] - times[corner]));
  }

  /** The part between two times that lie between down and up. */
  FingerPath between(int fromMs, int toMs) {
    int first = 0;
    while (times[first] <= fromMs) first++;
    int last = first;
    while (times[last] < toMs) last++;
    int count = last - first + 2;
    float[] x = new float[count];
    float[] y = new float[count];
    int[] time = new int[count];
    for (int i = 0; i < count; i++) {
      time[i] = i == 0 ? fromMs : i == count - 1 ? toMs : times[first + i - 1];
      x[i] = xAt(time[i]);
      y[i] = yAt(time[i]);
    }
    return new FingerPath(x, y, time);
  }

  private float at(float[] values, float timeMs) {
    int next = 1;
    while (next < times.length - 1 && times[next] < timeMs) next++;
    float share = (timeMs - times[next - 1]) / (times[next] - times[next - 1]);
    float clamped = Math.max(0, Math.min(1, share));
    return values[next - 1] + (values[next] - values[next - 1]) * clamped;
  }
}
