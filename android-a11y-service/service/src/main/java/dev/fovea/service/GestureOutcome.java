package dev.fovea.service;

import android.accessibilityservice.AccessibilityService.GestureResultCallback;
import android.accessibilityservice.GestureDescription;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a dispatched gesture ended. */
final class GestureOutcome extends GestureResultCallback {
  /** How much later than planned a busy phone may report the end. */
  private static final int LATE_MS = 5_000;

  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean isCancelled;

  @Override
  public void onCompleted(GestureDescription gesture) {
    over.countDown();
  }

  @Override
  public void onCancelled(GestureDescription gesture) {
    isCancelled = true;
    over.countDown();
  }

  /** @throws WireException GESTURE_CANCELLED where it was ended, or where nothing is heard of it */
  void await(int durationMs) throws WireException, InterruptedException {
    if (!over.await(durationMs + LATE_MS, TimeUnit.MILLISECONDS)) {
      throw new WireException(ErrorCode.GESTURE_CANCELLED, "the platform does not say that the gesture ended");
    }
    if (isCancelled) throw new WireException(ErrorCode.GESTURE_CANCELLED, "another touch or gesture ended it");
  }
}
