package dev.fovea.android;

import android.os.Build;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.platform.CaptureRequest;
import dev.fovea.core.platform.DeviceFacts;
import dev.fovea.core.platform.Picture;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.UiNode;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/** The phone as the core sees it, put together from what both hosts share and what each does in its own way. */
public final class AndroidPlatform implements Platform {
  private final Connection connection;
  private final FactsReader facts;
  private final Fingers fingers;
  private final Camera camera;
  private final Keyboard keyboard;
  private final Clipboard clipboard;

  public AndroidPlatform(
      Connection connection,
      FactsReader facts,
      Fingers fingers,
      Camera camera,
      Keyboard keyboard,
      Clipboard clipboard) {
    this.connection = connection;
    this.facts = facts;
    this.fingers = fingers;
    this.camera = camera;
    this.keyboard = keyboard;
    this.clipboard = clipboard;
  }

  @Override
  public List<UiWindow> windows() {
    if (Build.VERSION.SDK_INT >= 30) return WindowsApi30.of(connection.windowsOnAllDisplays());
    List<UiWindow> windows = new ArrayList<>();
    List<AccessibilityWindowInfo> found = connection.windows();
    if (found != null) for (AccessibilityWindowInfo window : found) windows.add(new WindowAdapter(window, null));
    return windows;
  }

  @Override
  public void clearCache() {
    connection.clearCache();
  }

  @Override
  public UiNode findFocus(boolean isInputFocus) {
    int focus = isInputFocus ? AccessibilityNodeInfo.FOCUS_INPUT : AccessibilityNodeInfo.FOCUS_ACCESSIBILITY;
    return NodeAdapter.of(connection.findFocus(focus));
  }

  @Override
  public DeviceFacts facts() {
    return facts.read();
  }

  @Override
  public boolean globalAction(int id) {
    return connection.performGlobalAction(id);
  }

  @Override
  public void perform(GesturePlan plan) throws WireException, InterruptedException {
    fingers.perform(plan);
  }

  @Override
  public Picture capture(CaptureRequest request) throws WireException, InterruptedException {
    return camera.capture(request);
  }

  @Override
  public boolean commitText(String text) {
    return keyboard.commitText(text);
  }

  @Override
  public String clipboard() throws WireException {
    return clipboard.text();
  }

  @Override
  public void setClipboard(String text) throws WireException {
    clipboard.set(text);
  }
}
