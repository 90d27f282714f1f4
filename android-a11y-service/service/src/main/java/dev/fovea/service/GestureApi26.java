package dev.fovea.service;

import android.accessibilityservice.GestureDescription.StrokeDescription;
import android.graphics.Path;

/** Strokes that go on in the next gesture. */
final class GestureApi26 {
  private GestureApi26() {}

  static StrokeDescription begun(Path path, int startMs, int durationMs) {
    return new StrokeDescription(path, startMs, durationMs, true);
  }

  static StrokeDescription continued(
      StrokeDescription before, Path path, int startMs, int durationMs, boolean willContinue) {
    return before.continueStroke(path, startMs, durationMs, willContinue);
  }
}
