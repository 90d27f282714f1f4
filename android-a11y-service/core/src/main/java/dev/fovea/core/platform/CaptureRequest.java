package dev.fovea.core.platform;

/** One screenshot. */
public final class CaptureRequest {
  public final int displayId;
  /** Null for the whole display. */
  public final Integer windowId;
  /** "jpeg", "png" or "webp". */
  public final String format;
  /** 1–100, for jpeg and webp. */
  public final int quality;
  /** The picture is scaled down to it; {@link Integer#MAX_VALUE} for one as it was taken. */
  public final int longestSidePx;

  public CaptureRequest(int displayId, Integer windowId, String format, int quality, int longestSidePx) {
    this.displayId = displayId;
    this.windowId = windowId;
    this.format = format;
    this.quality = quality;
    this.longestSidePx = longestSidePx;
  }

  /** Screenshots of one display, or of one window, share one rate limit. */
  public String target() {
    return windowId == null ? "display " + displayId : "window " + windowId;
  }
}
