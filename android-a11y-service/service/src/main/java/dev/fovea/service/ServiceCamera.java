package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.os.Build;
import dev.fovea.android.Camera;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.WireException;

/**
 * Screenshots of an accessibility service. The system takes the time when the request reaches it, and has one clock for
 * all displays: a request that was paced well here may still be too soon there, and is made again.
 */
final class ServiceCamera implements Camera {
  /** Beyond that somebody else takes pictures through this very connection, and there is nobody. */
  private static final int MOST_TRIES = 3;

  /** AccessibilityService.takeScreenshot and takeScreenshotOfWindow, which are final. */
  interface Shutter {
    void release(CaptureRequest request, ScreenshotApi30 screenshot) throws WireException;
  }

  private final Shutter shutter;
  private final int intervalMs;

  /** @param intervalMs the shortest time between two screenshots */
  ServiceCamera(final AccessibilityService service, int intervalMs) {
    this(
        new Shutter() {
          @Override
          public void release(CaptureRequest request, ScreenshotApi30 screenshot) throws WireException {
            ask(service, request, screenshot);
          }
        },
        intervalMs);
  }

  ServiceCamera(Shutter shutter, int intervalMs) {
    this.shutter = shutter;
    this.intervalMs = intervalMs;
  }

  @Override
  public Picture capture(CaptureRequest request) throws WireException, InterruptedException {
    if (Build.VERSION.SDK_INT < 30) throw WireException.unsupported("screenshots of a service came with API 30");
    for (int tries = 1; ; tries++) {
      ScreenshotApi30 screenshot = new ScreenshotApi30();
      shutter.release(request, screenshot);
      try {
        return screenshot.await(request);
      } catch (WireException e) {
        if (!screenshot.isTooSoon() || tries == MOST_TRIES) throw e;
      }
      Thread.sleep(intervalMs);
    }
  }

  private static void ask(AccessibilityService service, CaptureRequest request, ScreenshotApi30 screenshot)
      throws WireException {
    if (request.windowId == null) {
      ServiceApi30.takeScreenshot(service, request.displayId, screenshot);
    } else if (Build.VERSION.SDK_INT >= 34) {
      ServiceApi34.takeScreenshotOfWindow(service, request.windowId, screenshot);
    } else {
      throw WireException.unsupported("screenshots of a window came with API 34");
    }
  }
}
