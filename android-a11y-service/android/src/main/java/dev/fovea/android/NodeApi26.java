package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;

final class NodeApi26 {
  private NodeApi26() {}

  /** The hint is always read: else the core would take a hint that is shown for the text. */
  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.hint = Texts.of(node.getHintText());
    out.set(NodeFlag.showingHint, node.isShowingHintText());
  }
}
