package dev.fovea.shell;

import dev.fovea.android.Version;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.HostInfo;
import java.util.EnumSet;

/** What the shell's process can do with this Android version. */
final class HostDescription {
  /** The socket's name begins with it, as that of the service does. */
  private static final String PACKAGE = "dev.fovea.service";

  /** As many fingers as a person has; a MotionEvent takes 16. */
  private static final int FINGERS = 10;

  private HostDescription() {}

  /** @param hasClipboard whether the platform let the clipboard be reached in the shell's name */
  static HostInfo of(int apiLevel, boolean hasClipboard) {
    EnumSet<Capability> all =
        EnumSet.of(
            Capability.gestures, Capability.continuedGestures, Capability.globalActions, Capability.screenshot);
    if (hasClipboard) all.add(Capability.readClipboard);
    if (hasClipboard) all.add(Capability.writeClipboard);
    if (apiLevel >= 30) all.add(Capability.allDisplays);
    return new HostInfo("shell", Version.NAME, PACKAGE, 0, apiLevel, all, FINGERS);
  }
}
