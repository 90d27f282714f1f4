package dev.fovea.core;

import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.DeviceFacts;
import dev.fovea.core.platform.DisplayFacts;
import dev.fovea.core.platform.HostInfo;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.UiNode;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A phone's screen that a test makes up; it writes down what was done to it. */
class FakePlatform implements Platform {
  final List<FakeWindow> windows = new CopyOnWriteArrayList<>();
  final List<String> done = new CopyOnWriteArrayList<>();
  final List<Long> captures = new CopyOnWriteArrayList<>();
  volatile FakeNode focused;
  volatile boolean hasInputConnection = true;
  volatile boolean cancelsGestures;
  volatile boolean isSecure;
  /** What an Android version without a method that is called gives. */
  volatile Error failure;
  volatile CountDownLatch gestureEnds;
  private volatile String clip;

  /** A phone with Android 14 and every capability. */
  static HostInfo host() {
    return host(34, EnumSet.allOf(Capability.class));
  }

  static HostInfo host(int apiLevel, EnumSet<Capability> capabilities) {
    return new HostInfo("service", "test", "dev.fovea.service", 0, apiLevel, capabilities, 20);
  }

  FakeWindow window(int id, FakeNode root) {
    FakeWindow window = new FakeWindow(id, root);
    windows.add(window);
    return window;
  }

  @Override
  public List<FakeWindow> windows() {
    if (failure != null) throw failure;
    done.add("windows");
    return new ArrayList<>(windows);
  }

  @Override
  public void clearCache() {
    done.add("clearCache");
  }

  @Override
  public UiNode findFocus(boolean isInputFocus) {
    return focused;
  }

  @Override
  public DeviceFacts facts() {
    DisplayFacts display = new DisplayFacts();
    display.widthPx = 1080;
    display.heightPx = 2400;
    display.densityDpi = 420;
    display.refreshRateHz = 60f;
    display.isOn = true;
    display.insets = new int[DisplayFacts.INSETS.length][];
    display.insets[0] = new int[] {0, 63, 0, 0};
    DeviceFacts facts = new DeviceFacts();
    facts.displays.add(display);
    facts.isInteractive = true;
    facts.isKeyguardShowing = false;
    facts.inputMethodId = "com.example.keyboard/.Ime";
    return facts;
  }

  @Override
  public boolean globalAction(int id) {
    done.add("global " + id);
    return true;
  }

  @Override
  public void perform(GesturePlan plan) throws WireException, InterruptedException {
    done.add("gesture of " + plan.fingers.size());
    if (gestureEnds != null) gestureEnds.await();
    if (cancelsGestures) throw new WireException(ErrorCode.GESTURE_CANCELLED, "a finger touched the screen");
  }

  @Override
  public Picture capture(CaptureRequest request) throws WireException {
    if (isSecure) throw new WireException(ErrorCode.SCREENSHOT_FAILED, "a secure window");
    captures.add(Uptime.ms());
    byte[] bytes = {(byte) 0xff, (byte) 0xd8, (byte) captures.size(), (byte) 0xff, (byte) 0xd9};
    return new Picture(request, 1080, Math.min(2400, request.longestSidePx), bytes, Uptime.ms());
  }

  @Override
  public boolean commitText(String text) {
    if (hasInputConnection) done.add("commit " + text);
    return hasInputConnection;
  }

  @Override
  public String clipboard() {
    return clip;
  }

  @Override
  public void setClipboard(String text) {
    clip = text;
  }
}
