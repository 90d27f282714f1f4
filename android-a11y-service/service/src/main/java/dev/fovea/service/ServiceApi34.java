package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.AccessibilityService.TakeScreenshotCallback;
import java.util.concurrent.Executor;

final class ServiceApi34 {
  private ServiceApi34() {}

  static void takeScreenshotOfWindow(
      AccessibilityService service, int windowId, Executor executor, TakeScreenshotCallback callback) {
    service.takeScreenshotOfWindow(windowId, executor, callback);
  }
}
