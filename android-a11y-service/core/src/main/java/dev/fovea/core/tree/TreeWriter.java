package dev.fovea.core.tree;

import dev.fovea.core.json.JsonWriter;
import java.util.Arrays;

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
  private final NodeTables tables = new NodeTables();
  private int[] rows = new int[128 * TreeContent.ROW];
  private int count;

  TreeWriter(int fields) {
    this.fields = fields;
    out.beginObject().key("nodes").beginArray();
  }

  /** Writes one node; {@code parent} is the place of its parent among the nodes, -1 for the root. */
  void add(int parent, NodeData node) {
    int length = out.length();
    boolean isWhole = false;
    try {
      int row = count * TreeContent.ROW;
      if (row == rows.length) rows = Arrays.copyOf(rows, rows.length * 2);
      write(parent, node, row);
      count++;
      isWhole = true;
    } finally {
      if (!isWhole) out.cut(length); // out of memory: the tree stays JSON
    }
  }

  private void write(int parent, NodeData node, int row) {
    rows[row + TreeContent.FROM] = out.beginArray().length();
    out.value(parent).value(node.flags);
    out.value(node.left).value(node.top).value(node.right).value(node.bottom);
    rows[row + TreeContent.WORDS_FROM] = out.length();
    rows[row + TreeContent.NAMES] = tables.names.placeOf(node.className);
    rows[row + TreeContent.NAMES + 1] = tables.names.placeOf(node.packageName);
    rows[row + TreeContent.NAMES + 2] = tables.names.placeOf(node.resourceId);
    rows[row + TreeContent.ACTIONS] = tables.actionSets.placeOf(actions(node));
    for (int word = TreeContent.NAMES; word < TreeContent.ROW; word++) out.value(rows[row + word]);
    rows[row + TreeContent.REST_FROM] = out.length();
    out.value(node.drawingOrder);
    boolean hasDetails = hasDetails(node);
    if (node.text != null || node.description != null || hasDetails) out.value(node.text);
    if (node.description != null || hasDetails) out.value(node.description);
    if (hasDetails) details(node);
    rows[row + TreeContent.END] = out.length();
    out.endArray();
  }

  /** The content of a window's tree. */
  TreeContent finish() {
    tables.write(out.endArray());
    return new TreeContent(out.endObject().toByteArray(), tables, rows, count);
  }

  private ActionSet actions(NodeData node) {
    return node.actionCount == 0 || !NodeField.actions.in(fields) ? null : new ActionSet(node);
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
}
