package dev.fovea.android;

import android.graphics.Bitmap;
import android.graphics.Bitmap.CompressFormat;
import android.os.Build;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.io.ByteArrayOutputStream;

/** A bitmap as the bytes that were asked for. */
public final class PictureEncoder {
  private PictureEncoder() {}

  /**
   * The bitmap is let go of in any case.
   *
   * @param capturedAtMs when the platform took it
   * @throws WireException SCREENSHOT_FAILED where it cannot be encoded
   */
  public static Picture encode(Bitmap taken, CaptureRequest request, long capturedAtMs) throws WireException {
    Bitmap bitmap = sized(taken, request.longestSidePx);
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * 1024);
      if (!bitmap.compress(format(request.format), request.quality, bytes)) {
        throw new WireException(ErrorCode.SCREENSHOT_FAILED, "the picture cannot be encoded as " + request.format);
      }
      return new Picture(request, bitmap.getWidth(), bitmap.getHeight(), bytes.toByteArray(), capturedAtMs);
    } finally {
      bitmap.recycle();
    }
  }

  /**
   * Scales down, never up, and recycles the larger bitmap. The framework's filter reads four pixels, so it would skip
   * some when it scales to less than half the size. Large screenshots are therefore halved first.
   */
  private static Bitmap sized(Bitmap taken, int longestSidePx) {
    Bitmap bitmap = taken;
    for (int side = longestOf(bitmap); side > longestSidePx; side = longestOf(bitmap)) {
      int wanted = Math.max(longestSidePx, (side + 1) / 2);
      int width = Math.max(1, Math.round((float) bitmap.getWidth() * wanted / side));
      int height = Math.max(1, Math.round((float) bitmap.getHeight() * wanted / side));
      Bitmap smaller = Bitmap.createScaledBitmap(bitmap, width, height, true);
      bitmap.recycle();
      bitmap = smaller;
    }
    return bitmap;
  }

  private static int longestOf(Bitmap bitmap) {
    return Math.max(bitmap.getWidth(), bitmap.getHeight());
  }

  @SuppressWarnings("deprecation") // WEBP: the only one below API 30, where a quality below 100 means lossy
  private static CompressFormat format(String name) {
    switch (name) {
      case "png":
        return CompressFormat.PNG;
      case "webp":
        return Build.VERSION.SDK_INT >= 30 ? WebpApi30.LOSSY : CompressFormat.WEBP;
      default:
        return CompressFormat.JPEG;
    }
  }
}
