package dev.fovea.shell;

import dev.fovea.core.Uptime;

/**
 * Lasts until it is ended, or until it was not renewed for its length: a connection can be cut without any sign that
 * the other side is gone. Time in the device's deep sleep does not count.
 */
final class Lease {
  private final long lengthMs;
  private long renewedAtMs = Uptime.ms();
  private boolean isOver;

  /** 0 is for ever. */
  Lease(long lengthMs) {
    this.lengthMs = lengthMs;
  }

  synchronized void renew() {
    renewedAtMs = Uptime.ms();
  }

  synchronized void end() {
    isOver = true;
    notifyAll();
  }

  synchronized void await() throws InterruptedException {
    while (!isOver) {
      if (lengthMs == 0) {
        wait();
        continue;
      }
      long leftMs = renewedAtMs + lengthMs - Uptime.ms();
      if (leftMs <= 0) return;
      wait(leftMs);
    }
  }
}
