package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.AccessibilityService.TakeScreenshotCallback;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.List;
import java.util.concurrent.Executor;

final class ServiceApi30 {
  private ServiceApi30() {}

  static SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays(AccessibilityService service) {
    return service.getWindowsOnAllDisplays();
  }

  static void takeScreenshot(
      AccessibilityService service, int displayId, Executor executor, TakeScreenshotCallback callback) {
    service.takeScreenshot(displayId, executor, callback);
  }
}
