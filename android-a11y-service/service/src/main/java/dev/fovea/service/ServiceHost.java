package dev.fovea.service;

import android.net.LocalServerSocket;
import dev.fovea.android.Listener;
import dev.fovea.android.Trouble;
import dev.fovea.core.event.EventRing;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.server.CoreServer;
import java.io.IOException;
import java.io.PrintWriter;

/** The core for the life of the process, and which service object is its accessibility connection at the time. */
final class ServiceHost {
  /** Another process may hold the name; there is no event for its being free again. */
  private static final int RETRY_MS = 1_000;

  private final HostInfo info;
  private final CoreServer core;
  private volatile boolean isListening;
  // Guarded by this.
  private Object owner;

  ServiceHost(HostInfo info) {
    this.info = info;
    core = new CoreServer(info);
  }

  int screenshotIntervalMs() {
    return info.screenshotIntervalMs();
  }

  EventRing events() {
    return core.engine().events;
  }

  /** Listens, from now on and in a thread of its own. */
  void listen(final int ownUid) {
    Thread thread =
        new Thread("fovea-listener") {
          @Override
          public void run() {
            listenAlways(new Listener(core, ownUid));
          }
        };
    thread.setDaemon(true);
    thread.start();
  }

  synchronized void connected(Object service, Platform platform) {
    owner = service;
    core.engine().attach(platform);
  }

  /** A late goodbye of an older service object takes nothing away from the newer one. */
  synchronized void disconnected(Object service) {
    if (owner != service) return;
    owner = null;
    core.engine().detach();
  }

  /**
   * What `dumpsys activity service` prints. It comes through the system server from this very app, so a host learns by
   * the epoch whether the socket is this app's or another's who took the name.
   */
  void dump(PrintWriter out) {
    out.println("fovea-version: " + info.build);
    out.println("fovea-epoch: " + core.epoch());
    out.println("fovea-socket: " + (isListening ? info.socketName() : "none"));
    out.println("fovea-state: " + (core.engine().isRunning() ? "running" : "suppressed"));
  }

  private void listenAlways(Listener listener) {
    for (; ; ) {
      try {
        LocalServerSocket socket = new LocalServerSocket(info.socketName());
        isListening = true;
        listener.serve(socket);
      } catch (IOException | RuntimeException | Error e) { // whatever it is: without a listener the app is of no use
        Trouble.report("the socket failed", e);
      }
      isListening = false;
      try {
        Thread.sleep(RETRY_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
