package dev.fovea.core.tree;

import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a snapshot request asks for. */
public final class SnapshotOptions {
  private static final int MAX_LIST = 256;
  private static final List<String> BASES = Collections.unmodifiableList(Arrays.asList("walk", "events"));

  /** Null is every window. */
  public final Set<Integer> windowIds;
  /** Null is every display. */
  public final Integer displayId;
  /** Whether a tree that no event called out of date may stand for a walk. */
  public final boolean mayReuse;
  /** Whether the framework's cache is dropped even where that is costly. */
  public final boolean isForced;
  public final boolean wantsFacts;
  /** The names of the trees that the client has, by window: what is in them is not sent again. */
  private final Map<Integer, String> since = new HashMap<>();
  private final int fields;
  private final int maxMs;
  private final int maxNodes;
  private final int maxDepth;

  public SnapshotOptions(Args args) throws WireException {
    windowIds = ids(args.list("windows", MAX_LIST));
    displayId = args.has("display") ? (Integer) args.integer("display", 0, Integer.MAX_VALUE) : null;
    mayReuse = args.choice("basis", BASES, "walk").equals("events");
    isForced = args.bool("forced", false);
    wantsFacts = args.bool("facts", false);
    fields = fields(args.list("fields", NodeField.values().length));
    readSince(args.list("since", MAX_LIST));
    Args budget = args.objectOrEmpty("budget");
    int totalMs = budget.integer("ms", 10, 30_000, 1_500);
    maxMs = Math.min(totalMs, budget.integer("windowMs", 10, 30_000, 1_000));
    maxNodes = budget.integer("nodes", 1, 20_000, 5_000);
    maxDepth = budget.integer("depth", 1, 1_000, 120);
    budget.end();
    args.end();
  }

  public WalkOptions walkOptions(Prefetch prefetch) {
    return new WalkOptions(fields, maxMs, maxNodes, maxDepth, prefetch.flags);
  }

  /** The name of the tree that the client has of a window; null where it has none. */
  String had(int windowId) {
    return since.get(windowId);
  }

  private static Set<Integer> ids(List<?> list) throws WireException {
    if (list == null) return null;
    Set<Integer> ids = new HashSet<>();
    for (Object id : list) ids.add((int) Args.wholeNumber("params.windows", id, Integer.MIN_VALUE, Integer.MAX_VALUE));
    return ids;
  }

  private static int fields(List<?> names) throws WireException {
    if (names == null) return NodeField.ALL;
    int fields = 0;
    for (Object name : names) fields |= field(name).bit();
    return fields;
  }

  private static NodeField field(Object name) throws WireException {
    for (NodeField field : NodeField.values()) if (field.name().equals(name)) return field;
    throw WireException.invalid("params.fields names an unknown field");
  }

  private void readSince(List<?> trees) throws WireException {
    if (trees == null) return;
    for (Object item : trees) {
      Args tree = Args.of("params.since", item);
      since.put(tree.integer("window", Integer.MIN_VALUE, Integer.MAX_VALUE), tree.string("tree", 16));
      tree.end();
    }
  }
}
