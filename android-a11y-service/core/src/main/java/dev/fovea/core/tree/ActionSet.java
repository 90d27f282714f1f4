package dev.fovea.core.tree;

import dev.fovea.core.json.JsonWriter;
import java.util.Arrays;

/** The actions of a node, comparable with those of other nodes. */
final class ActionSet {
  private final int[] ids;
  private final String[] labels;

  ActionSet(NodeData node) {
    ids = Arrays.copyOf(node.actionIds, node.actionCount);
    labels = Arrays.copyOf(node.actionLabels, node.actionCount);
  }

  void write(JsonWriter out) {
    out.beginArray();
    for (int i = 0; i < ids.length; i++) {
      NodeAction action = NodeAction.byId(ids[i]);
      if (action != null && labels[i] == null) {
        out.value(action.name());
      } else {
        out.beginObject().key("action");
        if (action != null) out.value(action.name());
        else out.value(ids[i]);
        out.key("label").value(labels[i]).endObject();
      }
    }
    out.endArray();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof ActionSet)) return false;
    return Arrays.equals(ids, ((ActionSet) other).ids) && Arrays.equals(labels, ((ActionSet) other).labels);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids) * 31 + Arrays.hashCode(labels);
  }
}
