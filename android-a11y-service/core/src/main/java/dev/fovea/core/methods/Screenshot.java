package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.Limits;
import dev.fovea.core.wire.WireException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A picture of a display or a window; it waits for its turn where the platform limits the rate. */
final class Screenshot extends Method {
  private static final List<String> FORMATS = Collections.unmodifiableList(Arrays.asList("jpeg", "png", "webp"));

  private final Engine engine;

  Screenshot(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    int display = params.integer("display", 0, Integer.MAX_VALUE, 0);
    boolean isWindow = params.has("window");
    Integer window = isWindow ? (Integer) params.integer("window", Integer.MIN_VALUE, Integer.MAX_VALUE) : null;
    String format = params.choice("format", FORMATS, "jpeg");
    int quality = params.integer("quality", 1, 100, 80);
    int maxAgeMs = params.integer("maxAgeMs", 0, 60_000, 0);
    boolean mayBeSized = caller.version() >= Limits.SIZES_SINCE_VERSION;
    int longestSidePx =
        mayBeSized ? params.integer("longestSidePx", 16, Integer.MAX_VALUE, Integer.MAX_VALUE) : Integer.MAX_VALUE;
    params.end();
    Platform platform = engine.platform(isWindow ? Capability.windowScreenshot : Capability.screenshot);

    long startedAt = System.nanoTime();
    long seq = engine.events.lastSeq();
    CaptureRequest request = new CaptureRequest(display, window, format, quality, longestSidePx);
    Picture picture = engine.screenshots.take(platform, request, maxAgeMs);
    result.beginObject().key("display").value(display).key("window").value(window);
    result.key("widthPx").value(picture.widthPx).key("heightPx").value(picture.heightPx);
    result.key("format").value(format).key("capturedAtMs").value(picture.capturedAtMs);
    result.key("ageMs").value(Math.max(0, Uptime.ms() - picture.capturedAtMs));
    result.key("waitedMs").value(Uptime.msSince(startedAt)).key("seq").value(seq).endObject();
    return picture.bytes;
  }
}
