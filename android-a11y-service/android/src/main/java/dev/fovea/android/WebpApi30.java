package dev.fovea.android;

import android.graphics.Bitmap.CompressFormat;

final class WebpApi30 {
  static final CompressFormat LOSSY = CompressFormat.WEBP_LOSSY;

  private WebpApi30() {}
}
