package dev.fovea.core.tree;

import dev.fovea.core.json.JsonWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes nodes in document order as they are walked. A node is an array (see the protocol's README): what each node has
 * comes by position, what most have not in an object at the end; classes, packages, ids and action lists repeat a lot
 * and go into tables behind the nodes.
 */
final class TreeWriter {
  private static final String[] LIVE_REGIONS = {"none", "polite", "assertive"};
  private static final String[] RANGE_TYPES = {"integer", "float", "percent", "indeterminate"};
  private static final String[] SELECTION_MODES = {"none", "single", "multiple"};
  private static final String[] EXPANDED_STATES = {"undefined", "collapsed", "partial", "full"};

  private final int fields;
  private final JsonWriter out = new JsonWriter(32 * 1024);
  private final Map<String, Integer> names = new HashMap<>();
  private final List<String> nameList = new ArrayList<>();
  private final Map<ActionSet, Integer> actionSets = new HashMap<>();
  private final List<ActionSet> actionSetList = new ArrayList<>();

  TreeWriter(int fields) {
    this.fields = fields;
    out.beginObject().key("nodes").beginArray();
  }

  /** Writes one node; {@code parent} is the place of its parent among the nodes, -1 for the root. */
  void add(int parent, NodeData node) {
    int length = out.length();
    boolean isWhole = false;
    try {
      write(parent, node);
      isWhole = true;
    } finally {
      if (!isWhole) out.cut(length); // out of memory: the tree stays JSON
    }
  }

  private void write(int parent, NodeData node) {
    out.beginArray().value(parent).value(node.flags);
    out.value(node.left).value(node.top).value(node.right).value(node.bottom);
    out.value(name(node.className)).value(name(node.packageName)).value(name(node.resourceId));
    out.value(actions(node)).value(node.drawingOrder);
    boolean hasDetails = hasDetails(node);
    if (node.text != null || node.description != null || hasDetails) out.value(node.text);
    if (node.description != null || hasDetails) out.value(node.description);
    if (hasDetails) details(node);
    out.endArray();
  }

  /** The content of a window's tree: complete JSON. */
  byte[] finish() {
    out.endArray().key("names").beginArray();
    for (String name : nameList) out.value(name);
    out.endArray().key("actionSets").beginArray();
    for (ActionSet set : actionSetList) set.write(out);
    return out.endArray().endObject().toByteArray();
  }

  private int name(String name) {
    if (name == null) return -1;
    Integer known = names.get(name);
    if (known != null) return known;
    names.put(name, nameList.size());
    nameList.add(name);
    return nameList.size() - 1;
  }

  private int actions(NodeData node) {
    if (node.actionCount == 0 || !NodeField.actions.in(fields)) return -1;
    ActionSet set = new ActionSet(node);
    Integer known = actionSets.get(set);
    if (known != null) return known;
    actionSets.put(set, actionSetList.size());
    actionSetList.add(set);
    return actionSetList.size() - 1;
  }

  private boolean has(NodeField field, boolean isPresent) {
    return isPresent && field.in(fields);
  }

  private boolean hasDetails(NodeData n) {
    return hasWords(n) || hasNumbers(n);
  }

  private boolean hasWords(NodeData n) {
    return has(NodeField.hint, n.hint != null)
        || has(NodeField.stateDescription, n.stateDescription != null)
        || has(NodeField.error, n.error != null)
        || has(NodeField.paneTitle, n.paneTitle != null)
        || has(NodeField.tooltip, n.tooltip != null)
        || has(NodeField.containerTitle, n.containerTitle != null)
        || has(NodeField.supplementalDescription, n.supplementalDescription != null)
        || has(NodeField.roleDescription, n.roleDescription != null)
        || has(NodeField.testTag, n.testTag != null)
        || has(NodeField.uniqueId, n.uniqueId != null)
        || has(NodeField.targetUrl, n.targetUrl != null);
  }

  private boolean hasNumbers(NodeData n) {
    return has(NodeField.inputType, n.inputType != 0)
        || has(NodeField.maxTextLength, n.maxTextLength >= 0)
        || has(NodeField.selection, n.selectionStart >= 0)
        || has(NodeField.liveRegion, n.liveRegion != 0)
        || has(NodeField.range, n.rangeType >= 0)
        || has(NodeField.collection, n.hasCollection)
        || has(NodeField.collectionItem, n.hasCollectionItem)
        || has(NodeField.expanded, n.expandedState != 0);
  }

  private void details(NodeData n) {
    out.beginObject();
    words(NodeField.hint, n.hint);
    words(NodeField.stateDescription, n.stateDescription);
    words(NodeField.error, n.error);
    words(NodeField.paneTitle, n.paneTitle);
    words(NodeField.tooltip, n.tooltip);
    words(NodeField.containerTitle, n.containerTitle);
    words(NodeField.supplementalDescription, n.supplementalDescription);
    words(NodeField.roleDescription, n.roleDescription);
    words(NodeField.testTag, n.testTag);
    words(NodeField.uniqueId, n.uniqueId);
    words(NodeField.targetUrl, n.targetUrl);
    if (has(NodeField.inputType, n.inputType != 0)) out.key("inputType").value(n.inputType);
    if (has(NodeField.maxTextLength, n.maxTextLength >= 0)) out.key("maxTextLength").value(n.maxTextLength);
    if (has(NodeField.selection, n.selectionStart >= 0)) {
      out.key("selection").beginArray().value(n.selectionStart).value(n.selectionEnd).endArray();
    }
    if (has(NodeField.liveRegion, n.liveRegion != 0)) out.key("liveRegion").value(word(LIVE_REGIONS, n.liveRegion));
    if (has(NodeField.range, n.rangeType >= 0)) range(n);
    if (has(NodeField.collection, n.hasCollection)) collection(n);
    if (has(NodeField.collectionItem, n.hasCollectionItem)) collectionItem(n);
    if (has(NodeField.expanded, n.expandedState != 0)) {
      out.key("expanded").value(word(EXPANDED_STATES, n.expandedState));
    }
    out.endObject();
  }

  private void words(NodeField field, String value) {
    if (has(field, value != null)) out.key(field.name()).value(value);
  }

  private void range(NodeData n) {
    out.key("range").beginObject().key("type").value(word(RANGE_TYPES, n.rangeType));
    out.key("min").value(n.rangeMin).key("max").value(n.rangeMax).key("current").value(n.rangeCurrent).endObject();
  }

  private void collection(NodeData n) {
    out.key("collection").beginObject().key("rows").value(n.collectionRows).key("columns").value(n.collectionColumns);
    out.key("hierarchical").value(n.isHierarchical);
    out.key("selectionMode").value(word(SELECTION_MODES, n.selectionMode)).endObject();
  }

  private void collectionItem(NodeData n) {
    out.key("collectionItem").beginObject().key("row").value(n.itemRow).key("column").value(n.itemColumn);
    out.key("rowSpan").value(n.itemRowSpan).key("columnSpan").value(n.itemColumnSpan);
    out.key("heading").value(n.isItemHeading).key("selected").value(n.isItemSelected).endObject();
  }

  /** Null for a number that came with a later Android version. */
  private static String word(String[] words, int number) {
    return number >= 0 && number < words.length ? words[number] : null;
  }

  /** The actions of a node, to be told apart from others'. */
  private static final class ActionSet {
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
}
