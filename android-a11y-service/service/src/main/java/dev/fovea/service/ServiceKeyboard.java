package dev.fovea.service;

import android.accessibilityservice.AccessibilityService;
import android.os.Build;
import dev.fovea.android.Keyboard;

final class ServiceKeyboard implements Keyboard {
  private final AccessibilityService service;

  ServiceKeyboard(AccessibilityService service) {
    this.service = service;
  }

  @Override
  public boolean commitText(String text) {
    return Build.VERSION.SDK_INT >= 33 && ServiceApi33.commitText(service, text);
  }
}
