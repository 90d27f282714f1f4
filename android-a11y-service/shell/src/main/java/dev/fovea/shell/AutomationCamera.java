package dev.fovea.shell;

import android.app.UiAutomation;
import android.graphics.Bitmap;
import dev.fovea.android.Camera;
import dev.fovea.android.PictureEncoder;
import dev.fovea.core.Uptime;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;

/**
 * UiAutomation.takeScreenshot: one public method on every release. Below it lies UiAutomationConnection, which runs in
 * this very process with the shell's right to read the screen, so that it is always the framework's own code that knows
 * which of SurfaceControl's ever-changing methods this release has. It takes the default display alone.
 */
final class AutomationCamera implements Camera {
  private final UiAutomation automation;

  AutomationCamera(UiAutomation automation) {
    this.automation = automation;
  }

  @Override
  public Picture capture(CaptureRequest request) throws WireException {
    if (request.displayId != 0) throw WireException.unsupported("the shell host sees the default display only");
    long askedAtMs = Uptime.ms();
    Bitmap taken = automation.takeScreenshot();
    if (taken == null) {
      throw new WireException(ErrorCode.SCREENSHOT_FAILED, "the platform gave none: a secure window, or the screen is off");
    }
    return PictureEncoder.encode(taken, request, askedAtMs);
  }
}
