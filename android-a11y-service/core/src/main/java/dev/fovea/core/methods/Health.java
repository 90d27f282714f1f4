package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;

/** Whether this companion works; answered in every state. */
final class Health extends Method {
  private final Engine engine;
  private final long startedAtMs = Uptime.ms();

  Health(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller) throws WireException {
    params.end();
    Long attachedAt = engine.attachedAtMs();
    result.beginObject().key("state").value(attachedAt == null ? "suppressed" : "running");
    result.key("uptimeMs").value(Uptime.ms()).key("startedAtMs").value(startedAtMs).key("attachedAtMs");
    if (attachedAt == null) result.nullValue();
    else result.value(attachedAt.longValue());
    result.key("seq").value(engine.events.lastSeq()).key("quietMs").value(engine.events.quietMs());
    result.key("keptWindows").value(engine.snapshots.store().size()).key("hungWindows").beginArray();
    for (Integer id : engine.snapshots.hungWindows()) result.value(id);
    result.endArray().endObject();
    return null;
  }
}
