package dev.fovea.core.event;

import dev.fovea.core.Uptime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The last events, numbered from 1. A reader that is too slow misses the oldest ones and learns how many. Adding never
 * waits for a reader: it is called on the main thread.
 */
public final class EventRing {
  /** Called after each event, on the thread that added it; must not block. */
  public interface Listener {
    void eventAdded();
  }

  /** An event and its number; {@link #event} is null where the ring has nothing newer. */
  public static final class Entry {
    public final long seq;
    /** How many events between the one asked for and this one are gone. */
    public final long missed;
    public final UiEvent event;

    Entry(long seq, long missed, UiEvent event) {
      this.seq = seq;
      this.missed = missed;
      this.event = event;
    }
  }

  private final UiEvent[] ring;
  private final DirtyWindows dirty = new DirtyWindows();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private long lastSeq;
  private long lastChangeSeq;
  private long lastChangeMs = -1;

  public EventRing(int capacity) {
    ring = new UiEvent[capacity];
  }

  public void add(UiEvent event) {
    synchronized (this) {
      lastSeq++;
      ring[(int) (lastSeq % ring.length)] = event;
      dirty.mark(event, lastSeq);
      if (event.type.isChange) {
        lastChangeSeq = lastSeq;
        lastChangeMs = event.uptimeMs;
      }
      notifyAll();
    }
    for (Listener listener : listeners) listener.eventAdded();
  }

  /** Number of the last event; 0 before the first. */
  public synchronized long lastSeq() {
    return lastSeq;
  }

  /** The first kept event after number {@code seq}; its event is null where there is none. */
  public synchronized Entry after(long seq) {
    if (seq >= lastSeq) return new Entry(seq, 0, null);
    long next = Math.max(seq + 1, lastSeq - ring.length + 1);
    return new Entry(next, next - seq - 1, ring[(int) (next % ring.length)]);
  }

  /** Whether no event since number {@code seq} says that the window changed. */
  public synchronized boolean isCleanSince(int windowId, long seq) {
    return dirty.isCleanSince(windowId, seq);
  }

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  public void unlisten(Listener listener) {
    listeners.remove(listener);
  }

  /** Waits for an event after number {@code seq} that says that something changed; false after {@code timeoutMs}. */
  public synchronized boolean awaitChange(long seq, long timeoutMs) throws InterruptedException {
    long end = Uptime.ms() + timeoutMs;
    while (lastChangeSeq <= seq) {
      long left = end - Uptime.ms();
      if (left <= 0) return false;
      wait(left);
    }
    return true;
  }

  /**
   * Waits until the last change is {@code quietMs} ago, at once where there was none; false after {@code timeoutMs}.
   */
  public synchronized boolean awaitQuiet(long quietMs, long timeoutMs) throws InterruptedException {
    long end = Uptime.ms() + timeoutMs;
    for (;;) {
      long now = Uptime.ms();
      long quietAt = (lastChangeMs < 0 ? now - quietMs : lastChangeMs) + quietMs;
      if (now >= quietAt) return true;
      if (now >= end) return false;
      wait(Math.min(quietAt, end) - now);
    }
  }

  /** Milliseconds since the last change; null before the first one. */
  public synchronized Integer quietMs() {
    return lastChangeMs < 0 ? null : (int) Math.min(Integer.MAX_VALUE, Uptime.ms() - lastChangeMs);
  }
}
