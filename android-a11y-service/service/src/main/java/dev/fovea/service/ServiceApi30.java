package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.List;

final class ServiceApi30 {
  private ServiceApi30() {}

  static SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays(AccessibilityService service) {
    return service.getWindowsOnAllDisplays();
  }

  static void takeScreenshot(AccessibilityService service, int displayId, ScreenshotApi30 screenshot) {
    service.takeScreenshot(displayId, screenshot, screenshot);
  }
}
