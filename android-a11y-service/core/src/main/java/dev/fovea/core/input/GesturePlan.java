package dev.fovea.core.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the fingers do, in pixels of the display as it is turned now. */
public final class GesturePlan {
  public final int displayId;
  public final List<FingerPath> fingers;

  public GesturePlan(int displayId, List<FingerPath> fingers) {
    this.displayId = displayId;
    this.fingers = Collections.unmodifiableList(new ArrayList<>(fingers));
  }

  /** From the first touch-down possible, time 0, to the last finger's lift. */
  public int durationMs() {
    int end = 0;
    for (FingerPath finger : fingers) end = Math.max(end, finger.upMs());
    return end;
  }
}
