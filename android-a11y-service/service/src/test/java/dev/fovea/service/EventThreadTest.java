package dev.fovea.service;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.util.Log;
import android.view.accessibility.AccessibilityEvent;
import org.junit.jupiter.api.Test;

/** An exception on the main thread would end the app, and after some of those the platform starts it no more. */
class EventThreadTest {
  @Test
  void aFailureInTheServicesCallbacksLeavesTheMainThreadAlone() {
    Log.LINES.clear();
    FoveaAccessibilityService service = new FoveaAccessibilityService(); // without an application: everything fails
    AccessibilityEvent event = new AccessibilityEvent(AccessibilityEvent.TYPE_ANNOUNCEMENT);
    event.getText().add("on the screen");
    assertDoesNotThrow(() -> service.onAccessibilityEvent(event));
    assertDoesNotThrow(service::onServiceConnected);
    assertDoesNotThrow(service::onInterrupt);
    assertTrue(Log.LINES.size() == 2 && Log.LINES.get(0).contains("an event is lost"), Log.LINES.toString());
    assertFalse(Log.LINES.toString().contains("on the screen"));
  }
}
