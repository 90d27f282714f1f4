package dev.fovea.android;

import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;
import dev.fovea.core.tree.ActionArguments;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.UiNode;

/**
 * A node of the framework. It is never recycled: trees are kept for later acts, below API 33 a recycled node would turn
 * into another one, and from 33 on recycling does nothing.
 */
final class NodeAdapter implements UiNode {
  private final AccessibilityNodeInfo node;

  private NodeAdapter(AccessibilityNodeInfo node) {
    this.node = node;
  }

  /** Null for null. */
  static NodeAdapter of(AccessibilityNodeInfo node) {
    return node == null ? null : new NodeAdapter(node);
  }

  /** AccessibilityNodeInfo.equals compares the window's and the node's id. */
  @Override
  public Object identity() {
    return node;
  }

  @Override
  public void read(NodeData out) {
    NodeReader.read(node, out);
  }

  @Override
  public int childCount() {
    return node.getChildCount();
  }

  @Override
  public UiNode child(int index, int prefetchFlags) {
    return of(Build.VERSION.SDK_INT >= 33 ? NodeApi33.child(node, index, prefetchFlags) : node.getChild(index));
  }

  @Override
  public boolean refresh() {
    return node.refresh();
  }

  @Override
  public boolean perform(int actionId, ActionArguments arguments) {
    return node.performAction(actionId, ActionBundle.of(arguments));
  }
}
