package dev.fovea.core;

import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.server.CoreServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The core behind a TCP port of this machine's loopback, with a screen that the test makes up. */
final class TestServer implements AutoCloseable {
  final FakePlatform phone = new FakePlatform();
  final CoreServer core;
  private final ServerSocket listener;

  TestServer() throws IOException {
    this(FakePlatform.host());
  }

  TestServer(HostInfo host) throws IOException {
    this(new CoreServer(host));
  }

  TestServer(CoreServer core) throws IOException {
    this(core, 0);
  }

  TestServer(CoreServer core, int port) throws IOException {
    this.core = core;
    listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    core.engine().attach(phone);
    Thread accepting = new Thread(this::accept, "accepting");
    accepting.setDaemon(true);
    accepting.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  TestClient connect() throws Exception {
    TestClient client = new TestClient(port());
    client.hello();
    return client;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    core.close();
  }

  private void accept() {
    try {
      for (; ; ) {
        Socket socket = listener.accept();
        Thread serving = new Thread(() -> core.serve(new SocketTransport(socket)), "serving");
        serving.setDaemon(true);
        serving.start();
      }
    } catch (IOException e) {
      // Closed.
    }
  }
}
