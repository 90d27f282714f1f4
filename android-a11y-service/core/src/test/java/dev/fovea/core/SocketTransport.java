package dev.fovea.core;

import dev.fovea.core.server.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;

/** A client's TCP socket. */
public final class SocketTransport implements Transport {
  private final Socket socket;

  public SocketTransport(Socket socket) {
    this.socket = socket;
  }

  @Override
  public InputStream in() {
    try {
      return socket.getInputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream out() {
    try {
      return socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
