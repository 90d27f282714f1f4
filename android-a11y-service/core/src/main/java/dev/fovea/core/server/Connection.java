package dev.fovea.core.server;

import dev.fovea.core.Uptime;
import dev.fovea.core.event.EventType;
import dev.fovea.core.json.JsonException;
import dev.fovea.core.json.JsonReader;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.methods.Method;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.FrameReader;
import dev.fovea.core.wire.Limits;
import dev.fovea.core.wire.WireException;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/** One client: hello, then requests that are answered as they finish. */
final class Connection {
  private final CoreServer server;
  private final Transport transport;
  private final Outbox outbox;
  private final Map<Long, Call> calls = new ConcurrentHashMap<>();
  private final long openedAtMs = Uptime.ms();
  /** What was agreed on in the hello; 0 before. */
  private volatile int version;
  private long lastId;

  Connection(CoreServer server, Transport transport) {
    this.server = server;
    this.transport = transport;
    outbox = new Outbox(transport.out(), server.engine().events);
  }

  /** Reads requests until the client is gone or breaks the protocol. */
  void serve(boolean isRoomLeft) {
    Writer writer = new Writer();
    if (!writer.start()) return;
    try {
      if (!isRoomLeft) throw new WireException(ErrorCode.BUSY, "there are " + Limits.CLIENTS + " clients already");
      FrameReader frames = new FrameReader(transport.in(), Limits.REQUEST_BYTES);
      greet(frames.next());
      for (byte[] body = frames.next(); body != null; body = frames.next()) handle(parse(body));
    } catch (WireException e) {
      outbox.offer(Frames.fatal(e));
    } catch (IOException | RuntimeException e) {
      // The client is gone, or the server is closing: nothing is left to be said to anybody.
    } finally {
      for (Call call : calls.values()) call.fail(ErrorCode.CANCELLED, "the client is gone");
      outbox.end();
      writer.join();
      transport.close();
    }
  }

  void close() {
    outbox.end();
    transport.close();
  }

  /** Cuts off a client that says no hello, or does not read. */
  void closeIfStuck() {
    boolean isSilent = version == 0 && Uptime.ms() - openedAtMs > server.helloMs;
    if (isSilent || outbox.isStalled(server.stalledMs)) close();
  }

  void send(byte[]... frames) {
    if (!outbox.offer(frames)) close();
  }

  int version() {
    return version;
  }

  void finished(Call call) {
    calls.remove(call.id);
  }

  private void greet(byte[] body) throws WireException {
    if (body == null) return;
    Map<?, ?> message = parse(body);
    if (!message.containsKey("hello")) throw new WireException(ErrorCode.HELLO_REQUIRED, "the first frame is not a hello");
    Args hello = only(message).object("hello");
    hello.string("client", 200);
    List<?> versions = hello.list("versions", 100);
    hello.end();
    version = highestOf(versions);
    send(Frames.hello(server, version));
  }

  private static int highestOf(List<?> versions) throws WireException {
    for (long version = Limits.PROTOCOL_VERSION; version >= 1 && versions != null; version--) {
      if (versions.contains(version)) return (int) version;
    }
    throw new WireException(ErrorCode.WRONG_VERSION, "this side speaks versions 1 to " + Limits.PROTOCOL_VERSION);
  }

  /** A message whose one field is read next. */
  private static Args only(Map<?, ?> message) throws WireException {
    if (message.size() != 1) throw WireException.invalid("the message has other fields besides");
    return Args.of("message", message);
  }

  private static Map<?, ?> parse(byte[] body) throws WireException {
    Object message;
    try {
      message = JsonReader.read(body);
    } catch (JsonException e) {
      throw new WireException(ErrorCode.BAD_FRAME, e.getMessage());
    }
    if (!(message instanceof Map)) throw new WireException(ErrorCode.BAD_FRAME, "no JSON object");
    return (Map<?, ?>) message;
  }

