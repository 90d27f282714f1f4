package dev.fovea.core.input;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A plan cut for AccessibilityService.dispatchGesture. A StrokeDescription moves at one speed along its path, so a plan
 * whose fingers change speed becomes several gestures, each continuing the strokes of the one before
 * (StrokeDescription.continueStroke, API 26).
 */
public final class StrokePhases {
  /** Speeds that differ by less look the same to an app. */
  private static final float SAME_SPEED = 0.02f;

  /** What one gesture does with one finger. */
  public static final class Stroke {
    /** Place in the plan: the same finger in the next phase has the same one. */
    public final int finger;
    /** Its times count from the phase's begin. */
    public final FingerPath path;
    /** Whether the finger is down already. */
    public final boolean isContinued;
    public final boolean willContinue;

    Stroke(int finger, FingerPath path, boolean isContinued, boolean willContinue) {
      this.finger = finger;
      this.path = path;
      this.isContinued = isContinued;
      this.willContinue = willContinue;
    }
  }

  private StrokePhases() {}

  /** The gestures to dispatch one after the other; one for most plans. */
  public static List<List<Stroke>> of(GesturePlan plan) {
    TreeSet<Integer> cuts = new TreeSet<>();
    for (FingerPath finger : plan.fingers) addCuts(finger, cuts);
    cuts.add(plan.durationMs());
    List<List<Stroke>> phases = new ArrayList<>();
    int from = 0;
    for (int to : cuts) {
      phases.add(phase(plan, from, to));
      from = to;
    }
    return phases;
  }

  private static void addCuts(FingerPath finger, TreeSet<Integer> cuts) {
    for (int corner = 1; corner < finger.corners() - 1; corner++) {
      float before = finger.speedAfter(corner - 1);
      float after = finger.speedAfter(corner);
      if (Math.abs(before - after) > SAME_SPEED * Math.max(before, after)) cuts.add(finger.timeMs(corner));
    }
  }

  private static List<Stroke> phase(GesturePlan plan, int from, int to) {
    List<Stroke> strokes = new ArrayList<>();
    for (int i = 0; i < plan.fingers.size(); i++) {
      FingerPath finger = plan.fingers.get(i);
      int begin = Math.max(from, finger.downMs());
      int end = Math.min(to, finger.upMs());
      if (begin >= end) continue;
      FingerPath part = shift(finger.between(begin, end), from);
      strokes.add(new Stroke(i, part, finger.downMs() < begin, finger.upMs() > end));
    }
    return strokes;
  }

  private static FingerPath shift(FingerPath path, int byMs) {
    int count = path.corners();
    float[] xs = new float[count];
    float[] ys = new float[count];
    int[] times = new int[count];
    for (int i = 0; i < count; i++) {
      xs[i] = path.x(i);
      ys[i] = path.y(i);
      times[i] = path.timeMs(i) - byMs;
    }
    return new FingerPath(xs, ys, times);
  }
}
