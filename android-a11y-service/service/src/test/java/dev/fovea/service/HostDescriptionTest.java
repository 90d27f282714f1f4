package dev.fovea.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import android.accessibilityservice.GestureDescription;
import dev.fovea.core.platform.HostInfo;
import org.junit.jupiter.api.Test;

class HostDescriptionTest {
  private static String capabilities(int apiLevel) {
    return HostDescription.capabilities(apiLevel).toString();
  }

  @Test
  void eachAndroidVersionCanDoWhatItsFrameworkOffers() {
    assertEquals("[gestures, globalActions, readClipboard, writeClipboard]", capabilities(24));
    assertEquals("[gestures, continuedGestures, globalActions, readClipboard, writeClipboard]", capabilities(28));
    assertEquals("[gestures, continuedGestures, globalActions, writeClipboard]", capabilities(29));
    assertEquals("[gestures, continuedGestures, globalActions, screenshot, writeClipboard, allDisplays]", capabilities(30));
    assertEquals(
        "[gestures, continuedGestures, globalActions, screenshot, inputMethod, writeClipboard, allDisplays]",
        capabilities(33));
    assertEquals(
        "[gestures, continuedGestures, globalActions, screenshot, windowScreenshot, inputMethod, writeClipboard,"
            + " allDisplays]",
        capabilities(34));
  }

  @Test
  void theUserFollowsFromTheUid() {
    HostInfo info = HostDescription.of(34, 1_010_123);
    assertEquals(10, info.userId);
    assertEquals("dev.fovea.service.u10", info.socketName());
    assertEquals("dev.fovea.service.u0", HostDescription.of(34, 10_123).socketName());
    assertEquals(GestureDescription.getMaxStrokeCount(), info.maxStrokes);
  }
}
