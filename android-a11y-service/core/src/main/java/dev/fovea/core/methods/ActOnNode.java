package dev.fovea.core.methods;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.ActionArguments;
import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeHandle;
import dev.fovea.core.tree.UiNode;
import dev.fovea.core.tree.WindowTree;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An action of a node of a tree that was sent, or of the node that has the focus. */
final class ActOnNode extends Method {
  private static final int MAX_TEXT = 500_000;
  /** Each costs a question to the app. */
  private static final int MAX_ALONGSIDE = 16;
  private static final List<String> FOCUSES = Collections.unmodifiableList(Arrays.asList("input", "accessibility"));

  private final Engine engine;

  ActOnNode(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    Target target = new Target(params.object("target"));
    List<?> alongside = params.list("alongside", MAX_ALONGSIDE);
    int action = action(params.any("action"), params);
    ActionArguments arguments = arguments(params);
    boolean mayDiffer = params.bool("mayDiffer", false);
    params.end();

    Platform platform = engine.platform();
    long seq = engine.events.lastSeq();
    if (alongside != null) requireAlike(target, alongside);
    UiNode node = target.focus == null ? find(target, mayDiffer) : focused(platform, target.focus);
    caller.beginAct();
    boolean isPerformed = node.perform(action, arguments);
    result.beginObject().key("performed").value(isPerformed).key("seq").value(seq).endObject();
    return null;
  }

  private static int action(Object action, Args params) throws WireException {
    if (action instanceof Long) return (int) Args.wholeNumber("params.action", action, 1, Integer.MAX_VALUE);
    NodeAction named = action instanceof String ? NodeAction.byName((String) action) : null;
    if (named == null) throw WireException.invalid("params.action is not the name or id of an action");
    for (String argument : named.needs) {
      if (!params.has(argument)) throw WireException.invalid(named.name() + " needs params." + argument);
    }
    return named.id;
  }

  private static ActionArguments arguments(Args params) throws WireException {
    ActionArguments arguments = new ActionArguments();
    arguments.text = params.string("text", MAX_TEXT, null);
    arguments.start = whole(params, "start");
    arguments.end = whole(params, "end");
    arguments.row = whole(params, "row");
    arguments.column = whole(params, "column");
    arguments.granularity = whole(params, "granularity");
    if (params.has("extend")) arguments.extend = params.bool("extend", false);
    if (params.has("value")) arguments.value = params.number("value", -Float.MAX_VALUE, Float.MAX_VALUE);
    return arguments;
  }

  private static Integer whole(Args params, String name) throws WireException {
    return params.has(name) ? (Integer) params.integer(name, 0, Integer.MAX_VALUE) : null;
  }

  /** What says which row the node is in: a recycled row keeps its nodes, and all of its buttons say the same. */
  private void requireAlike(Target target, List<?> alongside) throws WireException {
    if (target.focus != null) throw WireException.invalid("params.alongside goes with a node of a tree");
    WindowTree tree = treeOf(target);
    for (Object place : alongside) {
      long node = Args.wholeNumber("params.alongside", place, 0, Integer.MAX_VALUE);
      alike(handleOf(tree, (int) node, "params.alongside"), false, "a node alongside");
    }
  }

  private UiNode find(Target target, boolean mayDiffer) throws WireException {
    return alike(handleOf(treeOf(target), target.node, "params.target.node"), mayDiffer, "the node");
  }

  private WindowTree treeOf(Target target) throws WireException {
    WindowTree tree = engine.snapshots.store().find(target.window, target.tree);
    if (tree == null) throw new WireException(ErrorCode.STALE_NODE, "this tree of the window is no longer kept");
    return tree;
  }

  private static NodeHandle handleOf(WindowTree tree, int node, String name) throws WireException {
    NodeHandle handle = tree.node(node);
    if (handle == null) throw WireException.invalid(name + " is beyond the tree's " + tree.nodeCount);
    return handle;
  }

  private static UiNode alike(NodeHandle handle, boolean mayDiffer, String what) throws WireException {
    synchronized (handle) { // a refresh changes the node in place
      if (!handle.node().refresh()) throw new WireException(ErrorCode.STALE_NODE, what + " is gone from the screen");
      if (!mayDiffer && !handle.isStillAlike(new NodeData())) {
        throw new WireException(ErrorCode.NODE_CHANGED, what + " shows something else than in the tree");
      }
      return handle.node();
    }
  }

  private static UiNode focused(Platform platform, String focus) throws WireException {
    UiNode node = platform.findFocus(focus.equals("input"));
    if (node == null) throw new WireException(ErrorCode.NO_FOCUS, "nothing has the " + focus + " focus");
    return node;
  }

  /** Either a node of a tree or a focus. */
  private static final class Target {
    final String focus;
    final int window;
    final String tree;
    final int node;

    Target(Args args) throws WireException {
      focus = args.choice("focus", FOCUSES, null);
      boolean isFocus = focus != null;
      window = isFocus ? 0 : args.integer("window", Integer.MIN_VALUE, Integer.MAX_VALUE);
      tree = isFocus ? null : args.string("tree", 16);
      node = isFocus ? 0 : args.integer("node", 0, Integer.MAX_VALUE);
      args.end();
    }
  }
}
