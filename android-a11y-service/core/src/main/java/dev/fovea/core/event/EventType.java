package dev.fovea.core.event;

/** The kinds of events on the wire: AccessibilityEvent.TYPE_* by name, and two of this program's own. */
public enum EventType {
  clicked(0x1, true),
  longClicked(0x2, true),
  selected(0x4, true),
  focused(0x8, true),
  textChanged(0x10, true),
  windowState(0x20, true),
  /** Toasts, and notifications posted. */
  notification(0x40, false),
  hoverEnter(0x80, false),
  hoverExit(0x100, false),
  scrolled(0x1000, true),
  content(0x800, true),
  textSelection(0x2000, true),
  announcement(0x4000, false),
  accessibilityFocused(0x8000, true),
  accessibilityFocusCleared(0x10000, true),
  windows(0x400000, true),
  speechState(0x2000000, false),
  targetedByScroll(0x4000000, false),
  /** Any other type of the framework. */
  other(0, false),
  /** A display was added, removed, turned or resized, or the configuration changed. Android has no event for these. */
  display(0, true),
  /** The accessibility connection came or went; {@code text} is "running" or "suppressed". */
  service(0, true);

  private static final EventType[] VALUES = values();

  /** AccessibilityEvent.TYPE_*; 0 for this program's own. */
  public final int id;
  /** Whether the window may look different after it. */
  public final boolean isChange;

  EventType(int id, boolean isChange) {
    this.id = id;
    this.isChange = isChange;
  }

  /** The type with this id of the framework. */
  public static EventType byId(int id) {
    for (EventType type : VALUES) if (type.id == id && id != 0) return type;
    return other;
  }

  /** The type with this name; null for an unknown one. */
  public static EventType byName(Object name) {
    for (EventType type : VALUES) if (type.name().equals(name)) return type;
    return null;
  }
}
