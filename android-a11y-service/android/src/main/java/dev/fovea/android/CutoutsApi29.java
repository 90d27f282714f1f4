package dev.fovea.android;

import android.graphics.Rect;
import android.view.Display;
import android.view.DisplayCutout;
import java.util.ArrayList;
import java.util.List;

final class CutoutsApi29 {
  private CutoutsApi29() {}

  /** The rectangles that no pixel is lit in, as the display is turned now; empty where there is none. */
  static List<int[]> of(Display display) {
    List<int[]> rects = new ArrayList<>();
    DisplayCutout cutout = display.getCutout();
    if (cutout == null) return rects;
    for (Rect rect : cutout.getBoundingRects()) {
      rects.add(new int[] {rect.left, rect.top, rect.right, rect.bottom});
    }
    return rects;
  }
}
