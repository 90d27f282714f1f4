package dev.fovea.android;

import android.net.LocalSocket;
import dev.fovea.core.server.Transport;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A client's local socket. */
final class LocalTransport implements Transport {
  private final LocalSocket socket;
  private final InputStream in;
  private final OutputStream out;

  LocalTransport(LocalSocket socket) throws IOException {
    this.socket = socket;
    in = socket.getInputStream();
    out = new Unflushed(socket.getOutputStream());
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  /** Closing alone does not wake a thread that reads or writes: shutting down does. */
  @Override
  public void close() {
    try {
      socket.shutdownInput();
    } catch (IOException e) {
      // The client is gone already.
    }
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // The client is gone already.
    }
    try {
      socket.close();
    } catch (IOException e) {
      // It was closed before.
    }
  }

  /**
   * LocalSocketImpl's flush waits in steps of 10 ms until the other side has read everything (at least up to Android
   * 9). Its writes are never buffered.
   */
  private static final class Unflushed extends FilterOutputStream {
    Unflushed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void flush() {}
  }
}
