package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import android.os.Build;
import android.view.accessibility.AccessibilityEvent;
import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventAdapterTest {
  @AfterEach
  void newAndroid() {
    Build.VERSION.SDK_INT = 34;
  }

  private static AccessibilityEvent event(int type) {
    AccessibilityEvent event = new AccessibilityEvent(type);
    event.setPackageName("com.example.app");
    event.setClassName("android.widget.EditText");
    event.getText().add("typed");
    event.getText().add("words");
    return event;
  }

  @Test
  void anEventSaysWhereItHappenedAndWhatChanged() {
    AccessibilityEvent event = event(AccessibilityEvent.TYPE_WINDOW_CONTENT_CHANGED);
    event.setContentChangeTypes(AccessibilityEvent.CONTENT_CHANGE_TYPE_TEXT);
    event.setSourceNodeId(0x100000005L);
    event.setWindowId(7);
    UiEvent read = EventAdapter.of(event);
    assertEquals(EventType.content, read.type);
    assertEquals(7, read.windowId);
    assertEquals("com.example.app", read.packageName);
    assertEquals("android.widget.EditText", read.className);
    assertEquals(2, read.changes);
  }

  @Test
  void anEventWithoutAWindowConcernsAllOfThem() {
    assertEquals(UiEvent.NO_WINDOW, EventAdapter.of(event(AccessibilityEvent.TYPE_ANNOUNCEMENT)).windowId);
  }

  @Test
  void onlyToastsAndAnnouncementsCarryWords() {
    assertNull(EventAdapter.of(event(AccessibilityEvent.TYPE_VIEW_TEXT_CHANGED)).text);
    assertNull(EventAdapter.of(event(AccessibilityEvent.TYPE_WINDOW_STATE_CHANGED)).text);
    assertEquals("typed words", EventAdapter.of(event(AccessibilityEvent.TYPE_NOTIFICATION_STATE_CHANGED)).text);
    assertNull(EventAdapter.of(new AccessibilityEvent(AccessibilityEvent.TYPE_ANNOUNCEMENT)).text);
  }

  @Test
  void changesOfWindowsAreAskedForFromAndroid9On() {
    AccessibilityEvent event = event(AccessibilityEvent.TYPE_WINDOWS_CHANGED);
    event.setWindowChanges(AccessibilityEvent.WINDOWS_CHANGE_FOCUSED);
    assertEquals(64, EventAdapter.of(event).changes);
    Build.VERSION.SDK_INT = 27;
    assertEquals(0, EventAdapter.of(event).changes);
  }
}
