package dev.fovea.android;

import android.view.accessibility.AccessibilityEvent;

final class EventApi28 {
  private EventApi28() {}

  static int windowChanges(AccessibilityEvent event) {
    return event.getWindowChanges();
  }
}
