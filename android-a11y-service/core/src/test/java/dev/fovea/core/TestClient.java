package dev.fovea.core;

import dev.fovea.core.json.JsonReader;
import dev.fovea.core.wire.FrameReader;
import dev.fovea.core.wire.Limits;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A client that sends what a test gives it, and reads the answers in the order in which they come. */
public final class TestClient implements AutoCloseable {
  private final Socket socket;
  private final DataOutputStream out;
  private final FrameReader in;
  private long lastId;

  public TestClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    out = new DataOutputStream(socket.getOutputStream());
    in = new FrameReader(socket.getInputStream(), Limits.REPLY_BYTES);
  }

  public Map<?, ?> hello() throws Exception {
    return hello("[1,2,3]");
  }

  /** @param versions the versions that it says to speak */
  public Map<?, ?> hello(String versions) throws Exception {
    send("{'hello':{'versions':" + versions + ",'client':'test'}}");
    return (Map<?, ?>) read().get("hello");
  }

  /** Sends a message; apostrophes stand for quotes. */
  public void send(String json) throws IOException {
    sendBody(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  public void sendBody(byte[] body) throws IOException {
    byte[] frame = new byte[body.length + 4];
    for (int i = 0; i < 4; i++) frame[i] = (byte) (body.length >>> (24 - 8 * i));
    System.arraycopy(body, 0, frame, 4, body.length);
    out.write(frame);
  }

  public void sendRaw(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** Sends a request and returns its id. */
  public long request(String method, String params) throws IOException {
    send("{'id':" + ++lastId + ",'method':'" + method + "','params':" + params + "}");
    return lastId;
  }

  public void cancel(long id) throws IOException {
    send("{'cancel':" + id + "}");
  }

  /** The next message; null where the server closed. */
  public Map<?, ?> read() throws Exception {
    byte[] body = readBody();
    return body == null ? null : (Map<?, ?>) JsonReader.read(body);
  }

  public byte[] readBody() throws Exception {
    return in.next();
  }

  /** As {@link #readBody}. A server that closes before it has read all our bytes resets the connection: an end, too. */
  byte[] readBodyOrReset() throws Exception {
    try {
      return readBody();
    } catch (SocketException e) {
      return null;
    }
  }

  /** Sends nothing more. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Sends a request and returns the next message, which must be its result. */
  public Map<?, ?> call(String method, String params) throws Exception {
    long id = request(method, params);
    Map<?, ?> reply = read();
    if (!Long.valueOf(id).equals(reply.get("id")) || !reply.containsKey("result")) throw new AssertionError(reply);
    return (Map<?, ?>) reply.get("result");
  }

  /** Sends a request and returns its error. */
  public Map<?, ?> fail(String method, String params) throws Exception {
    long id = request(method, params);
    Map<?, ?> reply = read();
    if (!Long.valueOf(id).equals(reply.get("id")) || !reply.containsKey("error")) throw new AssertionError(reply);
    return (Map<?, ?>) reply.get("error");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
