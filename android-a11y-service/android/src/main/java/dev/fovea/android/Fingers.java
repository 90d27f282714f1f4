package dev.fovea.android;

import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.wire.WireException;

/** Touches the screen; see {@link dev.fovea.core.platform.Platform#perform}. */
public interface Fingers {
  void perform(GesturePlan plan) throws WireException, InterruptedException;
}
