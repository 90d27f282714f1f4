package android.graphics;

import android.hardware.HardwareBuffer;
import java.io.IOException;
import java.io.OutputStream;

/** A double: the framework's is in native code. Its bytes are the name of the format and the quality. */
public final class Bitmap {
  public boolean isRecycled;
  public boolean isEncodable = true;

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
    return 1080;
  }

  public int getHeight() {
    return 2400;
  }

  public void recycle() {
    isRecycled = true;
  }
}
