package android.graphics;

import android.hardware.HardwareBuffer;
import java.io.IOException;
import java.io.OutputStream;

/** A double: the framework's is in native code. Its bytes are the name of the format and the quality. */
public final class Bitmap {
  private final int widthPx;
  private final int heightPx;
  public boolean isRecycled;
  public boolean isEncodable = true;

  public Bitmap() {
    this(1080, 2400);
  }

  public Bitmap(int widthPx, int heightPx) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
  }

  /** The framework's formats, by their names and no more. */
  public enum CompressFormat {
    JPEG,
    PNG,
    WEBP,
    WEBP_LOSSY,
    WEBP_LOSSLESS
  }

  public enum Config {
    ARGB_8888,
    HARDWARE
  }

  /** The picture that the buffer's maker put there. */
  public static Bitmap wrapHardwareBuffer(HardwareBuffer buffer, ColorSpace colors) {
    if (buffer.isClosed) throw new IllegalStateException("the buffer is closed");
    return buffer.isReadable ? new Bitmap() : null;
  }

  public static Bitmap createScaledBitmap(Bitmap from, int widthPx, int heightPx, boolean isFiltered) {
    if (from.isRecycled) throw new IllegalStateException("the bitmap is recycled");
    if (!isFiltered) throw new IllegalStateException("letters would lose their edges");
    Bitmap scaled = new Bitmap(widthPx, heightPx);
    scaled.isEncodable = from.isEncodable;
    return scaled;
  }

  public Bitmap copy(Config config, boolean isMutable) {
    return new Bitmap();
  }

  public boolean compress(CompressFormat format, int quality, OutputStream out) {
    if (isRecycled) throw new IllegalStateException("the bitmap is recycled");
    try {
      out.write((format + " " + quality).getBytes("US-ASCII"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return isEncodable;
  }

  public int getWidth() {
    return widthPx;
  }

  public int getHeight() {
    return heightPx;
  }

  public void recycle() {
    isRecycled = true;
  }
}
