package dev.fovea.core.tree;

import dev.fovea.core.event.EventRing;
import dev.fovea.core.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Takes snapshots: every window is walked by a thread of its own, so that a hung app costs its window alone. */
public final class Snapshots {
  /** A walk ends itself at its time; one that has not by then is waiting for its app. */
  private static final int GRACE_MS = 30;

  private final EventRing events;
  private final Executor walkers;
  private final SipHash hasher = SipHash.withRandomKey();
  private final TreeStore store = new TreeStore();
  /** Walks that nobody waits for any more, by window; each holds its thread until its app answers. */
  private final Map<Integer, WindowWalk> hung = new ConcurrentHashMap<>();

  public Snapshots(EventRing events, Executor walkers) {
    this.events = events;
    this.walkers = walkers;
  }

  public TreeStore store() {
    return store;
  }

  /** Ids of the windows whose app does not answer. */
  public List<Integer> hungWindows() {
    List<Integer> ids = new ArrayList<>();
    for (Integer id : hung.keySet()) if (isHung(id)) ids.add(id);
    return ids;
  }

  /** The tree of each window that need not be walked, by window. */
  public Map<Integer, WindowTree> reusable(
      List<? extends UiWindow> windows, SnapshotOptions options, WalkOptions walk) {
    Map<Integer, WindowTree> trees = new HashMap<>();
    if (!options.mayReuse || options.isForced) return trees;
    for (UiWindow window : windows) {
      WindowTree last = store.last(window.id());
      boolean isCurrent = last != null && last.satisfies(walk) && events.isCleanSince(window.id(), last.seq);
      if (isCurrent) trees.put(window.id(), last);
    }
    return trees;
  }

  /**
   * The windows with their trees, in the order given.
   *
   * @param reused what {@link #reusable} gave
   * @param seq number of the last event before the caller asked for the windows
   */
  public List<WindowSnapshot> take(
      List<? extends UiWindow> windows, Map<Integer, WindowTree> reused, WalkOptions options, long seq)
      throws InterruptedException {
    hungWindows(); // forgets those that ended: a closed window is never asked for again, and would keep its nodes
    long end = System.nanoTime() + (options.maxMs + GRACE_MS) * 1_000_000L;
    Map<Integer, WindowWalk> walks = new HashMap<>();
    for (UiWindow window : windows) {
      int id = window.id();
      if (!reused.containsKey(id) && !isHung(id)) walks.put(id, start(window, options, seq));
    }
    try {
      List<WindowSnapshot> snapshots = new ArrayList<>();
      for (UiWindow window : windows) {
        WindowTree known = reused.get(window.id());
        WindowWalk walk = walks.get(window.id());
        WindowTree tree = known != null ? known : result(window.id(), walk, end);
        if (tree == null) tree = WindowTree.hung(window.id(), seq, options.fields);
        snapshots.add(new WindowSnapshot(window, tree, known != null));
      }
      return snapshots;
    } finally {
      for (Map.Entry<Integer, WindowWalk> walk : walks.entrySet()) {
        if (walk.getValue().abandon()) hung.put(walk.getKey(), walk.getValue());
      }
    }
  }

  /** @param mayPatch whether a tree may be sent as its differences from the one that the client has */
  public void write(JsonWriter out, List<WindowSnapshot> windows, SnapshotOptions options, boolean mayPatch) {
    out.beginArray();
    for (WindowSnapshot window : windows) {
      String had = options.had(window.id);
      window.write(out, had, mayPatch ? store.find(window.id, had) : null);
    }
    out.endArray();
  }

  private WindowWalk start(UiWindow window, WalkOptions options, long seq) {
    WindowWalk walk = new WindowWalk(window, options, hasher, seq);
    walkers.execute(walk);
    return walk;
  }

  /** Null where the window is not walked, as its app is known to hang. */
  private WindowTree result(int windowId, WindowWalk walk, long end) throws InterruptedException {
    if (walk == null) return null;
    WindowTree tree = walk.resultBy(end);
    if (tree.error == WindowError.TIMEOUT) hung.put(windowId, walk);
    store.keep(tree);
    return tree;
  }

  private boolean isHung(int windowId) {
    WindowWalk walk = hung.get(windowId);
    if (walk == null || walk.isRunning()) return walk != null;
    hung.remove(windowId, walk);
    return false;
  }
}
