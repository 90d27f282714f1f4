package dev.fovea.android;

import android.util.SparseArray;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.core.tree.UiWindow;
import java.util.ArrayList;
import java.util.List;

/** Windows of all displays. AccessibilityWindowInfo.getDisplayId is hidden until API 33; the table's key is that id. */
final class WindowsApi30 {
  private WindowsApi30() {}

  static List<UiWindow> of(SparseArray<List<AccessibilityWindowInfo>> byDisplay) {
    List<UiWindow> windows = new ArrayList<>();
    for (int i = 0; byDisplay != null && i < byDisplay.size(); i++) {
      Integer display = byDisplay.keyAt(i);
      for (AccessibilityWindowInfo window : byDisplay.valueAt(i)) windows.add(new WindowAdapter(window, display));
    }
    return windows;
  }
}
