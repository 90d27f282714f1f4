package dev.fovea.android;

import android.graphics.Rect;
import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.core.tree.UiNode;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.tree.WindowData;

/** A window of the framework. It is never recycled: its tree may outlive it, and from API 33 on that does nothing. */
final class WindowAdapter implements UiWindow {
  private final AccessibilityWindowInfo window;
  private final Integer displayId;

  /** @param displayId null where the platform does not say */
  WindowAdapter(AccessibilityWindowInfo window, Integer displayId) {
    this.window = window;
    this.displayId = displayId;
  }

  @Override
  public int id() {
    return window.getId();
  }

  @Override
  public void read(WindowData out) {
    Rect bounds = new Rect();
    window.getBoundsInScreen(bounds);
    out.type = window.getType();
    out.layer = window.getLayer();
    out.displayId = displayId;
    out.title = Texts.of(window.getTitle());
    out.bounds = new int[] {bounds.left, bounds.top, bounds.right, bounds.bottom};
    out.isActive = window.isActive();
    out.isFocused = window.isFocused();
    out.isAccessibilityFocused = window.isAccessibilityFocused();
    AccessibilityWindowInfo parent = window.getParent();
    if (parent != null) out.parentId = parent.getId();
    if (Build.VERSION.SDK_INT >= 26) out.isInPictureInPicture = WindowApi26.isInPictureInPicture(window);
    if (Build.VERSION.SDK_INT >= 33) out.touchable = WindowApi33.touchable(window);
  }

  @Override
  public UiNode root(int prefetchFlags) {
    AccessibilityNodeInfo root =
        Build.VERSION.SDK_INT >= 33 ? WindowApi33.root(window, prefetchFlags) : window.getRoot();
    return NodeAdapter.of(root);
  }
}
