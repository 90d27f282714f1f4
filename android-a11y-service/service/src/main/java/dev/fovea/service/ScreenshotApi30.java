package dev.fovea.service;

import android.accessibilityservice.AccessibilityService.ScreenshotResult;
import android.accessibilityservice.AccessibilityService.TakeScreenshotCallback;
import android.graphics.Bitmap;
import android.hardware.HardwareBuffer;
import dev.fovea.android.PictureEncoder;
import dev.fovea.core.Uptime;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.concurrent.Executor;

/** Waits for one screenshot. Its buffer is always closed, also after the wait timed out: a few fill up the pool. */
final class ScreenshotApi30 implements TakeScreenshotCallback, Executor {
  /** The platform answers within a second or, where the display went off meanwhile, never. */
  private static final int TIMEOUT_MS = 9_000;

  /** AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERVAL_TIME_SHORT. */
  private static final int TOO_SOON = 3;

  private static final String[] REASONS = {
    "the platform gives no reason",
    "an error within the platform",
    "the service may not take screenshots",
    "the last one was too short ago",
    "there is no such display",
    "there is no such window",
    "the window is secure"
  };

  // Guarded by this.
  private ScreenshotResult result;
  private int failure;
  private boolean isAnswered;
  private boolean isAbandoned;

  /** Runs the callback where it comes in: it only stores what it is given. */
  @Override
  public void execute(Runnable callback) {
    callback.run();
  }

  @Override
  public synchronized void onSuccess(ScreenshotResult screenshot) {
    if (isAbandoned) {
      screenshot.getHardwareBuffer().close();
      return;
    }
    result = screenshot;
    isAnswered = true;
    notifyAll();
  }

  @Override
  public synchronized void onFailure(int errorCode) {
    failure = errorCode;
    isAnswered = true;
    notifyAll();
  }

  /** @throws WireException SCREENSHOT_FAILED with the platform's reason */
  Picture await(CaptureRequest request) throws WireException, InterruptedException {
    ScreenshotResult screenshot = awaitResult();
    HardwareBuffer buffer = screenshot.getHardwareBuffer();
    Bitmap copy;
    try {
      Bitmap wrapped = Bitmap.wrapHardwareBuffer(buffer, screenshot.getColorSpace());
      copy = wrapped == null ? null : wrapped.copy(Bitmap.Config.ARGB_8888, false);
      if (wrapped != null) wrapped.recycle();
    } finally {
      buffer.close();
    }
    if (copy == null) throw new WireException(ErrorCode.SCREENSHOT_FAILED, "the picture cannot be read");
    return PictureEncoder.encode(copy, request, screenshot.getTimestamp());
  }

  /** Whether it failed as the one before was too short ago. */
  synchronized boolean isTooSoon() {
    return failure == TOO_SOON;
  }

  private synchronized ScreenshotResult awaitResult() throws WireException, InterruptedException {
    long end = Uptime.ms() + TIMEOUT_MS;
    try {
      for (long left = TIMEOUT_MS; !isAnswered && left > 0; left = end - Uptime.ms()) wait(left);
    } finally {
      isAbandoned = result == null;
    }
    if (result != null) return result;
    if (!isAnswered) throw new WireException(ErrorCode.SCREENSHOT_FAILED, "the platform did not answer");
    throw new WireException(ErrorCode.SCREENSHOT_FAILED, reason(failure));
  }

  /** AccessibilityService.ERROR_TAKE_SCREENSHOT_* count from 1. */
  static String reason(int error) {
    return error > 0 && error < REASONS.length ? REASONS[error] : REASONS[0] + " (" + error + ")";
  }
}
