package dev.fovea.core.event;

import dev.fovea.core.Uptime;
import dev.fovea.core.json.JsonWriter;

/** An announced event. It never holds what a user typed: {@link #text} is for toasts and the like. */
public final class UiEvent {
  public static final int NO_WINDOW = -1;

  public final EventType type;
  /** {@link #NO_WINDOW} where the framework does not say. */
  public final int windowId;
  public final String packageName;
  public final String className;
  /** Bits of contentChangeTypes or windowChanges, as the framework gives them. */
  public final int changes;
  /** The words of a toast, notification or announcement; null for all others. */
  public final String text;
  /** When it reached this program, in {@link Uptime}. */
  public final long uptimeMs;

  private UiEvent(EventType type, int windowId, String packageName, String className, int changes, String text) {
    this.type = type;
    this.windowId = windowId;
    this.packageName = packageName;
    this.className = className;
    this.changes = changes;
    this.text = text;
    uptimeMs = Uptime.ms();
  }

  /** An accessibility event. {@code words} are dropped for the types that could carry what a user typed. */
  public static UiEvent of(
      EventType type, int windowId, String packageName, String className, int changes, String words) {
    boolean mayHaveText = type == EventType.notification || type == EventType.announcement;
    return new UiEvent(type, windowId, packageName, className, changes, mayHaveText ? words : null);
  }

  /** The displays or the configuration changed. */
  public static UiEvent display() {
    return new UiEvent(EventType.display, NO_WINDOW, null, null, 0, null);
  }

  /** The accessibility connection came or went. */
  public static UiEvent service(boolean isRunning) {
    return new UiEvent(EventType.service, NO_WINDOW, null, null, 0, isRunning ? "running" : "suppressed");
  }

  /** The whole frame body; {@code seq} numbers the event, {@code dropped} counts those that this client missed. */
  public void write(JsonWriter out, long seq, long dropped) {
    out.beginObject().key("event").beginObject();
    out.key("seq").value(seq).key("dropped").value(dropped).key("uptimeMs").value(uptimeMs);
    out.key("type").value(type.name()).key("window");
    if (windowId == NO_WINDOW) out.nullValue();
    else out.value(windowId);
    out.key("package").value(packageName).key("class").value(className);
    out.key("changes").value(changes).key("text").value(text);
    out.endObject().endObject();
  }
}
