package dev.fovea.android;

import android.os.Bundle;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.ActionArguments;

/** Arguments of an action as performAction takes them. */
final class ActionBundle {
  private ActionBundle() {}

  /** Null where there are none. */
  static Bundle of(ActionArguments from) {
    Bundle to = new Bundle();
    if (from.text != null) to.putCharSequence(AccessibilityNodeInfo.ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, from.text);
    put(to, AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_START_INT, from.start);
    put(to, AccessibilityNodeInfo.ACTION_ARGUMENT_SELECTION_END_INT, from.end);
    put(to, AccessibilityNodeInfo.ACTION_ARGUMENT_ROW_INT, from.row);
    put(to, AccessibilityNodeInfo.ACTION_ARGUMENT_COLUMN_INT, from.column);
    put(to, AccessibilityNodeInfo.ACTION_ARGUMENT_MOVEMENT_GRANULARITY_INT, from.granularity);
    if (from.value != null) to.putFloat(AccessibilityNodeInfo.ACTION_ARGUMENT_PROGRESS_VALUE, from.value);
    if (from.extend != null) {
      to.putBoolean(AccessibilityNodeInfo.ACTION_ARGUMENT_EXTEND_SELECTION_BOOLEAN, from.extend);
    }
    return to.isEmpty() ? null : to;
  }

  private static void put(Bundle to, String name, Integer value) {
    if (value != null) to.putInt(name, value);
  }
}
