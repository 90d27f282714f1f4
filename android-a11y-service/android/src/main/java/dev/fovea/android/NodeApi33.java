package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;

final class NodeApi33 {
  private NodeApi33() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.uniqueId = node.getUniqueId();
    out.set(NodeFlag.textSelectable, node.isTextSelectable());
  }

  static AccessibilityNodeInfo child(AccessibilityNodeInfo node, int index, int prefetchFlags) {
    return node.getChild(index, prefetchFlags);
  }
}
