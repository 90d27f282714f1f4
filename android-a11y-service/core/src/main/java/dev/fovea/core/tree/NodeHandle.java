package dev.fovea.core.tree;

/** A node of a tree that was sent, kept so that it can be found and acted on. */
public final class NodeHandle {
  private final UiNode node;
  private final boolean isWithinPassword;
  private final long likeness;

  /** @param data the node's facts as they were sent, after {@link PasswordRule} */
  NodeHandle(UiNode node, NodeData data, boolean isWithinPassword) {
    this.node = node;
    this.isWithinPassword = isWithinPassword;
    likeness = likeness(data);
  }

  public UiNode node() {
    return node;
  }

  /**
   * Whether the node still is what it was: lists reuse a row's node for other content, and its identity stays the same.
   * What a user types does not count as a change. Call {@link UiNode#refresh} before.
   */
  public boolean isStillAlike(NodeData scratch) {
    scratch.reset();
    scratch.wanted = NodeField.inputType.bit();
    node.read(scratch);
    PasswordRule.apply(scratch, isWithinPassword);
    return likeness(scratch) == likeness;
  }

  private static long likeness(NodeData node) {
    boolean isTyped = NodeFlag.editable.in(node.flags) || NodeFlag.masked.in(node.flags);
    long sum = hash(node.className);
    sum = sum * 0x100000001b3L + hash(node.resourceId);
    sum = sum * 0x100000001b3L + hash(node.description);
    return sum * 0x100000001b3L + (isTyped ? 0 : hash(node.text));
  }

  private static long hash(String text) {
    return text == null ? -1 : text.hashCode() & 0xffffffffL;
  }
}
