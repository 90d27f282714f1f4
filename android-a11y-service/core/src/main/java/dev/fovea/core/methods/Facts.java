package dev.fovea.core.methods;

import dev.fovea.core.Uptime;
import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.DeviceFacts;
import dev.fovea.core.platform.DisplayFacts;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.tree.WindowData;
import dev.fovea.core.tree.WindowSnapshot;
import dev.fovea.core.tree.WindowType;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;
import java.util.List;

/** What a window dump would say: displays, insets, keyboard, power, keyguard. */
final class Facts extends Method {
  private final Engine engine;

  Facts(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller) throws WireException {
    params.end();
    Platform platform = engine.platform();
    write(result, platform.facts(), platform.windows());
    return null;
  }

  /** @param windows all windows: they show which keyboard is open and which window has the focus */
  static void write(JsonWriter out, DeviceFacts facts, List<? extends UiWindow> windows) {
    Integer active = null;
    Integer focused = null;
    int[] keyboard = null;
    for (UiWindow window : windows) {
      WindowData data = new WindowData();
      window.read(data);
      if (data.isActive) active = window.id();
      if (data.isFocused) focused = window.id();
      // With a hardware keyboard the window is there and empty: nothing of it shows.
      if (data.type == WindowType.INPUT_METHOD && !isEmpty(data.bounds)) keyboard = data.bounds;
    }
    out.beginObject().key("uptimeMs").value(Uptime.ms());
    out.key("interactive").value(facts.isInteractive).key("keyguardShowing").value(facts.isKeyguardShowing);
    out.key("deviceLocked").value(facts.isDeviceLocked);
    out.key("activeWindow").value(active).key("focusedWindow").value(focused);
    out.key("inputMethod").beginObject().key("visible").value(keyboard != null).key("bounds");
    WindowSnapshot.rect(out, keyboard);
    out.key("id").value(facts.inputMethodId).endObject();
    out.key("displays").beginArray();
    for (DisplayFacts display : facts.displays) write(out, display);
    out.endArray().endObject();
  }

  private static void write(JsonWriter out, DisplayFacts display) {
    out.beginObject().key("id").value(display.id).key("widthPx").value(display.widthPx);
    out.key("heightPx").value(display.heightPx).key("rotation").value(display.rotation);
    out.key("densityDpi").value(display.densityDpi).key("refreshRateHz");
    if (display.refreshRateHz == null) out.nullValue();
    else out.value(display.refreshRateHz.floatValue());
    out.key("on").value(display.isOn).key("insets");
    insets(out, display.insets);
    out.key("cutouts");
    WindowSnapshot.rects(out, display.cutouts);
    out.endObject();
  }

  private static void insets(JsonWriter out, int[][] insets) {
    if (insets == null) {
      out.nullValue();
      return;
    }
    out.beginObject();
    for (int i = 0; i < DisplayFacts.INSETS.length; i++) {
      out.key(DisplayFacts.INSETS[i]);
      WindowSnapshot.rect(out, insets[i]);
    }
    out.endObject();
  }

  private static boolean isEmpty(int[] bounds) {
    return bounds[2] <= bounds[0] || bounds[3] <= bounds[1];
  }
}
