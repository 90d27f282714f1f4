package dev.fovea.android;

import android.util.SparseArray;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.List;

/** What an AccessibilityService and a UiAutomation both give, each by methods of its own. */
public interface Connection {
  /** Windows of the default display, front to back; null where there is no connection. */
  List<AccessibilityWindowInfo> windows();

  /** By display. Called from API 30 on. */
  SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays();

  /** @param focus AccessibilityNodeInfo.FOCUS_INPUT or FOCUS_ACCESSIBILITY */
  AccessibilityNodeInfo findFocus(int focus);

  void clearCache();

  boolean performGlobalAction(int id);
}
