package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;

final class NodeApi28 {
  private NodeApi28() {}

  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.paneTitle = Texts.of(node.getPaneTitle());
    out.tooltip = Texts.of(node.getTooltipText());
    out.set(NodeFlag.heading, node.isHeading());
    out.set(NodeFlag.screenReaderFocusable, node.isScreenReaderFocusable());
  }
}
