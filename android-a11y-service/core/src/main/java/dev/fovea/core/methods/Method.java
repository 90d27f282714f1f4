package dev.fovea.core.methods;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;

/** One request of the protocol. */
public abstract class Method {
  /**
   * Reads every parameter before it does anything, then writes one JSON object. An interrupt means that nobody waits
   * for it any more; a method that changes the device says {@link Caller#beginAct} before it does.
   *
   * @return bytes to be sent behind the reply, or null
   */
  public abstract byte[] run(Args params, JsonWriter result, Caller caller) throws WireException, InterruptedException;
}
