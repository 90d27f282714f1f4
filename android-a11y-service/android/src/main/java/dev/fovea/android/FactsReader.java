package dev.fovea.android;

import android.app.KeyguardManager;
import android.content.Context;
import android.hardware.display.DisplayManager;
import android.os.Build;
import android.os.PowerManager;
import android.provider.Settings;
import android.util.DisplayMetrics;
import android.view.Display;
import dev.fovea.core.platform.DeviceFacts;
import dev.fovea.core.platform.DisplayFacts;

/** What the device reports besides its windows. A fact that a phone refuses to report is null; the others stay. */
public final class FactsReader {
  private final Context context;
  private final boolean isApp;

  /**
   * @param context the service, or the shell's context
   * @param isApp whether the platform knows the process as an app's: it serves settings to no other
   */
  public FactsReader(Context context, boolean isApp) {
    this.context = context;
    this.isApp = isApp;
  }

  public DeviceFacts read() {
    DeviceFacts facts = new DeviceFacts();
    DisplayManager displays = (DisplayManager) context.getSystemService(Context.DISPLAY_SERVICE);
    for (Display display : displays.getDisplays()) facts.displays.add(of(display));
    power(facts);
    keyguard(facts);
    if (isApp) facts.inputMethodId = inputMethodId();
    return facts;
  }

  /** Sizes are those of the display as it is turned, with all of its insets, whatever a window has of it. */
  @SuppressWarnings("deprecation") // getRealMetrics: what takes its place needs API 30 and a window
  private DisplayFacts of(Display display) {
    DisplayMetrics metrics = new DisplayMetrics();
    display.getRealMetrics(metrics);
    DisplayFacts facts = new DisplayFacts();
    facts.id = display.getDisplayId();
    facts.widthPx = metrics.widthPixels;
    facts.heightPx = metrics.heightPixels;
    facts.densityDpi = metrics.densityDpi;
    facts.rotation = display.getRotation();
    facts.refreshRateHz = display.getRefreshRate();
    facts.isOn = isOn(display.getState());
    if (Build.VERSION.SDK_INT >= 29) facts.cutouts = CutoutsApi29.of(display);
    if (Build.VERSION.SDK_INT >= 30) facts.insets = InsetsApi30.of(context, display, metrics);
    return facts;
  }

  /** Null where the platform does not know. The states that came later are written as numbers: VR 5, ON_SUSPEND 6. */
  static Boolean isOn(int state) {
    switch (state) {
      case Display.STATE_ON:
      case Display.STATE_DOZE:
      case 5:
      case 6:
        return true;
      case Display.STATE_OFF:
      case Display.STATE_DOZE_SUSPEND:
        return false;
      default:
        return null;
    }
  }

  private void power(DeviceFacts facts) {
    try {
      facts.isInteractive = ((PowerManager) context.getSystemService(Context.POWER_SERVICE)).isInteractive();
    } catch (RuntimeException e) {
      facts.isInteractive = null;
    }
  }

  private void keyguard(DeviceFacts facts) {
    try {
      KeyguardManager keyguard = (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
      facts.isKeyguardShowing = keyguard.isKeyguardLocked();
      facts.isDeviceLocked = keyguard.isDeviceLocked();
    } catch (RuntimeException e) {
      facts.isDeviceLocked = null; // what was read before the failure stays
    }
  }

  private String inputMethodId() {
    try {
      return Settings.Secure.getString(context.getContentResolver(), Settings.Secure.DEFAULT_INPUT_METHOD);
    } catch (RuntimeException e) {
      return null;
    }
  }
}
