package dev.fovea.android;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import dev.fovea.core.platform.PeerPolicy;
import dev.fovea.core.server.CoreServer;
import java.io.IOException;

/** Takes connections, and hands those of allowed peers to the core, each on a thread of its own. */
public final class Listener {
  private final CoreServer core;
  private final int ownUid;

  public Listener(CoreServer core, int ownUid) {
    this.core = core;
    this.ownUid = ownUid;
  }

  /** Does so until the socket fails, which is closed then. */
  public void serve(LocalServerSocket socket) throws IOException {
    try {
      for (; ; ) admit(socket.accept());
    } finally {
      socket.close();
    }
  }

  private void admit(LocalSocket client) {
    try {
      if (PeerPolicy.allows(client.getPeerCredentials().getUid(), ownUid)) {
        start(new LocalTransport(client));
      } else {
        client.close();
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) { // the last: no thread can be made
      Trouble.report("a client was not let in", e);
      closeQuietly(client);
    }
  }

  private void start(final LocalTransport transport) {
    Thread thread =
        new Thread("fovea-client") {
          @Override
          public void run() {
            try {
              core.serve(transport);
            } catch (RuntimeException | Error e) {
              Trouble.report("a client's thread failed", e);
              transport.close();
            }
          }
        };
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(LocalSocket client) {
    try {
      client.close();
    } catch (IOException e) {
      // It is as closed as it gets.
    }
  }
}
