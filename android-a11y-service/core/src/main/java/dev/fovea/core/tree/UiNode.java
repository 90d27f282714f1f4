package dev.fovea.core.tree;

/** A node as the accessibility framework sees it. Only {@link #child} and {@link #refresh} may ask the app. */
public interface UiNode {
  /** Equal for two handles of one node of the screen, else not: what finds cycles. Cheap. */
  Object identity();

  /** Fills in what the framework says; {@code out} was reset before. Cheap, no call to the app. */
  void read(NodeData out);

  int childCount();

  /** Null where the child is gone. Blocks like {@link UiWindow#root}. */
  UiNode child(int index, int prefetchFlags);

  /** Asks the app for this node's state as of now; false where the node is gone. Blocks like {@link UiWindow#root}. */
  boolean refresh();

  /** False where the app refused, or has no such action. Blocks like {@link UiWindow#root}. */
  boolean perform(int actionId, ActionArguments arguments);
}
