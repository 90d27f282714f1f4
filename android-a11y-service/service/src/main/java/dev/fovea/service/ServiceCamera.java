package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.os.Build;
import dev.fovea.android.Camera;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.WireException;

final class ServiceCamera implements Camera {
  private final AccessibilityService service;

  ServiceCamera(AccessibilityService service) {
    this.service = service;
  }

  @Override
  public Picture capture(CaptureRequest request) throws WireException, InterruptedException {
    if (Build.VERSION.SDK_INT < 30) throw WireException.unsupported("screenshots of a service came with API 30");
    ScreenshotApi30 screenshot = new ScreenshotApi30();
    if (request.windowId == null) {
      ServiceApi30.takeScreenshot(service, request.displayId, screenshot, screenshot);
    } else if (Build.VERSION.SDK_INT >= 34) {
      ServiceApi34.takeScreenshotOfWindow(service, request.windowId, screenshot, screenshot);
    } else {
      throw WireException.unsupported("screenshots of a window came with API 34");
    }
    return screenshot.await(request);
  }
}
