package dev.fovea.core.methods;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;

/** The clipboard's text, where the platform lets this host read it. */
final class GetClipboard extends Method {
  private final Engine engine;

  GetClipboard(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller) throws WireException {
    params.end();
    result.beginObject().key("text").value(engine.platform(Capability.readClipboard).clipboard()).endObject();
    return null;
  }
}
