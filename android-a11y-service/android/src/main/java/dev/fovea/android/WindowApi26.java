package dev.fovea.android;

import android.view.accessibility.AccessibilityWindowInfo;

final class WindowApi26 {
  private WindowApi26() {}

  static boolean isInPictureInPicture(AccessibilityWindowInfo window) {
    return window.isInPictureInPictureMode();
  }
}
