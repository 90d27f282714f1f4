package dev.fovea.core.methods;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;

/** Puts text on the clipboard; Android 13 and later show that to the user. */
final class SetClipboard extends Method {
  private static final int MAX_TEXT = 500_000;

  private final Engine engine;

  SetClipboard(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    String text = params.string("text", MAX_TEXT);
    params.end();
    Platform platform = engine.platform(Capability.writeClipboard);
    long seq = engine.events.lastSeq();
    caller.beginAct();
    platform.setClipboard(text);
    result.beginObject().key("seq").value(seq).endObject();
    return null;
  }
}
