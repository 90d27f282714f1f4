package dev.fovea.shell;

import android.app.UiAutomation;

final class AutomationApi34 {
  private AutomationApi34() {}

  static void clearCache(UiAutomation automation) {
    automation.clearCache();
  }
}
