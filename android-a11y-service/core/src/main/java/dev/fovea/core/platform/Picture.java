package dev.fovea.core.platform;

/** A screenshot that was taken. */
public final class Picture {
  public final CaptureRequest request;
  public final int widthPx;
  public final int heightPx;
  public final byte[] bytes;
  /** When the platform took it, in {@link dev.fovea.core.Uptime}. */
  public final long capturedAtMs;

  public Picture(CaptureRequest request, int widthPx, int heightPx, byte[] bytes, long capturedAtMs) {
    this.request = request;
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.bytes = bytes;
    this.capturedAtMs = capturedAtMs;
  }
}
