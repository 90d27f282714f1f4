package dev.fovea.core;

import dev.fovea.core.tree.ActionArguments;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;
import dev.fovea.core.tree.UiNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A node that a test makes up. Its fields are what the app shows now; the framework's handle is the object itself. */
class FakeNode implements UiNode {
  final List<UiNode> children = new ArrayList<>();
  final List<String> performed = new ArrayList<>();
  String className = "android.view.View";
  String packageName = "com.example.app";
  String resourceId;
  String text;
  String description;
  String hint;
  String stateDescription;
  String testTag;
  int inputType;
  int flags = NodeFlag.enabled.bit() | NodeFlag.visibleToUser.bit() | NodeFlag.importantForAccessibility.bit();
  int[] bounds = {0, 0, 100, 50};
  int drawingOrder;
  int selectionStart = -1;
  int selectionEnd = -1;
  int[] actions = {};
  /** Fills in what has no field here. */
  Consumer<NodeData> more;
  boolean isGone;
  boolean acceptsActions = true;
  /** While it is there and closed, the app does not answer. */
  volatile CountDownLatch hang;

  FakeNode child(FakeNode child) {
    children.add(child);
    return this;
  }

  FakeNode set(NodeFlag flag) {
    flags |= flag.bit();
    return this;
  }

  static FakeNode of(String className, String text) {
    FakeNode node = new FakeNode();
    node.className = className;
    node.text = text;
    return node;
  }

  @Override
  public Object identity() {
    return this;
  }

  @Override
  public synchronized void read(NodeData out) {
    out.className = className;
    out.packageName = packageName;
    out.resourceId = resourceId;
    out.text = text;
    out.description = description;
    out.hint = hint;
    out.stateDescription = stateDescription;
    out.testTag = testTag;
    out.inputType = inputType;
    out.flags = flags;
    out.left = bounds[0];
    out.top = bounds[1];
    out.right = bounds[2];
    out.bottom = bounds[3];
    out.drawingOrder = drawingOrder;
    out.selectionStart = selectionStart;
    out.selectionEnd = selectionEnd;
    for (int action : actions) out.addAction(action, null);
    if (more != null) more.accept(out);
  }

  @Override
  public int childCount() {
    return children.size();
  }

  /** A null among the children is one that was announced and is gone. */
  @Override
  public UiNode child(int index, int prefetchFlags) {
    awaitApp();
    return children.get(index);
  }

  @Override
  public boolean refresh() {
    awaitApp();
    return !isGone;
  }

  @Override
  public synchronized boolean perform(int actionId, ActionArguments arguments) {
    performed.add(actionId + (arguments.text == null ? "" : " " + arguments.text));
    if (acceptsActions && arguments.text != null) text = arguments.text;
    return acceptsActions;
  }

  /** Ignores interrupts while it waits, as the framework does. */
  private void awaitApp() {
    CountDownLatch latch = hang;
    boolean isInterrupted = false;
    while (latch != null && latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) Thread.currentThread().interrupt();
  }
}
