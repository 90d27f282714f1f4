package dev.fovea.android;

import android.graphics.Rect;
import android.graphics.Region;
import android.graphics.RegionIterator;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.util.ArrayList;
import java.util.List;

final class WindowApi33 {
  private WindowApi33() {}

  static AccessibilityNodeInfo root(AccessibilityWindowInfo window, int prefetchFlags) {
    return window.getRoot(prefetchFlags);
  }

  /** The rectangles that take touches. */
  static List<int[]> touchable(AccessibilityWindowInfo window) {
    Region region = new Region();
    window.getRegionInScreen(region);
    List<int[]> rects = new ArrayList<>();
    RegionIterator parts = new RegionIterator(region);
    for (Rect part = new Rect(); parts.next(part); ) {
      rects.add(new int[] {part.left, part.top, part.right, part.bottom});
    }
    return rects;
  }
}
