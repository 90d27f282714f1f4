package dev.fovea.core;

import dev.fovea.core.tree.UiNode;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.tree.WindowData;

/** A window that a test makes up. */
class FakeWindow implements UiWindow {
  final int id;
  final FakeNode root;
  String title;
  int type = 1;
  int layer;
  Integer displayId = 0;
  boolean isActive;
  int[] bounds = {0, 0, 1080, 2400};
  boolean fails;

  /** @param root null for a window that gives no tree */
  FakeWindow(int id, FakeNode root) {
    this.id = id;
    this.root = root;
  }

  FakeWindow titled(String name) {
    title = name;
    return this;
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public void read(WindowData out) {
    out.type = type;
    out.layer = layer;
    out.displayId = displayId;
    out.title = title;
    out.bounds = bounds;
    out.isActive = isActive;
    out.isFocused = isActive;
    out.isInPictureInPicture = false;
  }

  @Override
  public UiNode root(int prefetchFlags) {
    if (fails) throw new IllegalStateException("the framework's own words may quote the screen");
    if (root != null) root.refresh(); // waits like any call to the app
    return root;
  }
}
