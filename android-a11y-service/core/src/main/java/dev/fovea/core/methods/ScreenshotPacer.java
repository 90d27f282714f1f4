package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.wire.WireException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the platform's rate limit: requests for one target wait in the order in which they came. A request that waited
 * takes a screenshot that was made meanwhile, so that ten waiting requests cost one or two captures.
 */
public final class ScreenshotPacer {
  private static final int KEPT_TARGETS = 4;

  private final int intervalMs;
  private final Map<String, Target> targets = new LinkedHashMap<>();

  /** @param intervalMs the shortest time between two captures of one target */
  public ScreenshotPacer(int intervalMs) {
    this.intervalMs = intervalMs;
  }

  /** A picture taken after the call, or up to {@code maxAgeMs} before. */
  public Picture take(Platform platform, CaptureRequest request, int maxAgeMs)
      throws WireException, InterruptedException {
    long oldest = Uptime.ms() - maxAgeMs;
    Target target = target(request.target());
    target.turn.lockInterruptibly();
    try {
      Picture last = target.last;
      if (last != null && last.capturedAtMs > oldest && isSame(last.request, request)) return last;
      target.last = null; // a picture is megabytes: never two at once
      waitForTurn(target);
      target.askedAtMs = Uptime.ms();
      target.last = platform.capture(request);
      return target.last;
    } finally {
      target.turn.unlock();
    }
  }

  /** Lets go of the pictures kept. */
  public synchronized void clear() {
    targets.clear();
  }

  private void waitForTurn(Target target) throws InterruptedException {
    if (target.askedAtMs == null) return;
    long left = target.askedAtMs + intervalMs - Uptime.ms();
    if (left > 0) Thread.sleep(left);
  }

  private synchronized Target target(String name) {
    Target target = targets.remove(name);
    if (target == null) target = new Target();
    targets.put(name, target);
    Iterator<Target> oldest = targets.values().iterator();
    while (targets.size() > KEPT_TARGETS && oldest.hasNext()) if (!oldest.next().turn.isLocked()) oldest.remove();
    return target;
  }

  private static boolean isSame(CaptureRequest one, CaptureRequest other) {
    return one.format.equals(other.format)
        && one.quality == other.quality
        && one.longestSidePx == other.longestSidePx;
  }

  private static final class Target {
    final ReentrantLock turn = new ReentrantLock(true);
    // Guarded by turn.
    Long askedAtMs;
    Picture last;
  }
}
