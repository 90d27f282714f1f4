package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;

final class NodeApi30 {
  private NodeApi30() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.stateDescription = Texts.of(node.getStateDescription());
  }
}
