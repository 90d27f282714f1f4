package dev.fovea.core.tree;

/** A window as the accessibility framework sees it. */
public interface UiWindow {
  int id();

  /** Fills in what the framework says; {@code out} was reset before. Cheap, no call to the app. */
  void read(WindowData out);

  /**
   * The root node; null where the window gives none (it is being removed, or its app hangs). May block for as long as
   * the framework waits for an app: 5 s (AccessibilityInteractionClient.TIMEOUT_INTERACTION_MILLIS).
   */
  UiNode root(int prefetchFlags);
}
