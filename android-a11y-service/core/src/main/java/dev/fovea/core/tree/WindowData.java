package dev.fovea.core.tree;

import java.util.List;

/** What is known of a window; a null is something that this Android version does not say. */
public final class WindowData {
  /** AccessibilityWindowInfo.TYPE_*; see {@link WindowType}. */
  public int type;
  /** The z-order: higher is nearer to the user. */
  public int layer;
  /** From API 30 on. */
  public Integer displayId;
  /** From API 24 on; null also where the window has none. */
  public String title;
  /** Left, top, right, bottom in pixels of the display. */
  public int[] bounds = new int[4];
  /** The rectangles that take touches; from API 33 on. */
  public List<int[]> touchable;
  public boolean isActive;
  public boolean isFocused;
  public boolean isAccessibilityFocused;
  /** From API 26 on. */
  public Boolean isInPictureInPicture;
  /** Id of the window that it belongs to. */
  public Integer parentId;
}
