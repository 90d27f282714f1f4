package dev.fovea.core.tree;

import java.util.Arrays;

/**
 * A tree as it is sent, and where its nodes stand in that, so that it can be compared with another one node by node. A
 * node's bytes say all of it but its words, which are places in the tree's own tables: these are kept as numbers.
 */
final class TreeContent {
  /** Numbers of a row, one row for each node: see the constants below. */
  static final int ROW = 8;
  /** Where the node's first number stands, the place of its parent. */
  static final int FROM = 0;
  /** The end of the numbers before the words. */
  static final int WORDS_FROM = 1;
  /** Where the comma behind the words stands. */
  static final int REST_FROM = 2;
  /** Where the node's last bracket stands. */
  static final int END = 3;
  /** Class, package and resource id, places in the names; -1 is none. */
  static final int NAMES = 4;
  /** A place in the action sets; -1 is none. */
  static final int ACTIONS = 7;

  /** The whole content, complete JSON. */
  final byte[] json;
  final NodeTables tables;
  final int nodeCount;
  private final int[] rows;

  TreeContent(byte[] json, NodeTables tables, int[] rows, int nodeCount) {
    this.json = json;
    this.tables = tables;
    this.nodeCount = nodeCount;
    this.rows = Arrays.copyOf(rows, nodeCount * ROW);
  }

  /** One of the numbers of a node's row. */
  int of(int node, int number) {
    return rows[node * ROW + number];
  }

  /** Whether a node says what the node at the same place of another tree says, words excepted. */
  boolean hasSameBytes(int node, TreeContent other) {
    return isSame(node, FROM, WORDS_FROM, other) && isSame(node, REST_FROM, END, other);
  }

  /** Whether a node has the same parent as the node at the same place of another tree. */
  boolean hasSameParent(int node, TreeContent other) {
    int here = of(node, FROM);
    int there = other.of(node, FROM);
    for (; json[here] == other.json[there]; here++, there++) if (json[here] == ',') return true;
    return false;
  }

  private boolean isSame(int node, int from, int end, TreeContent other) {
    int here = of(node, from);
    int there = other.of(node, from);
    int length = of(node, end) - here;
    if (length != other.of(node, end) - there) return false;
    for (int i = 0; i < length; i++) if (json[here + i] != other.json[there + i]) return false;
    return true;
  }
}
