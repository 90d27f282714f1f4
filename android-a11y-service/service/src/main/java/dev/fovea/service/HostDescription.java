package dev.fovea.service;

import android.accessibilityservice.GestureDescription;
import dev.fovea.android.Version;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import java.util.EnumSet;

/** What the service is on this phone, and can do with its Android version. */
final class HostDescription {
  static final String PACKAGE = "dev.fovea.service";

  /** UserHandle.PER_USER_RANGE: a uid is the user's number times this, plus the app's own. */
  private static final int UIDS_PER_USER = 100_000;

  private HostDescription() {}

  static HostInfo of(int apiLevel, int uid) {
    int strokes = GestureDescription.getMaxStrokeCount();
    return new HostInfo(
        "service", Version.NAME, PACKAGE, uid / UIDS_PER_USER, apiLevel, capabilities(apiLevel), strokes);
  }

  static EnumSet<Capability> capabilities(int apiLevel) {
    EnumSet<Capability> all =
        EnumSet.of(Capability.gestures, Capability.globalActions, Capability.writeClipboard);
    if (apiLevel >= 26) all.add(Capability.continuedGestures);
    // From Android 10 on only the app in front and the keyboard may read it.
    if (apiLevel < 29) all.add(Capability.readClipboard);
    if (apiLevel >= 30) all.add(Capability.screenshot);
    if (apiLevel >= 30) all.add(Capability.allDisplays);
    if (apiLevel >= 33) all.add(Capability.inputMethod);
    if (apiLevel >= 34) all.add(Capability.windowScreenshot);
    return all;
  }
}
