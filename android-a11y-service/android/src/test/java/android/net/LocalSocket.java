package android.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A double: the framework's is in native code. Two of them, back to back, are a connection. As on old releases, closing
 * does not wake a thread that reads: only shutting down does.
 */
public class LocalSocket implements AutoCloseable {
  public final AtomicInteger reads = new AtomicInteger();
  public volatile boolean isClosed;
  public volatile boolean isReading;
  public volatile int flushes;
  private final Pipe in = new Pipe();
  private Pipe out;
  private int peerUid;

  /** A connection of a client with this uid; the server's end first. */
  public static LocalSocket[] pair(int uid) {
    LocalSocket server = new LocalSocket();
    LocalSocket client = new LocalSocket();
    server.peerUid = uid;
    server.out = client.in;
    client.out = server.in;
    return new LocalSocket[] {server, client};
  }

  /** @throws IOException for uid -2, as where the peer is gone already */
  public Credentials getPeerCredentials() throws IOException {
    if (peerUid == -2) throw new IOException("the peer is gone");
    return new Credentials(1, peerUid, 1);
  }

  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        reads.incrementAndGet();
        isReading = true;
        return in.read(into, from, length);
      }
    };
  }

  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        out.write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void flush() {
        flushes++;
      }
    };
  }

  public void shutdownInput() throws IOException {
    if (isClosed) throw new IOException("closed");
    in.end();
  }

  public void shutdownOutput() throws IOException {
    if (isClosed) throw new IOException("closed");
    out.end();
  }

  @Override
  public void close() {
    isClosed = true;
  }

  /** One direction. */
  private static final class Pipe {
    private final Deque<Byte> bytes = new ArrayDeque<>();
    private boolean isOver;

    synchronized int read(byte[] into, int from, int length) throws IOException {
      try {
        while (bytes.isEmpty() && !isOver) wait();
      } catch (InterruptedException e) {
        throw new IOException("interrupted");
      }
      int count = 0;
      for (; count < length && !bytes.isEmpty(); count++) into[from + count] = bytes.poll();
      return count == 0 && length > 0 ? -1 : count;
    }

    synchronized void write(byte[] from, int at, int length) throws IOException {
      if (isOver) throw new IOException("Broken pipe");
      for (int i = at; i < at + length; i++) bytes.add(from[i]);
      notifyAll();
    }

    synchronized void end() {
      isOver = true;
      notifyAll();
    }
  }
}
