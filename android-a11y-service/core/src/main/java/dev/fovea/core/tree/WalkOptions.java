package dev.fovea.core.tree;

/** How one window is walked. */
public final class WalkOptions {
  /** Bits of {@link NodeField}. */
  public final int fields;
  public final int maxMs;
  public final int maxNodes;
  /** Levels, the root being level 1. */
  public final int maxDepth;
  public final int prefetchFlags;

  public WalkOptions(int fields, int maxMs, int maxNodes, int maxDepth, int prefetchFlags) {
    this.fields = fields;
    this.maxMs = maxMs;
    this.maxNodes = maxNodes;
    this.maxDepth = maxDepth;
    this.prefetchFlags = prefetchFlags;
  }
}
