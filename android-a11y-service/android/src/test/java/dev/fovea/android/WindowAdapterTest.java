package dev.fovea.android;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import android.graphics.Rect;
import android.graphics.Region;
import android.os.Build;
import android.util.SparseArray;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.tree.WindowData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The framework's own AccessibilityWindowInfo, read by the adapter. */
class WindowAdapterTest {
  @AfterEach
  void newAndroid() {
    Build.VERSION.SDK_INT = 34;
  }

  private static AccessibilityWindowInfo window(int id) {
    Region region = new Region(new Rect(0, 100, 1080, 2400));
    region.add(new Rect(0, 0, 500, 100));
    AccessibilityWindowInfo window = new AccessibilityWindowInfo();
    window.setId(id);
    window.setType(AccessibilityWindowInfo.TYPE_APPLICATION);
    window.setLayer(2);
    window.setTitle("Settings");
    window.setActive(true);
    window.setFocused(true);
    window.setPictureInPicture(true);
    window.setRegionInScreen(region);
    return window;
  }

  private static WindowData read(UiWindow window) {
    WindowData data = new WindowData();
    window.read(data);
    return data;
  }

  /** What both hosts ask, with the answers of one screen. */
  private static Platform platform(List<AccessibilityWindowInfo> windows) {
    Connection connection =
        new Connection() {
          @Override
          public List<AccessibilityWindowInfo> windows() {
            return windows;
          }

          @Override
          public SparseArray<List<AccessibilityWindowInfo>> windowsOnAllDisplays() {
            SparseArray<List<AccessibilityWindowInfo>> all = new SparseArray<>();
            all.put(2, Arrays.asList(window(9)));
            if (windows != null) all.put(0, windows);
            return all;
          }

          @Override
          public AccessibilityNodeInfo findFocus(int focus) {
            return null;
          }

          @Override
          public void clearCache() {}

          @Override
          public boolean performGlobalAction(int id) {
            return id == 1;
          }
        };
    return new AndroidPlatform(connection, null, null, null, null, null);
  }

  private static List<String> places(List<? extends UiWindow> windows) {
    List<String> places = new ArrayList<>();
    for (UiWindow window : windows) places.add(window.id() + " on " + read(window).displayId);
    return places;
  }

  @Test
  void aWindowSaysWhatTheFrameworkSays() {
    WindowData data = read(new WindowAdapter(window(4), 0));
    assertEquals("1 2 Settings 0", data.type + " " + data.layer + " " + data.title + " " + data.displayId);
    assertArrayEquals(new int[] {0, 100, 1080, 2400}, data.bounds);
    assertEquals(2, data.touchable.size());
    assertArrayEquals(new int[] {0, 0, 500, 100}, data.touchable.get(1));
    assertEquals("true true false", data.isActive + " " + data.isFocused + " " + data.isAccessibilityFocused);
    assertEquals(true, data.isInPictureInPicture);
    assertNull(data.parentId);
  }

  @Test
  void anOldAndroidIsAskedForNothingThatItDoesNotHave() {
    Build.VERSION.SDK_INT = 24;
    WindowData data = read(new WindowAdapter(window(4), null));
    assertEquals("Settings", data.title);
    assertNull(data.displayId);
    assertNull(data.touchable);
    assertNull(data.isInPictureInPicture);
  }

  @Test
  void fromAndroid11OnWindowsOfEveryDisplaySayWhereTheyAre() {
    List<AccessibilityWindowInfo> windows = Arrays.asList(window(4), window(3));
    assertEquals(Arrays.asList("4 on 0", "3 on 0", "9 on 2"), places(platform(windows).windows()));
    Build.VERSION.SDK_INT = 29;
    assertEquals(Arrays.asList("4 on null", "3 on null"), places(platform(windows).windows()));
  }

  @Test
  void aConnectionThatIsGoneHasNoWindows() {
    Build.VERSION.SDK_INT = 24;
    assertEquals(0, platform(null).windows().size());
    assertNull(platform(null).findFocus(true));
  }
}
