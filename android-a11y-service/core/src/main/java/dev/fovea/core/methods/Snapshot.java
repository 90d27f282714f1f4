package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.SnapshotOptions;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.tree.WalkOptions;
import dev.fovea.core.tree.WindowData;
import dev.fovea.core.tree.WindowSnapshot;
import dev.fovea.core.tree.WindowTree;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.Limits;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Windows and their trees. */
final class Snapshot extends Method {
  private final Engine engine;

  Snapshot(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    SnapshotOptions options = new SnapshotOptions(params);
    Platform platform = engine.platform();
    long startedAt = System.nanoTime();
    long seq = engine.events.lastSeq();
    boolean isCacheDropped = options.isForced || engine.prefetch.isCacheClearedAlways;
    boolean isAllWalked = options.isForced || !options.mayReuse;
    if (isCacheDropped && isAllWalked) platform.clearCache(); // it holds the list of windows too
    List<? extends UiWindow> all = platform.windows();
    List<UiWindow> windows = wanted(all, options);
    WalkOptions walk = options.walkOptions(engine.prefetch);
    Map<Integer, WindowTree> reused = engine.snapshots.reusable(windows, options, walk);
    boolean isAnyWalked = reused.size() < windows.size();
    if (isCacheDropped && !isAllWalked && isAnyWalked) platform.clearCache();
    List<WindowSnapshot> taken = engine.snapshots.take(windows, reused, walk, seq);

    result.beginObject().key("seq").value(seq).key("uptimeMs").value(Uptime.ms());
    result.key("walkMs").value(Uptime.msSince(startedAt));
    result.key("eventsDuring").value(engine.events.lastSeq() - seq).key("windows");
    engine.snapshots.write(result, taken, options, caller.version() >= Limits.PATCHES_SINCE_VERSION);
    result.key("facts");
    if (options.wantsFacts) Facts.write(result, platform.facts(), all);
    else result.nullValue();
    result.endObject();
    return null;
  }

  private static List<UiWindow> wanted(List<? extends UiWindow> all, SnapshotOptions options) {
    List<UiWindow> wanted = new ArrayList<>();
    for (UiWindow window : all) {
      boolean isAsked = options.windowIds == null || options.windowIds.contains(window.id());
      if (isAsked && isOn(options.displayId, window)) wanted.add(window);
    }
    return wanted;
  }

  /** Below API 30 windows do not say where they are, and are all on the default display. */
  private static boolean isOn(Integer displayId, UiWindow window) {
    if (displayId == null) return true;
    WindowData data = new WindowData();
    window.read(data);
    return displayId.equals(data.displayId == null ? Integer.valueOf(0) : data.displayId);
  }
}