  private void handle(Map<?, ?> message) throws WireException {
    if (message.containsKey("cancel")) {
      Call call = calls.get(only(message).count("cancel", -1));
      if (call != null) call.fail(ErrorCode.CANCELLED, "cancelled by the client");
      return;
    }
    long id = nextId(message);
    try {
      Args request = Args.of("request", message);
      request.count("id", -1);
      String name = request.string("method", 100);
      Object given = request.any("params");
      Args params = Args.of("params", given == null ? Collections.emptyMap() : given);
      int timeoutMs = request.integer("timeoutMs", 1, Limits.MAX_REQUEST_TIMEOUT_MS, Limits.REQUEST_TIMEOUT_MS);
      request.end();
      if (!isAnsweredHere(id, name, params)) start(id, name, params, timeoutMs);
    } catch (WireException e) {
      send(Frames.error(id, e));
    }
  }

  /** Without an id of its own a request cannot be answered, and what follows cannot be trusted either. */
  private long nextId(Map<?, ?> message) throws WireException {
    Object id = message.get("id");
    if (!(id instanceof Long) || (Long) id <= lastId || (Long) id >= 1L << 53) {
      throw new WireException(ErrorCode.BAD_FRAME, "no id, or none that is greater than those before");
    }
    lastId = (Long) id;
    return lastId;
  }

  private void start(long id, String name, Args params, int timeoutMs) throws WireException {
    Method method = server.methods.get(name);
    if (method == null) throw new WireException(ErrorCode.UNKNOWN_METHOD, "there is no such method");
    if (calls.size() >= Limits.REQUESTS_IN_FLIGHT) {
      throw new WireException(ErrorCode.BUSY, Limits.REQUESTS_IN_FLIGHT + " requests are running already");
    }
    final Call call = new Call(this, id, method, params);
    calls.put(id, call);
    call.setTimeout(
        server.after(
            timeoutMs,
            new Runnable() {
              @Override
              public void run() {
                call.fail(ErrorCode.TIMEOUT, "not done within its time");
              }
            }));
    server.execute(call);
  }

  /** The requests about this connection's own events. */
  private boolean isAnsweredHere(long id, String name, Args params) throws WireException {
    if (name.equals("subscribe")) {
      Set<EventType> types = types(params.list("types", EventType.values().length));
      long seq = params.count("after", server.engine().events.lastSeq());
      params.end();
      sendResult(Frames.beginResult(id).beginObject().key("seq").value(seq).endObject());
      outbox.subscribe(types, seq);
      return true;
    }
    if (!name.equals("unsubscribe")) return false;
    params.end();
    outbox.unsubscribe();
    sendResult(Frames.beginResult(id).beginObject().endObject());
    return true;
  }

  private void sendResult(JsonWriter reply) throws WireException {
    send(Frames.endResult(reply, null));
  }

  private static Set<EventType> types(List<?> names) throws WireException {
    if (names == null) return EnumSet.allOf(EventType.class);
    Set<EventType> types = EnumSet.noneOf(EventType.class);
    for (Object name : names) {
      EventType type = EventType.byName(name);
      if (type == null) throw WireException.invalid("params.types names an unknown type");
      types.add(type);
    }
    return types;
  }

  /** Runs the outbox; a client that cannot be written to is gone. */
  private final class Writer implements Runnable {
    private boolean isOver;

    /** False where the server is closing: nobody is served any more. */
    boolean start() {
      try {
        server.execute(this);
        return true;
      } catch (RejectedExecutionException e) {
        transport.close();
        return false;
      }
    }

    @Override
    public void run() {
      try {
        outbox.run();
      } catch (IOException | InterruptedException | RuntimeException e) {
        transport.close();
      } finally {
        over();
      }
    }

    synchronized void join() {
      try {
        while (!isOver) wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private synchronized void over() {
      isOver = true;
      notifyAll();
    }
  }
}
