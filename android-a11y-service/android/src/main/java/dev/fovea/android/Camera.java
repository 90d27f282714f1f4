package dev.fovea.android;

import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.WireException;

/** Takes screenshots; see {@link dev.fovea.core.platform.Platform#capture}. */
public interface Camera {
  Picture capture(CaptureRequest request) throws WireException, InterruptedException;
}
