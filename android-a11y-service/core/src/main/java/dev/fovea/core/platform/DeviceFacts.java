package dev.fovea.core.platform;

import java.util.ArrayList;
import java.util.List;

/** What the host knows about the device besides its windows. Nulls are what it cannot know. */
public final class DeviceFacts {
  public final List<DisplayFacts> displays = new ArrayList<>();
  /** PowerManager.isInteractive. */
  public Boolean isInteractive;
  /** KeyguardManager.isKeyguardLocked: the lock screen shows, or would where an activity shows over it. */
  public Boolean isKeyguardShowing;
  /** KeyguardManager.isDeviceLocked: it takes a secret to get past it. */
  public Boolean isDeviceLocked;
  /** The component of the current keyboard (Settings.Secure.DEFAULT_INPUT_METHOD). */
  public String inputMethodId;
}
