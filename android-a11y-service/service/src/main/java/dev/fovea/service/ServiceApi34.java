package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;

final class ServiceApi34 {
  private ServiceApi34() {}

  static void takeScreenshotOfWindow(AccessibilityService service, int windowId, ScreenshotApi30 screenshot) {
    service.takeScreenshotOfWindow(windowId, screenshot, screenshot);
  }
}
