package dev.fovea.shell;

import android.app.UiAutomation;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.List;

final class AutomationApi30 {
  private AutomationApi30() {}

  static SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays(UiAutomation automation) {
    return automation.getWindowsOnAllDisplays();
  }
}
