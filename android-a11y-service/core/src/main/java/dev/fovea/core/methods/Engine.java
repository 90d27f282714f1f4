package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.event.EventRing;
import dev.fovea.core.event.UiEvent;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.Prefetch;
import dev.fovea.core.tree.Snapshots;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.Limits;
import dev.fovea.core.wire.WireException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** What the methods share: the host, the accessibility connection while there is one, the events and the trees. */
public final class Engine {
  public final HostInfo host;
  public final Prefetch prefetch;
  public final EventRing events = new EventRing(Limits.EVENTS_KEPT);
  public final Snapshots snapshots;
  public final ScreenshotPacer screenshots;
  /** Held while a gesture touches the screen: a second gesture would cancel the first. */
  final Lock touching = new ReentrantLock(true);

  private volatile Platform platform;
  private volatile long attachedAtMs;

  /** @param walkers runs each task at once, in a thread of its own where need be */
  public Engine(HostInfo host, Executor walkers) {
    this.host = host;
    prefetch = Prefetch.forApi(host.apiLevel);
    snapshots = new Snapshots(events, walkers);
    screenshots = new ScreenshotPacer(host.screenshotIntervalMs());
  }

  /** The accessibility connection is there. */
  public void attach(Platform connected) {
    attachedAtMs = Uptime.ms();
    platform = connected;
    events.add(UiEvent.service(true));
  }

  /** The accessibility connection is gone; requests that need it are refused as SUPPRESSED until the next one. */
  public void detach() {
    platform = null;
    snapshots.store().clear();
    screenshots.clear();
    events.add(UiEvent.service(false));
  }

  public boolean isRunning() {
    return platform != null;
  }

  /** Since when the connection is there; null where there is none. */
  Long attachedAtMs() {
    return isRunning() ? attachedAtMs : null;
  }

  Platform platform() throws WireException {
    Platform connected = platform;
    if (connected == null) {
      throw new WireException(ErrorCode.SUPPRESSED, "no accessibility connection: a UiAutomation may hold the device");
    }
    return connected;
  }

  /** The connection, where the host has a capability. */
  Platform platform(Capability needed) throws WireException {
    if (!host.capabilities.contains(needed)) throw WireException.unsupported("this host has no " + needed.name());
    return platform();
  }
}
