package dev.fovea.service;

import android.accessibilityservice.GestureDescription;

final class GestureApi30 {
  private GestureApi30() {}

  static void setDisplay(GestureDescription.Builder builder, int displayId) {
    builder.setDisplayId(displayId);
  }
}
