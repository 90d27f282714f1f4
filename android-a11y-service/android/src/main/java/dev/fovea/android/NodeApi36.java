package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;
import java.lang.reflect.Method;

/** Public methods of API 36, called by reflection: the code is compiled with JDK 17, which cannot read API 36's jar. */
final class NodeApi36 {
  /** AccessibilityNodeInfo.CHECKED_STATE_PARTIAL. */
  private static final int PARTIAL = 2;

  private static final Method CHECKED = method("getChecked");
  private static final Method EXPANDED = method("getExpandedState");
  private static final Method REQUIRED = method("isFieldRequired");
  private static final Method SUPPLEMENT = method("getSupplementalDescription");

  private NodeApi36() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    Object checked = call(CHECKED, node);
    if (checked != null) {
      out.set(NodeFlag.checked, (Integer) checked == 1);
      out.set(NodeFlag.partiallyChecked, (Integer) checked == PARTIAL);
    }
    Object expanded = call(EXPANDED, node);
    if (expanded != null) out.expandedState = (Integer) expanded;
    out.set(NodeFlag.required, Boolean.TRUE.equals(call(REQUIRED, node)));
    out.supplementalDescription = Texts.of((CharSequence) call(SUPPLEMENT, node));
  }

  private static Method method(String name) {
    try {
      return AccessibilityNodeInfo.class.getMethod(name);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static Object call(Method method, AccessibilityNodeInfo node) {
    if (method == null) return null;
    try {
      return method.invoke(node);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
