package dev.fovea.core.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which windows may look different since which event. Not thread-safe: {@link EventRing} guards it. */
final class DirtyWindows {
  private static final int MOST = 64;

  private final Map<Integer, Long> lastChange = new LinkedHashMap<>();
  private long lastChangeOfAll;

  void mark(UiEvent event, long seq) {
    if (!event.type.isChange) return;
    // A window that comes, goes or moves covers or uncovers others: what their nodes say of being visible changes too.
    if (event.windowId == UiEvent.NO_WINDOW || event.type == EventType.windows) {
      lastChangeOfAll = seq;
      lastChange.clear();
      return;
    }
    lastChange.remove(event.windowId); // so that the map stays in the order of the events
    lastChange.put(event.windowId, seq);
    if (lastChange.size() > MOST) forgetOldest();
  }

  boolean isCleanSince(int windowId, long seq) {
    Long changed = lastChange.get(windowId);
    return lastChangeOfAll <= seq && (changed == null || changed <= seq);
  }

  /** A window of which too long nothing was heard counts as changed with all others: too careful, never wrong. */
  private void forgetOldest() {
    Map.Entry<Integer, Long> oldest = lastChange.entrySet().iterator().next();
    lastChangeOfAll = Math.max(lastChangeOfAll, oldest.getValue());
    lastChange.remove(oldest.getKey());
  }
}
