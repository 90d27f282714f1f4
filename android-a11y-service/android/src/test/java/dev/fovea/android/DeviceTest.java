package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.graphics.Bitmap;
import android.hardware.display.DisplayManager;
import android.os.Build;
import android.util.Log;
import android.view.Display;
import dev.fovea.core.event.EventRing;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Displays, clipboard, pictures and the log. */
class DeviceTest {
  @AfterEach
  void newAndroid() {
    Build.VERSION.SDK_INT = 34;
  }

  @Test
  void aDisplayThatIsTurnedResizedAddedOrRemovedIsAnEventAndAnotherRefreshRateIsNot() {
    DisplayManager displays = new DisplayManager();
    Display display = new Display();
    displays.displays.add(display);
    EventRing events = new EventRing(16);
    DisplayWatch.begin(displays, null, events);

    display.refreshRate = 120;
    displays.listener.onDisplayChanged(0);
    assertEquals(0, events.lastSeq());

    display.rotation = 1;
    displays.listener.onDisplayChanged(0);
    displays.listener.onDisplayChanged(0);
    assertEquals(1, events.lastSeq());

    display.size = new int[] {2400, 1080};
    displays.listener.onDisplayChanged(0);
    assertEquals(2, events.lastSeq());

    Display second = new Display();
    second.id = 2;
    displays.displays.add(second);
    displays.listener.onDisplayAdded(2);
    assertEquals(3, events.lastSeq());

    display.state = Display.STATE_OFF;
    displays.listener.onDisplayChanged(0);
    displays.displays.remove(second);
    displays.listener.onDisplayRemoved(2);
    assertEquals(5, events.lastSeq());
  }

  @Test
  void aDisplayIsOnWhereItIsDrawn() {
    for (int state : new int[] {2, 3, 5, 6}) assertEquals(true, FactsReader.isOn(state), "state " + state);
    for (int state : new int[] {1, 4}) assertEquals(false, FactsReader.isOn(state), "state " + state);
    assertNull(FactsReader.isOn(0));
  }

  @Test
  void theClipboardIsReadAndWritten() throws WireException {
    ClipboardManager manager = new ClipboardManager();
    Clipboard clipboard = new Clipboard(manager);
    assertNull(clipboard.text());
    clipboard.set("grüße 🎉");
    assertEquals("grüße 🎉", clipboard.text());
    assertEquals("grüße 🎉", manager.clip.getItemAt(0).getText().toString());
    manager.clip = ClipData.newPlainText("label", null);
    assertNull(clipboard.text());
  }

  @Test
  void aRefusedClipboardIsUnsupportedAndNothingOfItIsLogged() {
    ClipboardManager manager = new ClipboardManager();
    manager.isRefused = true;
    Log.LINES.clear();
    WireException e = assertThrows(WireException.class, () -> new Clipboard(manager).text());
    assertEquals(ErrorCode.UNSUPPORTED, e.code());
    assertTrue(Log.LINES.get(0).contains("java.lang.SecurityException"));
    assertFalse(Log.LINES.get(0).contains("what is on it"));
  }

  @Test
  void aFailureIsWrittenDownWithoutItsWords() {
    Throwable e = new IllegalStateException("secret one", new RuntimeException("secret two"));
    String written = Trouble.describe(e);
    assertTrue(written.contains("java.lang.IllegalStateException") && written.contains("java.lang.RuntimeException"));
    assertTrue(written.contains("DeviceTest"));
    assertFalse(written.contains("secret"));
  }

  private static String encoded(String format) throws WireException {
    Bitmap bitmap = new Bitmap();
    Picture picture = PictureEncoder.encode(bitmap, new CaptureRequest(0, null, format, 70, Integer.MAX_VALUE), 5);
    assertTrue(bitmap.isRecycled);
    assertEquals("1080 2400 5", picture.widthPx + " " + picture.heightPx + " " + picture.capturedAtMs);
    return new String(picture.bytes, StandardCharsets.US_ASCII);
  }

  @Test
  void aPictureIsEncodedAsItWasAskedFor() throws WireException {
    assertEquals("JPEG 70", encoded("jpeg"));
    assertEquals("PNG 70", encoded("png"));
    assertEquals("WEBP_LOSSY 70", encoded("webp"));
    Build.VERSION.SDK_INT = 29;
    assertEquals("WEBP 70", encoded("webp"));
  }

  private static String sizeOf(Bitmap taken, int longestSidePx) throws WireException {
    Picture picture = PictureEncoder.encode(taken, new CaptureRequest(0, null, "jpeg", 80, longestSidePx), 5);
    assertTrue(taken.isRecycled);
    return picture.widthPx + "x" + picture.heightPx;
  }

  @Test
  void aPictureIsScaledDownToTheSizeAskedForAndNeverUp() throws WireException {
    assertEquals("540x1200", sizeOf(new Bitmap(), 1200));
    assertEquals("135x300", sizeOf(new Bitmap(), 300));
    assertEquals("1000x450", sizeOf(new Bitmap(2400, 1080), 1000));
    assertEquals("1080x2400", sizeOf(new Bitmap(), 2400));
    assertEquals("1080x2400", sizeOf(new Bitmap(), 5000));
    assertEquals("1x16", sizeOf(new Bitmap(2, 2400), 16));
  }

  @Test
  void aPictureThatCannotBeEncodedIsRecycled() {
    Bitmap bitmap = new Bitmap();
    bitmap.isEncodable = false;
    CaptureRequest request = new CaptureRequest(0, null, "png", 70, 600);
    WireException e = assertThrows(WireException.class, () -> PictureEncoder.encode(bitmap, request, 5));
    assertEquals(ErrorCode.SCREENSHOT_FAILED, e.code());
    assertTrue(bitmap.isRecycled);
  }
}
