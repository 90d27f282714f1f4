package dev.fovea.core.tree;

import dev.fovea.core.json.JsonWriter;

/** The differences of a tree from another one of the same shape: the nodes that differ, whole. */
final class TreePatch {
  private final TreeContent tree;
  private final int[] places;
  private final int count;

  private TreePatch(TreeContent tree, int[] places, int count) {
    this.tree = tree;
    this.places = places;
    this.count = count;
  }

  /** Null where the trees differ in shape, or in so many nodes that the whole tree is as good. */
  static TreePatch between(TreeContent base, TreeContent tree) {
    if (base.nodeCount != tree.nodeCount) return null;
    int[] names = base.tables.names.placesIn(tree.tables.names);
    int[] actionSets = base.tables.actionSets.placesIn(tree.tables.actionSets);
    int[] places = new int[(tree.nodeCount - 1) / 2];
    int count = 0;
    for (int node = 0; node < tree.nodeCount; node++) {
      boolean isSame = tree.hasSameBytes(node, base) && hasSameWords(node, base, tree, names, actionSets);
      if (isSame) continue;
      if (count == places.length || !tree.hasSameParent(node, base)) return null;
      places[count++] = node;
    }
    return new TreePatch(tree, places, count);
  }

  /** @param names for each name of the base its place in the tree, and the same for the action sets */
  private static boolean hasSameWords(
      int node, TreeContent base, TreeContent tree, int[] names, int[] actionSets) {
    for (int word = TreeContent.NAMES; word < TreeContent.ROW; word++) {
      int was = base.of(node, word);
      int[] moved = word == TreeContent.ACTIONS ? actionSets : names;
      if (tree.of(node, word) == -1 ? was != -1 : was == -1 || moved[was] != tree.of(node, word)) return false;
    }
    return true;
  }

  /** @param base the name of the tree that this is a patch of */
  void write(JsonWriter out, String base) {
    NodeTables tables = new NodeTables();
    out.beginObject().key("base").value(base).key("places").beginArray();
    for (int i = 0; i < count; i++) out.value(places[i]);
    out.endArray().key("nodes").beginArray();
    for (int i = 0; i < count; i++) node(out, places[i], tables);
    out.endArray();
    tables.write(out);
    out.endObject();
  }

  /** The node's bytes, with its words as places in the patch's own tables. */
  private void node(JsonWriter out, int node, NodeTables tables) {
    out.beginArray().raw(tree.json, tree.of(node, TreeContent.FROM), tree.of(node, TreeContent.WORDS_FROM));
    for (int word = TreeContent.NAMES; word < TreeContent.ACTIONS; word++) {
      out.value(tables.names.placeOf(tree.tables.names.at(tree.of(node, word))));
    }
    out.value(tables.actionSets.placeOf(tree.tables.actionSets.at(tree.of(node, TreeContent.ACTIONS))));
    out.raw(tree.json, tree.of(node, TreeContent.REST_FROM) + 1, tree.of(node, TreeContent.END)).endArray();
  }
}
