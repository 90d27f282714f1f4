package dev.fovea.core.tree;

import dev.fovea.core.Uptime;
import java.util.Collections;
import java.util.List;

/** What one walk of one window gave. Never changed; the nodes are kept so that they can be acted on. */
public final class WindowTree {
  public final int windowId;
  /** Number of the last event before the walk: every change that it announced is in the tree. */
  public final long seq;
  /** {@link Uptime} at the end of the walk. */
  public final long walkedAtMs;
  public final float walkMs;
  /** Calls that took so long that they must have gone to the app; an estimate. */
  public final int roundTrips;
  public final int fields;
  public final int nodeCount;
  public final int depth;
  /** Children that were announced and were not there. */
  public final int missing;
  /** Nodes that came again, in a cycle or under a second parent; they were not walked again. */
  public final int repeated;
  /** Null where the tree is complete. */
  public final Truncation truncated;
  /** Null where the window was walked as asked. */
  public final WindowError error;
  /** The tree's name, which is a hash of its content; null without nodes. */
  public final String hash;
  /** Null without nodes. */
  final TreeContent content;
  private final List<NodeHandle> nodes;

  WindowTree(WalkCounts counts, WindowError error, String hash, TreeContent content, List<NodeHandle> nodes) {
    windowId = counts.windowId;
    seq = counts.seq;
    walkedAtMs = counts.walkedAtMs;
    walkMs = counts.walkMs;
    roundTrips = counts.roundTrips;
    fields = counts.fields;
    depth = counts.depth;
    missing = counts.missing;
    repeated = counts.repeated;
    truncated = counts.truncated;
    this.error = error;
    this.hash = hash;
    this.content = content;
    this.nodes = nodes;
    nodeCount = nodes.size();
  }

  /** No tree, as an earlier walk of the window is still waiting for its app. */
  static WindowTree hung(int windowId, long seq, int fields) {
    WalkCounts counts = new WalkCounts(windowId, seq, fields);
    counts.walkedAtMs = Uptime.ms();
    return new WindowTree(counts, WindowError.HUNG, null, null, Collections.<NodeHandle>emptyList());
  }

  /** The node at a place of the tree; null beyond its end. */
  public NodeHandle node(int place) {
    return place >= 0 && place < nodes.size() ? nodes.get(place) : null;
  }

  /** Whether a walk with these options could give nothing else, were the screen the same. */
  boolean satisfies(WalkOptions options) {
    boolean isComplete = hash != null && error == null && truncated == null;
    return isComplete && fields == options.fields && nodeCount <= options.maxNodes && depth <= options.maxDepth;
  }
}
