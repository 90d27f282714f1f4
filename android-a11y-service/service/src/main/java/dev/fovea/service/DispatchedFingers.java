package dev.fovea.service;

import android.accessibilityservice.AccessibilityService.GestureResultCallback;
import android.accessibilityservice.GestureDescription;
import android.accessibilityservice.GestureDescription.StrokeDescription;
import android.graphics.Path;
import android.os.Build;
import dev.fovea.android.Fingers;
import dev.fovea.core.input.FingerPath;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.input.StrokePhases;
import dev.fovea.core.input.StrokePhases.Stroke;
import dev.fovea.core.wire.WireException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gestures through AccessibilityService.dispatchGesture, which needs no permission to inject input. */
final class DispatchedFingers implements Fingers {
  /** AccessibilityService.dispatchGesture, which is final. */
  interface Dispatcher {
    /** False where the platform does not take it; then the callback is not called. */
    boolean dispatch(GestureDescription gesture, GestureResultCallback callback);
  }

  private final Dispatcher dispatcher;

  DispatchedFingers(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public void perform(GesturePlan plan) throws WireException, InterruptedException {
    if (plan.displayId != 0 && Build.VERSION.SDK_INT < 30) {
      throw WireException.unsupported("gestures on other displays came with API 30");
    }
    Gesture gesture = new Gesture(plan.displayId);
    try {
      for (List<Stroke> phase : StrokePhases.of(plan)) gesture.dispatch(phase);
    } finally {
      gesture.lift();
    }
  }

  /** One gesture of the caller, which may be several of the platform. */
  private final class Gesture {
    private final int displayId;
    /** The last stroke of each finger that is down after the last phase, and where it rests. */
    private final Map<Integer, StrokeDescription> down = new TreeMap<>();

    private final Map<Integer, float[]> places = new TreeMap<>();

    Gesture(int displayId) {
      this.displayId = displayId;
    }

    void dispatch(List<Stroke> phase) throws WireException, InterruptedException {
      GestureDescription.Builder builder = new GestureDescription.Builder();
      int endMs = 0;
      for (Stroke stroke : phase) {
        StrokeDescription description = describe(stroke);
        builder.addStroke(description);
        endMs = Math.max(endMs, stroke.path.upMs());
        if (stroke.willContinue) down.put(stroke.finger, description);
        else down.remove(stroke.finger);
        int last = stroke.path.corners() - 1;
        places.put(stroke.finger, new float[] {onGrid(stroke.path.x(last)), onGrid(stroke.path.y(last))});
      }
      boolean isOver = false;
      try {
        send(builder, endMs);
        isOver = true;
      } catch (InterruptedException e) {
        isOver = true; // the platform goes on with it: what it holds down is lifted below
        throw e;
      } finally {
        if (!isOver) down.clear(); // the platform has lifted them itself
      }
    }

    /** No finger stays on the screen where a gesture was given up between two phases. */
    void lift() {
      if (down.isEmpty()) return;
      GestureDescription.Builder builder = new GestureDescription.Builder();
      for (Map.Entry<Integer, StrokeDescription> finger : down.entrySet()) {
        float[] place = places.get(finger.getKey());
        Path path = new Path();
        path.moveTo(place[0], place[1]);
        path.lineTo(place[0], place[1]);
        builder.addStroke(GestureApi26.continued(finger.getValue(), path, 0, 1, false));
      }
      down.clear();
      if (displayId != 0) GestureApi30.setDisplay(builder, displayId);
      dispatcher.dispatch(builder.build(), new GestureOutcome());
    }

    private StrokeDescription describe(Stroke stroke) {
      FingerPath path = stroke.path;
      int startMs = path.downMs();
      int durationMs = path.upMs() - startMs;
      if (stroke.isContinued) {
        StrokeDescription before = down.get(stroke.finger);
        return GestureApi26.continued(before, path(path), startMs, durationMs, stroke.willContinue);
      }
      if (stroke.willContinue) return GestureApi26.begun(path(path), startMs, durationMs);
      return new StrokeDescription(path(path), startMs, durationMs);
    }

    private void send(GestureDescription.Builder builder, int durationMs) throws WireException, InterruptedException {
      if (displayId != 0) GestureApi30.setDisplay(builder, displayId);
      GestureOutcome outcome = new GestureOutcome();
      if (!dispatcher.dispatch(builder.build(), outcome)) {
        throw WireException.unsupported("the platform takes no gesture from the service now");
      }
      outcome.await(durationMs);
    }
  }

  private static Path path(FingerPath finger) {
    Path path = new Path();
    path.moveTo(onGrid(finger.x(0)), onGrid(finger.y(0)));
    for (int i = 1; i < finger.corners(); i++) path.lineTo(onGrid(finger.x(i)), onGrid(finger.y(i)));
    return path;
  }

  /**
   * Rounds down to eighths of a pixel. MotionEventInjector cancels a continued stroke that does not begin at exactly
   * the floats at which the last one ended. Those are computed as from + (to - from) * 1, which is exact on this grid.
   */
  private static float onGrid(float pixel) {
    return (float) Math.floor(pixel * 8) / 8;
  }
}
