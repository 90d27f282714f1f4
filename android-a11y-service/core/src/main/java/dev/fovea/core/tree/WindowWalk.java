package dev.fovea.core.tree;

import dev.fovea.core.Uptime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One walk of one window, depth first and without recursion. It runs in a thread of its own, because a call to a hung
 * app blocks for seconds. A caller whose time is up takes the nodes read so far, and the walk ends by itself at the
 * next node that it gets.
 */
final class WindowWalk implements Runnable {
  /** From the framework's cache a node comes in microseconds, from the app in 0.3 ms at best. */
  private static final long ROUND_TRIP_NANOS = 200_000;

  private final UiWindow window;
  private final WalkOptions options;
  private final SipHash hasher;
  private final long startedAt = System.nanoTime();
  private final Deque<Step> path = new ArrayDeque<>();
  private final Set<Object> seen = new HashSet<>();
  private final NodeData data = new NodeData();
  private volatile boolean isRunning = true;

  // Guarded by this: the walking thread adds, the waiting one may close the tree between two nodes.
  private final WalkCounts counts;
  private final TreeWriter writer;
  private final List<NodeHandle> nodes = new ArrayList<>();
  private WindowTree result;

  WindowWalk(UiWindow window, WalkOptions options, SipHash hasher, long seq) {
    this.window = window;
    this.options = options;
    this.hasher = hasher;
    counts = new WalkCounts(window.id(), seq, options.fields);
    writer = new TreeWriter(options.fields);
    data.wanted = options.fields | NodeField.inputType.bit();
  }

  @Override
  public void run() {
    try {
      finish(walk());
    } catch (RuntimeException | Error e) { // one that left the thread would end the whole app
      finish(WindowError.FAILED);
    } finally {
      isRunning = false;
    }
  }

  /** Whether its thread is still busy with it, its result taken or not. */
  boolean isRunning() {
    return isRunning;
  }

  /** The tree; after {@code nanoTime} what is there of it, and the walk stops as soon as it can. */
  synchronized WindowTree resultBy(long nanoTime) throws InterruptedException {
    for (;;) {
      if (result != null) return result;
      long leftMs = (nanoTime - System.nanoTime() + 999_999) / 1_000_000;
      if (leftMs <= 0) break;
      wait(leftMs);
    }
    abandon();
    return result;
  }

  /** Closes the tree as it is, and the walk stops as soon as it can; false where it was over already. */
  synchronized boolean abandon() {
    if (result != null) return false;
    counts.truncated = Truncation.time;
    finish(WindowError.TIMEOUT);
    return true;
  }

  private WindowError walk() {
    long asked = System.nanoTime();
    UiNode root = window.root(options.prefetchFlags);
    countRoundTrip(asked);
    if (root == null) return WindowError.NO_ROOT;
    visit(root, -1, 1, false);
    while (!path.isEmpty()) {
      Step step = path.peek();
      if (step.nextChild == step.childCount) {
        path.pop();
      } else if (isOutOfBudget()) {
        return null;
      } else {
        visitChild(step);
      }
    }
    return null;
  }

  private void visitChild(Step step) {
    long asked = System.nanoTime();
    UiNode child = child(step.node, step.nextChild++);
    countRoundTrip(asked);
    if (child == null) {
      synchronized (this) {
        counts.missing++;
      }
    } else {
      visit(child, step.place, step.depth + 1, step.isSecret);
    }
  }

  /** A node that vanishes while it is asked makes the framework throw in some versions, and give null in others. */
  private UiNode child(UiNode parent, int index) {
    try {
      return parent.child(index, options.prefetchFlags);
    } catch (RuntimeException e) {
      return null;
    }
  }

  private void visit(UiNode node, int parent, int depth, boolean isWithinPassword) {
    boolean isNew = seen.add(node.identity());
    int childCount = 0;
    if (isNew) {
      data.reset();
      node.read(data);
      childCount = node.childCount();
    }
    synchronized (this) {
      if (result != null) return;
      if (!isNew) {
        counts.repeated++;
        return;
      }
      boolean isSecret = PasswordRule.apply(data, isWithinPassword);
      writer.add(parent, data);
      nodes.add(new NodeHandle(node, data, isWithinPassword));
      counts.depth = Math.max(counts.depth, depth);
      if (childCount > 0) descend(new Step(node, nodes.size() - 1, depth, childCount, isSecret));
    }
  }

  private void descend(Step step) {
    if (step.depth < options.maxDepth) path.push(step);
    else counts.truncated = Truncation.depth;
  }

  private synchronized boolean isOutOfBudget() {
    if (result != null) return true;
    if (nodes.size() >= options.maxNodes) {
      counts.truncated = Truncation.nodes;
    } else if (System.nanoTime() - startedAt >= options.maxMs * 1_000_000L) {
      counts.truncated = Truncation.time;
    } else {
      return false;
    }
    return true;
  }

  private synchronized void countRoundTrip(long asked) {
    if (System.nanoTime() - asked >= ROUND_TRIP_NANOS) counts.roundTrips++;
  }

  private synchronized void finish(WindowError error) {
    if (result != null) return;
    counts.walkMs = Uptime.msSince(startedAt);
    counts.walkedAtMs = Uptime.ms();
    TreeContent content = nodes.isEmpty() ? null : writer.finish();
    String hash = content == null ? null : hasher.hex(content.json, 0, content.json.length);
    result = new WindowTree(counts, error, hash, content, nodes);
    notifyAll();
  }

  /** A node whose children are being visited. */
  private static final class Step {
    final UiNode node;
    final int place;
    final int depth;
    final int childCount;
    final boolean isSecret;
    int nextChild;

    Step(UiNode node, int place, int depth, int childCount, boolean isSecret) {
      this.node = node;
      this.place = place;
      this.depth = depth;
      this.childCount = childCount;
      this.isSecret = isSecret;
    }
  }
}
