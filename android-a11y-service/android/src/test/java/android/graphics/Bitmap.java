package android.graphics;

import android.hardware.HardwareBuffer;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A double: the framework's is in native code. One without pixels writes the name of the format and the quality; one
 * with pixels is scaled bilinearly, from four of them each, as the framework's is, and writes files.
 */
public final class Bitmap {
  private final BufferedImage pixels;
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
    this.pixels = null;
  }

  public Bitmap(BufferedImage pixels) {
    this.widthPx = pixels.getWidth();
    this.heightPx = pixels.getHeight();
    this.pixels = pixels;
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
    Bitmap scaled = from.pixels == null ? new Bitmap(widthPx, heightPx) : new Bitmap(from.scaled(widthPx, heightPx));
    scaled.isEncodable = from.isEncodable;
    return scaled;
  }

  public Bitmap copy(Config config, boolean isMutable) {
    return pixels == null ? new Bitmap() : new Bitmap(scaled(widthPx, heightPx));
  }

  private BufferedImage scaled(int toWidthPx, int toHeightPx) {
    BufferedImage scaled = new BufferedImage(toWidthPx, toHeightPx, BufferedImage.TYPE_INT_RGB);
    Graphics2D drawing = scaled.createGraphics();
    drawing.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    drawing.drawImage(pixels, 0, 0, toWidthPx, toHeightPx, null);
    drawing.dispose();
    return scaled;
  }

  public boolean compress(CompressFormat format, int quality, OutputStream out) {
    if (isRecycled) throw new IllegalStateException("the bitmap is recycled");
    try {
      if (pixels == null) out.write((format + " " + quality).getBytes("US-ASCII"));
      else write(format.name(), quality, out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return isEncodable;
  }

  /** JPEG and PNG: no JVM writes WebP. */
  private void write(String format, int quality, OutputStream out) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
    ImageWriteParam how = writer.getDefaultWriteParam();
    if (format.equals("JPEG")) {
      how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      how.setCompressionQuality(quality / 100f);
    }
    try (MemoryCacheImageOutputStream bytes = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(bytes);
      writer.write(null, new IIOImage(pixels, null, null), how);
    } finally {
      writer.dispose();
    }
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
