package android.net;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** A double of the abstract namespace: a name is taken until its socket is closed. */
public class LocalServerSocket {
  private static final Map<String, LocalServerSocket> TAKEN = new ConcurrentHashMap<>();

  private final String name;
  private final BlockingQueue<LocalSocket> waiting = new LinkedBlockingQueue<>();

  public LocalServerSocket(String name) throws IOException {
    this.name = name;
    if (TAKEN.putIfAbsent(name, this) != null) throw new IOException("Address already in use");
  }

  /** The server's end and the client's, which has sent these bytes already; null where nobody listens. */
  public static LocalSocket[] connect(String name, int uid, int... sent) throws IOException {
    LocalServerSocket server = TAKEN.get(name);
    if (server == null) return null;
    LocalSocket[] pair = LocalSocket.pair(uid);
    for (int value : sent) pair[1].getOutputStream().write(value);
    server.waiting.add(pair[0]);
    return pair;
  }

  /** What the end of the process that has the name does. */
  public static void release(String name) {
    TAKEN.remove(name);
  }

  public LocalSocket accept() throws IOException {
    try {
      return waiting.take();
    } catch (InterruptedException e) {
      throw new IOException("closed");
    }
  }

  public void close() {
    TAKEN.remove(name, this);
  }
}
