package dev.fovea.core.server;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.tree.NodeField;
import dev.fovea.core.tree.NodeFlag;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.Limits;
import dev.fovea.core.wire.WireException;

/** The frames that the server sends, length and all. */
final class Frames {
  private static final int HEADER = 4;

  private Frames() {}

  static byte[] hello(CoreServer server, int version) {
    HostInfo host = server.engine().host;
    JsonWriter out = begin(1024).key("hello").beginObject();
    out.key("version").value(version).key("host").value(host.kind).key("build").value(host.build);
    out.key("package").value(host.packageName).key("user").value(host.userId).key("apiLevel").value(host.apiLevel);
    out.key("epoch").value(server.epoch).key("state").value(server.engine().isRunning() ? "running" : "suppressed");
    out.key("seq").value(server.engine().events.lastSeq()).key("capabilities").beginArray();
    for (Capability capability : host.capabilities) out.value(capability.name());
    out.endArray().key("knownFlags").beginArray();
    for (NodeFlag flag : NodeFlag.values()) if (flag.sinceApi <= host.apiLevel) out.value(flag.name());
    out.endArray().key("knownFields").beginArray();
    for (NodeField field : NodeField.values()) if (field.sinceApi <= host.apiLevel) out.value(field.name());
    out.endArray().key("limits").beginObject();
    out.key("requestBytes").value(Limits.REQUEST_BYTES).key("replyBytes").value(Limits.REPLY_BYTES);
    out.key("requestsInFlight").value(Limits.REQUESTS_IN_FLIGHT).key("clients").value(Limits.CLIENTS);
    out.key("eventsKept").value(Limits.EVENTS_KEPT).key("strokes").value(host.maxStrokes);
    out.key("screenshotIntervalMs").value(host.screenshotIntervalMs()).endObject();
    return end(out.endObject());
  }

  /** A failure that ends the connection. */
  static byte[] fatal(WireException error) {
    JsonWriter out = begin(256);
    error(out, error);
    return end(out);
  }

  static byte[] error(long id, WireException error) {
    JsonWriter out = begin(256).key("id").value(id);
    error(out, error);
    return end(out);
  }

  /** A reply up to where its result begins. */
  static JsonWriter beginResult(long id) {
    return begin(4096).key("id").value(id).key("result");
  }

  static byte[][] endResult(JsonWriter reply, byte[] attachment) throws WireException {
    if (attachment == null) return new byte[][] {checked(end(reply))};
    byte[] frame = checked(end(reply.key("attachment").value(attachment.length)));
    if (attachment.length == 0 || attachment.length > Limits.REPLY_BYTES) throw tooLarge(attachment.length);
    JsonWriter header = new JsonWriter(HEADER).reserve(HEADER);
    header.patchInt(0, attachment.length);
    return new byte[][] {frame, header.toByteArray(), attachment};
  }

  private static void error(JsonWriter out, WireException error) {
    out.key("error").beginObject().key("code").value(error.code().name());
    out.key("message").value(error.getMessage()).key("mayHaveHappened").value(error.mayHaveHappened());
    if (error.code() == ErrorCode.WRONG_VERSION) {
      out.key("versions").beginArray();
      for (int version = 1; version <= Limits.PROTOCOL_VERSION; version++) out.value(version);
      out.endArray();
    }
    out.endObject();
  }

  private static JsonWriter begin(int capacity) {
    return new JsonWriter(capacity).reserve(HEADER).beginObject();
  }

  private static byte[] end(JsonWriter out) {
    out.endObject().patchInt(0, out.length() - HEADER);
    return out.toByteArray();
  }

  private static byte[] checked(byte[] frame) throws WireException {
    if (frame.length - HEADER > Limits.REPLY_BYTES) throw tooLarge(frame.length);
    return frame;
  }

  private static WireException tooLarge(int bytes) {
    return new WireException(ErrorCode.REPLY_TOO_LARGE, "a reply of " + bytes + " bytes; ask for less");
  }
}
