package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.InputMethod;
import android.accessibilityservice.InputMethod.AccessibilityInputConnection;

final class ServiceApi33 {
  private ServiceApi33() {}

  static void clearCache(AccessibilityService service) {
    service.clearCache();
  }

  /** Commits text as a keyboard does, without changing the keyboard; false where no field is being edited. */
  static boolean commitText(AccessibilityService service, String text) {
    InputMethod inputMethod = service.getInputMethod();
    if (inputMethod == null || !inputMethod.getCurrentInputStarted()) return false;
    AccessibilityInputConnection connection = inputMethod.getCurrentInputConnection();
    if (connection == null) return false;
    connection.commitText(text, 1, null); // 1: the cursor goes behind the text
    return true;
  }
}
