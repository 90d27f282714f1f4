package dev.fovea.core.server;

import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import java.util.EnumSet;

/** A server whose clients have little time, for tests that would wait for seconds otherwise. */
public final class ImpatientServer {
  private ImpatientServer() {}

  public static CoreServer create(int helloMs, int stalledMs) {
    EnumSet<Capability> all = EnumSet.allOf(Capability.class);
    return new CoreServer(new HostInfo("service", "test", "dev.fovea.service", 0, 34, all, 20), helloMs, stalledMs);
  }
}
