package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;

final class NodeApi34 {
  private NodeApi34() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.containerTitle = Texts.of(node.getContainerTitle());
    out.set(NodeFlag.dataSensitive, node.isAccessibilityDataSensitive());
  }
}
