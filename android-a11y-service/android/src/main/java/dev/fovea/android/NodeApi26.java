package dev.fovea.android;

import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;

final class NodeApi26 {
  private NodeApi26() {}

  /** The hint is read whether wanted or not: where it shows, the core takes it for the text otherwise. */
  static void read(AccessibilityNodeInfo node, NodeData out) {
    out.hint = Texts.of(node.getHintText());
    out.set(NodeFlag.showingHint, node.isShowingHintText());
  }
}
