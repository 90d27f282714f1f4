package dev.fovea.android;

import android.os.Build;
import android.view.accessibility.AccessibilityEvent;
import dev.fovea.core.event.EventType;
import dev.fovea.core.event.UiEvent;

/** An event of the framework as the core keeps it. */
public final class EventAdapter {
  private EventAdapter() {}

  /** The words are read only where they are no secret: of toasts, notifications and announcements. */
  public static UiEvent of(AccessibilityEvent event) {
    EventType type = EventType.byId(event.getEventType());
    boolean hasWords = type == EventType.notification || type == EventType.announcement;
    return UiEvent.of(
        type,
        windowId(event),
        Texts.of(event.getPackageName()),
        Texts.of(event.getClassName()),
        changes(type, event),
        hasWords ? Texts.joined(event.getText()) : null);
  }

  /** AccessibilityWindowInfo.UNDEFINED_WINDOW_ID is -1 too. */
  private static int windowId(AccessibilityEvent event) {
    int id = event.getWindowId();
    return id < 0 ? UiEvent.NO_WINDOW : id;
  }

  private static int changes(EventType type, AccessibilityEvent event) {
    if (type != EventType.windows) return event.getContentChangeTypes();
    return Build.VERSION.SDK_INT >= 28 ? EventApi28.windowChanges(event) : 0;
  }
}
