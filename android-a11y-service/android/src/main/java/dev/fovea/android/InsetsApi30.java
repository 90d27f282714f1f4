package dev.fovea.android;

import android.content.Context;
import android.graphics.Insets;
import android.graphics.Rect;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.WindowInsets;
import android.view.WindowInsets.Type;
import android.view.WindowManager;
import android.view.WindowMetrics;
import dev.fovea.core.platform.DisplayFacts;

final class InsetsApi30 {
  /** In the order of {@link DisplayFacts#INSETS}. */
  private static final int[] TYPES = {
    Type.statusBars(),
    Type.navigationBars(),
    Type.captionBar(),
    Type.displayCutout(),
    Type.ime(),
    Type.systemGestures(),
    Type.mandatorySystemGestures(),
    Type.tappableElement()
  };

  private InsetsApi30() {}

  /**
   * Left, top, right, bottom for each type. The platform counts insets from the bounds of the context's configuration.
   * In the shell's process that configuration can be out of date; its bounds then differ from the display's, and the
   * insets are wrong. The result is null in that case, and where the platform reports no insets.
   */
  static int[][] of(Context context, Display display, DisplayMetrics size) {
    try {
      WindowManager manager = context.createDisplayContext(display).getSystemService(WindowManager.class);
      WindowMetrics metrics = manager.getMaximumWindowMetrics();
      Rect bounds = metrics.getBounds();
      boolean isWhole = bounds.width() == size.widthPixels && bounds.height() == size.heightPixels;
      return isWhole ? byType(metrics.getWindowInsets()) : null;
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static int[][] byType(WindowInsets insets) {
    int[][] byType = new int[TYPES.length][];
    for (int i = 0; i < TYPES.length; i++) {
      Insets inset = insets.getInsets(TYPES[i]);
      byType[i] = new int[] {inset.left, inset.top, inset.right, inset.bottom};
    }
    return byType;
  }
}
