package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.event.EventRing;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;

/**
 * Waits until the screen is quiet. After an action the caller names the last event before it: then the first change is
 * awaited first, and where none comes there is nothing to settle.
 */
final class WaitIdle extends Method {
  private final Engine engine;

  WaitIdle(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    // An app sends at most one content event in 100 ms: a shorter quiet says nothing.
    int quietMs = params.integer("quietMs", 100, 10_000, 150);
    int timeoutMs = params.integer("timeoutMs", 0, 60_000, 1_500);
    int reactMs = params.integer("reactMs", 0, 10_000, 300);
    long after = params.count("after", -1);
    params.end();
    engine.platform();

    EventRing events = engine.events;
    long startedAt = Uptime.ms();
    boolean isWaitingForReaction = after >= 0;
    boolean hasReacted = isWaitingForReaction && events.awaitChange(after, Math.min(reactMs, timeoutMs));
    boolean isIdle = isWaitingForReaction && !hasReacted;
    if (!isIdle) isIdle = events.awaitQuiet(quietMs, Math.max(0, timeoutMs - (Uptime.ms() - startedAt)));

    result.beginObject().key("idle").value(isIdle);
    result.key("reacted").value(isWaitingForReaction ? (Boolean) hasReacted : null);
    result.key("waitedMs").value(Uptime.ms() - startedAt).key("quietMs").value(events.quietMs());
    result.key("seq").value(events.lastSeq()).endObject();
    return null;
  }
}
