package dev.fovea.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.AccessibilityService.ScreenshotResult;
import android.graphics.ColorSpace;
import android.hardware.HardwareBuffer;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A screenshot from the platform's callback to its bytes. */
@Timeout(20)
class ScreenshotTest {
  private static final CaptureRequest JPEG = new CaptureRequest(0, null, "jpeg", 80, Integer.MAX_VALUE);

  private final ScreenshotApi30 screenshot = new ScreenshotApi30();
  private final HardwareBuffer buffer = new HardwareBuffer();

  private ScreenshotResult result() {
    return new ScreenshotResult(buffer, new ColorSpace(), 77);
  }

  private WireException failure() {
    return assertThrows(WireException.class, () -> screenshot.await(JPEG));
  }

  @Test
  void aScreenshotIsEncodedAndItsBufferClosed() throws Exception {
    screenshot.onSuccess(result());
    Picture picture = screenshot.await(JPEG);
    assertEquals("JPEG 80", new String(picture.bytes, "US-ASCII"));
    assertEquals(77, picture.capturedAtMs);
    assertTrue(buffer.isClosed);
  }

  @Test
  void theBufferOfAPictureThatCannotBeReadIsClosedToo() throws Exception {
    buffer.isReadable = false;
    screenshot.onSuccess(result());
    assertEquals(ErrorCode.SCREENSHOT_FAILED, failure().code());
    assertTrue(buffer.isClosed);
  }

  /** Says that the last one was too short ago so many times, and then takes a picture. */
  private ServiceCamera camera(int tooSoon, List<CaptureRequest> asked) {
    return new ServiceCamera(
        (request, shot) -> {
          asked.add(request);
          if (asked.size() > tooSoon) shot.onSuccess(result());
          else shot.onFailure(AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERVAL_TIME_SHORT);
        },
        10);
  }

  @Test
  void aRequestThatReachedTheSystemTooSoonIsMadeAgainAfterTheInterval() throws Exception {
    List<CaptureRequest> asked = new ArrayList<>();
    long startedAt = System.nanoTime();
    assertEquals(77, camera(2, asked).capture(JPEG).capturedAtMs);
    assertEquals(3, asked.size());
    assertTrue(System.nanoTime() - startedAt >= 20_000_000);
  }

  @Test
  void aSystemThatAlwaysFindsItTooSoonIsNotAskedForEver() {
    List<CaptureRequest> asked = new ArrayList<>();
    WireException e = assertThrows(WireException.class, () -> camera(99, asked).capture(JPEG));
    assertEquals("the last one was too short ago", e.getMessage());
    assertEquals(3, asked.size());
  }

  @Test
  void anyOtherFailureIsFinal() {
    List<CaptureRequest> asked = new ArrayList<>();
    ServiceCamera camera =
        new ServiceCamera(
            (request, shot) -> {
              asked.add(request);
              shot.onFailure(AccessibilityService.ERROR_TAKE_SCREENSHOT_SECURE_WINDOW);
            },
            10);
    assertThrows(WireException.class, () -> camera.capture(JPEG));
    assertEquals(1, asked.size());
  }

  @Test
  void thePlatformsReasonIsReported() {
    screenshot.onFailure(AccessibilityService.ERROR_TAKE_SCREENSHOT_SECURE_WINDOW);
    WireException e = failure();
    assertEquals(ErrorCode.SCREENSHOT_FAILED, e.code());
    assertEquals("the window is secure", e.getMessage());
  }

  @Test
  void everyReasonOfTheFrameworkHasItsWords() {
    assertEquals("an error within the platform", reason(AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERNAL_ERROR));
    assertEquals(
        "the service may not take screenshots",
        reason(AccessibilityService.ERROR_TAKE_SCREENSHOT_NO_ACCESSIBILITY_ACCESS));
    assertEquals("the last one was too short ago", reason(AccessibilityService.ERROR_TAKE_SCREENSHOT_INTERVAL_TIME_SHORT));
    assertEquals("there is no such display", reason(AccessibilityService.ERROR_TAKE_SCREENSHOT_INVALID_DISPLAY));
    assertEquals("there is no such window", reason(AccessibilityService.ERROR_TAKE_SCREENSHOT_INVALID_WINDOW));
    assertEquals("the platform gives no reason (99)", reason(99));
  }

  private static String reason(int error) {
    return ScreenshotApi30.reason(error);
  }

  @Test
  void aScreenshotThatComesAfterItWasGivenUpIsClosed() throws Exception {
    Thread waiting = new Thread(() -> assertThrows(InterruptedException.class, () -> screenshot.await(JPEG)));
    waiting.start();
    waiting.interrupt();
    waiting.join();
    assertFalse(buffer.isClosed);
    screenshot.onSuccess(result());
    assertTrue(buffer.isClosed);
  }
}
