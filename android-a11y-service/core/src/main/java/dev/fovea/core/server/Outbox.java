package dev.fovea.core.server;

import dev.fovea.core.Uptime;
import dev.fovea.core.event.EventRing;
import dev.fovea.core.event.EventType;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.wire.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * What waits to be written to one client, and the thread that writes it. Replies are queued up to a limit. Events are
 * not queued but read from the ring when the client can take them, so that a slow client costs no memory and misses the
 * oldest.
 */
final class Outbox implements EventRing.Listener {
  /** One largest reply and some small ones: more waits only for a client that does not read. */
  private static final long MAX_QUEUED = Limits.REPLY_BYTES + 8L * 1024 * 1024;
  private static final int CHUNK = 64 * 1024;

  private final OutputStream out;
  private final EventRing events;

  // Guarded by this.
  private final Deque<byte[]> queue = new ArrayDeque<>();
  private long queuedBytes;
  private boolean isEnding;
  private Set<EventType> wanted;
  private long lastSent;
  private long dropped;

  /** When the bytes that are being written were handed over; 0 while nothing is. */
  private volatile long writingSinceMs;

  Outbox(OutputStream out, EventRing events) {
    this.out = out;
    this.events = events;
    events.listen(this);
  }

  /** Queues frames that must follow each other; false where the client reads too little: it is to be cut off. */
  synchronized boolean offer(byte[]... frames) {
    long bytes = 0;
    for (byte[] frame : frames) bytes += frame.length;
    if (isEnding) return true;
    if (queuedBytes > 0 && queuedBytes + bytes > MAX_QUEUED) return false;
    for (byte[] frame : frames) queue.add(frame);
    queuedBytes += bytes;
    notifyAll();
    return true;
  }

  /** Sends the events after number {@code seq} of these types from now on. */
  synchronized void subscribe(Set<EventType> types, long seq) {
    wanted = types;
    lastSent = seq;
    dropped = 0;
    notifyAll();
  }

  synchronized void unsubscribe() {
    wanted = null;
  }

  /** Nothing is added any more; {@link #run} returns when all is written. */
  synchronized void end() {
    isEnding = true;
    notifyAll();
  }

  @Override
  public synchronized void eventAdded() {
    notifyAll();
  }

  /** Whether the client took nothing for so long. */
  boolean isStalled(int ms) {
    long since = writingSinceMs;
    return since != 0 && Uptime.ms() - since > ms;
  }

  /** Writes until {@link #end} or until the client is gone. */
  void run() throws IOException, InterruptedException {
    try {
      for (byte[] frame = next(); frame != null; frame = next()) write(frame);
    } finally {
      events.unlisten(this);
    }
  }

  private void write(byte[] frame) throws IOException {
    for (int at = 0; at < frame.length; at += CHUNK) {
      writingSinceMs = Uptime.ms();
      out.write(frame, at, Math.min(CHUNK, frame.length - at));
    }
    out.flush();
    writingSinceMs = 0;
  }

  private synchronized byte[] next() throws InterruptedException {
    for (;;) {
      byte[] frame = queue.poll();
      if (frame != null) {
        queuedBytes -= frame.length;
        return frame;
      }
      if (isEnding) return null;
      byte[] event = wanted == null ? null : nextEvent();
      if (event != null) return event;
      wait();
    }
  }

  private byte[] nextEvent() {
    for (;;) {
      EventRing.Entry entry = events.after(lastSent);
      if (entry.event == null) return null;
      lastSent = entry.seq;
      dropped += entry.missed;
      if (!wanted.contains(entry.event.type)) continue;
      JsonWriter frame = new JsonWriter(256).reserve(4);
      entry.event.write(frame, entry.seq, dropped);
      frame.patchInt(0, frame.length() - 4);
      return frame.toByteArray();
    }
  }
}
