package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.Bitmap;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.WireException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Pictures of real pixels, scaled, encoded and decoded again: each pixel is compared with the mean of its area. */
class PictureEncoderTest {
  private static final int WIDTH_PX = 264;
  private static final int HEIGHT_PX = 600;

  /** Areas of one colour, and lines of one pixel in between, as letters have them. */
  private static BufferedImage screen() {
    BufferedImage screen = new BufferedImage(WIDTH_PX, HEIGHT_PX, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(7);
    for (int top = 0; top < HEIGHT_PX; top += 60) {
      int background = random.nextInt(0x1000000);
      int stroke = random.nextInt(0x1000000);
      boolean hasLetters = random.nextInt(3) > 0;
      for (int y = top; y < top + 60; y++) {
        for (int x = 0; x < WIDTH_PX; x++) {
          boolean isStroke = hasLetters && (x / 60) % 3 > 0 && (x % 4 == 1 || (y % 8 == 3 && x % 16 < 9));
          screen.setRGB(x, y, isStroke ? stroke : background);
        }
      }
    }
    return screen;
  }

  private static Picture encoded(String format, int quality, int longestSidePx) throws WireException {
    return PictureEncoder.encode(
        new Bitmap(screen()), new CaptureRequest(0, null, format, quality, longestSidePx), 5);
  }

  private static BufferedImage decoded(Picture picture) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture.bytes));
    assertEquals(picture.widthPx + "x" + picture.heightPx, image.getWidth() + "x" + image.getHeight());
    return image;
  }

  /** How far a pixel's colours are on average from the mean of the pixels that it stands for, of 255. */
  private static double distance(BufferedImage whole, BufferedImage small) {
    double sum = 0;
    for (int y = 0; y < small.getHeight(); y++) {
      for (int x = 0; x < small.getWidth(); x++) sum += distance(whole, small, x, y);
    }
    return sum / small.getWidth() / small.getHeight() / 3;
  }

  private static double distance(BufferedImage whole, BufferedImage small, int x, int y) {
    double across = (double) whole.getWidth() / small.getWidth();
    double down = (double) whole.getHeight() / small.getHeight();
    double[] mean = new double[3];
    for (int fromY = (int) (y * down); fromY < Math.min(whole.getHeight(), (y + 1) * down); fromY++) {
      double high = Math.min(fromY + 1, (y + 1) * down) - Math.max(fromY, y * down);
      for (int fromX = (int) (x * across); fromX < Math.min(whole.getWidth(), (x + 1) * across); fromX++) {
        double share = high * (Math.min(fromX + 1, (x + 1) * across) - Math.max(fromX, x * across)) / across / down;
        for (int colour = 0; colour < 3; colour++) mean[colour] += share * part(whole.getRGB(fromX, fromY), colour);
      }
    }
    double sum = 0;
    for (int colour = 0; colour < 3; colour++) sum += Math.abs(mean[colour] - part(small.getRGB(x, y), colour));
    return sum;
  }

  private static int part(int rgb, int colour) {
    return rgb >> (8 * colour) & 0xff;
  }

  @Test
  void aPictureInFullIsTheScreenPixelByPixel() throws WireException, IOException {
    assertEquals(0, distance(screen(), decoded(encoded("png", 80, HEIGHT_PX))));
    double lossy = distance(screen(), decoded(encoded("jpeg", 80, Integer.MAX_VALUE)));
    assertTrue(lossy > 0 && lossy < 12, "by " + lossy);
  }

  @Test
  void eachPixelOfASmallerPictureIsTheMeanOfWhatItStandsFor() throws WireException, IOException {
    for (int longestSidePx : new int[] {300, 150, 75}) {
      double plain = distance(screen(), decoded(encoded("png", 80, longestSidePx)));
      assertTrue(plain < 0.5, longestSidePx + " px: by " + plain);
      double lossy = distance(screen(), decoded(encoded("jpeg", 80, longestSidePx)));
      assertTrue(lossy < 12, longestSidePx + " px as JPEG: by " + lossy);
    }
    // Where no pixel stands for a whole number of others, a bilinear filter comes near the mean.
    double between = distance(screen(), decoded(encoded("png", 80, 320)));
    assertTrue(between < 5, "by " + between);
  }

  @Test
  void aSmallerPictureOrALowerQualityTakesFewerBytes() throws WireException {
    int full = encoded("jpeg", 80, HEIGHT_PX).bytes.length;
    int small = encoded("jpeg", 80, 320).bytes.length;
    int rough = encoded("jpeg", 30, 320).bytes.length;
    assertTrue(full > 2 * small && small > 1.3 * rough, full + ", " + small + " and " + rough + " bytes");
  }
}
