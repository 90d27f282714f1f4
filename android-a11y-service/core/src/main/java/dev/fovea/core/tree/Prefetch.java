package dev.fovea.core.tree;

/**
 * How a walk asks for nodes on an Android version. A node that was not prefetched costs a call to the app's UI thread;
 * one reply carries 50 nodes at most in every version (AccessibilityInteractionController).
 */
public final class Prefetch {
  // AccessibilityNodeInfo.FLAG_PREFETCH_*, public from API 33 on.
  private static final int BREADTH_FIRST = 16;
  private static final int UNINTERRUPTIBLE = 32;

  /**
   * For window.getRoot and node.getChild; 0 is "the call without flags": below 33 these prefetch descendants by
   * themselves. Breadth first suits a walk of any order, as the nodes wait in the cache; uninterruptible, because
   * otherwise the app stops prefetching while a finger is on the screen.
   */
  public final int flags;
  /**
   * Whether dropping the framework's cache costs next to nothing (AccessibilityService.clearCache, 33+). Below it takes
   * setServiceInfo, two binder calls and a pass of the accessibility manager: only on request.
   */
  public final boolean isCacheClearedAlways;

  private Prefetch(int flags, boolean isCacheClearedAlways) {
    this.flags = flags;
    this.isCacheClearedAlways = isCacheClearedAlways;
  }

  public static Prefetch forApi(int apiLevel) {
    return apiLevel >= 33 ? new Prefetch(BREADTH_FIRST | UNINTERRUPTIBLE, true) : new Prefetch(0, false);
  }
}
