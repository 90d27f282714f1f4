package dev.fovea.core.tree;

/** The numbers of a walk while they are still changing. */
final class WalkCounts {
  final int windowId;
  final long seq;
  final int fields;
  long walkedAtMs;
  float walkMs;
  int roundTrips;
  int depth;
  int missing;
  int repeated;
  Truncation truncated;

  WalkCounts(int windowId, long seq, int fields) {
    this.windowId = windowId;
    this.seq = seq;
    this.fields = fields;
  }
}
