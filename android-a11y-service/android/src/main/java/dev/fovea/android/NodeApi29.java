package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;

final class NodeApi29 {
  private NodeApi29() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.set(NodeFlag.textEntryKey, node.isTextEntryKey());
  }
}
