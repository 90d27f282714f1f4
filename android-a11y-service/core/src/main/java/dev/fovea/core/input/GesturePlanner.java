package dev.fovea.core.input;

import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Turns a gesture request into finger paths. Every limit is checked before anything is sent to the screen. */
public final class GesturePlanner {
  /** GestureDescription.getMaxGestureDuration(). */
  public static final int MAX_MS = 60_000;
  public static final List<String> KINDS =
      Collections.unmodifiableList(Arrays.asList("tap", "doubleTap", "longPress", "swipe", "pinch", "strokes"));

  private static final int TAP_MS = 50;
  private static final int MAX_CORNERS = 1000;
  private static final float MAX_PX = 32_767;

  private final Args args;

  private GesturePlanner(Args args) {
    this.args = args;
  }

  /** Reads the whole request. Errors: INVALID_REQUEST. */
  public static GesturePlan plan(Args args, int maxFingers) throws WireException {
    int display = args.integer("display", 0, Integer.MAX_VALUE, 0);
    List<FingerPath> fingers = new GesturePlanner(args).fingers(args.choice("kind", KINDS), maxFingers);
    args.end();
    GesturePlan plan = new GesturePlan(display, fingers);
    if (plan.durationMs() > MAX_MS) throw WireException.invalid("the gesture is longer than " + MAX_MS + " ms");
    return plan;
  }

  private List<FingerPath> fingers(String kind, int maxFingers) throws WireException {
    if (kind.equals("strokes")) return strokes(maxFingers);
    float x = pixel("x");
    float y = pixel("y");
    switch (kind) {
      case "tap":
        return Collections.singletonList(FingerPath.resting(x, y, 0, TAP_MS));
      case "doubleTap":
        // ViewConfiguration: the second touch counts within 40 to 300 ms after the first one's end.
        int second = TAP_MS + args.integer("gapMs", 40, 300, 100);
        return Arrays.asList(FingerPath.resting(x, y, 0, TAP_MS), FingerPath.resting(x, y, second, second + TAP_MS));
      case "longPress":
        return Collections.singletonList(FingerPath.resting(x, y, 0, args.integer("durationMs", 1, MAX_MS, 800)));
      case "swipe":
        return Collections.singletonList(swipe(x, y));
      default:
        return pinch(x, y);
    }
  }

  private FingerPath swipe(float x, float y) throws WireException {
    float toX = pixel("toX");
    float toY = pixel("toY");
    int duration = swipeMs(Math.hypot(toX - x, toY - y));
    int hold = args.integer("holdMs", 0, MAX_MS, 0);
    if (hold == 0) return new FingerPath(new float[] {x, toX}, new float[] {y, toY}, new int[] {0, duration});
    int[] times = {0, duration, duration + hold};
    return new FingerPath(new float[] {x, toX, toX}, new float[] {y, toY, toY}, times);
  }

  /** By time, or by speed in pixels per second. */
  private int swipeMs(double lengthPx) throws WireException {
    if (!args.has("velocity")) return args.integer("durationMs", 1, MAX_MS, 300);
    if (args.has("durationMs")) throw WireException.invalid("params.velocity and params.durationMs exclude each other");
    double ms = lengthPx / args.number("velocity", 1, 1_000_000) * 1000;
    return (int) Math.max(1, Math.min(MAX_MS + 1, Math.round(ms)));
  }

  /** Two fingers on one line through the middle, moving apart or together. */
  private List<FingerPath> pinch(float x, float y) throws WireException {
    float from = args.number("fromSpan", 1, MAX_PX) / 2;
    float to = args.number("toSpan", 1, MAX_PX) / 2;
    double angle = Math.toRadians(args.number("angle", -360, 360, 0));
    int duration = args.integer("durationMs", 1, MAX_MS, 400);
    List<FingerPath> fingers = new ArrayList<>();
    for (int side = -1; side <= 1; side += 2) {
      float dx = (float) Math.cos(angle) * side;
      float dy = (float) Math.sin(angle) * side;
      float[] xs = {onScreen(x + dx * from), onScreen(x + dx * to)};
      float[] ys = {onScreen(y + dy * from), onScreen(y + dy * to)};
      fingers.add(new FingerPath(xs, ys, new int[] {0, duration}));
    }
    return fingers;
  }

  private List<FingerPath> strokes(int maxFingers) throws WireException {
    List<?> strokes = args.list("strokes", maxFingers);
    if (strokes == null || strokes.isEmpty()) throw WireException.invalid("params.strokes is missing or empty");
    List<FingerPath> fingers = new ArrayList<>();
    for (Object stroke : strokes) fingers.add(stroke(stroke));
    return fingers;
  }

  private static FingerPath stroke(Object value) throws WireException {
    List<?> corners = value instanceof List ? (List<?>) value : Collections.emptyList();
    int count = corners.size();
    if (count < 2 || count > MAX_CORNERS) {
      throw WireException.invalid("a stroke has 2 to " + MAX_CORNERS + " corners [x, y, timeMs]");
    }
    float[] xs = new float[count];
    float[] ys = new float[count];
    int[] times = new int[count];
    for (int i = 0; i < count; i++) {
      List<?> corner = corners.get(i) instanceof List ? (List<?>) corners.get(i) : Collections.emptyList();
      if (corner.size() != 3) throw WireException.invalid("a corner of a stroke is [x, y, timeMs]");
      xs[i] = Args.realNumber("a corner's x", corner.get(0), 0, MAX_PX);
      ys[i] = Args.realNumber("a corner's y", corner.get(1), 0, MAX_PX);
      times[i] = (int) Args.wholeNumber("a corner's timeMs", corner.get(2), i == 0 ? 0 : times[i - 1] + 1, MAX_MS);
    }
    return new FingerPath(xs, ys, times);
  }

  private float pixel(String name) throws WireException {
    return args.number(name, 0, MAX_PX);
  }

  /** GestureDescription refuses paths that leave the positive quadrant. */
  private static float onScreen(float pixel) throws WireException {
    if (pixel < 0) throw WireException.invalid("a finger of the pinch would leave the screen");
    return pixel;
  }
}
