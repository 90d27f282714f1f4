package dev.fovea.core.tree;

/** Why a window has no tree, or only a part of one. It costs this window alone. */
public enum WindowError {
  /** The window gave no root: it is being removed, or its app does not answer. */
  NO_ROOT,
  /** The app did not answer within the window's time; what was read until then is there. */
  TIMEOUT,
  /** An earlier walk of the window is still waiting for its app; it was not asked again. */
  HUNG,
  /** The framework threw. */
  FAILED
}
