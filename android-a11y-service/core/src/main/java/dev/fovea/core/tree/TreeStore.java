package dev.fovea.core.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last trees of each window: what nodes are found in, and what need not be sent or walked again. */
public final class TreeStore {
  /** A caller that acts on the tree before the last one gets "node changed" rather than "unknown node". */
  private static final int KEPT_PER_WINDOW = 2;

  /** More than any screen has; those that were not walked for the longest time go first. */
  private static final int KEPT_WINDOWS = 32;

  /**
   * Most nodes at a time, besides those of the tree that was kept last. A node of the framework with its words and
   * actions takes 1 to 2 KB, and an app has 96 MB on small phones.
   */
  private static final int KEPT_NODES = 20_000;

  private final Map<Integer, Deque<WindowTree>> byWindow = new LinkedHashMap<>();

  /** Keeps a tree; one of the same content is replaced, as its nodes are the older ones. */
  public synchronized void keep(WindowTree tree) {
    if (tree.hash == null) return;
    Deque<WindowTree> trees = byWindow.remove(tree.windowId);
    if (trees == null) trees = new ArrayDeque<>();
    byWindow.put(tree.windowId, trees); // last in the map's order
    if (byWindow.size() > KEPT_WINDOWS) byWindow.remove(byWindow.keySet().iterator().next());
    for (Iterator<WindowTree> i = trees.iterator(); i.hasNext(); ) if (i.next().hash.equals(tree.hash)) i.remove();
    trees.addFirst(tree);
    if (trees.size() > KEPT_PER_WINDOW) trees.removeLast();
    for (int over = nodes() - KEPT_NODES; over > 0 && forgetOne(); ) over = nodes() - KEPT_NODES;
  }

  private int nodes() {
    int nodes = 0;
    for (Deque<WindowTree> trees : byWindow.values()) for (WindowTree tree : trees) nodes += tree.nodeCount;
    return nodes;
  }

  /** Older trees before last ones, and windows that were not walked for long before others; false for the very last. */
  private boolean forgetOne() {
    for (Deque<WindowTree> trees : byWindow.values()) {
      if (trees.size() < 2) continue;
      trees.removeLast();
      return true;
    }
    if (byWindow.size() < 2) return false;
    byWindow.remove(byWindow.keySet().iterator().next());
    return true;
  }

  /** The tree of that name; null where it is no longer kept. */
  public synchronized WindowTree find(int windowId, String hash) {
    Deque<WindowTree> trees = byWindow.get(windowId);
    if (trees == null) return null;
    for (WindowTree tree : trees) if (tree.hash.equals(hash)) return tree;
    return null;
  }

  /** The window's last tree; null where there is none. */
  public synchronized WindowTree last(int windowId) {
    Deque<WindowTree> trees = byWindow.get(windowId);
    return trees == null ? null : trees.peekFirst();
  }

  /** How many windows have a tree here. */
  public synchronized int size() {
    return byWindow.size();
  }

  public synchronized void clear() {
    byWindow.clear();
  }
}
