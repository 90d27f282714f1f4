package dev.fovea.core.platform;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a host is; it stays so for as long as the process lives. */
public final class HostInfo {
  /** "service" or "shell". */
  public final String kind;
  /** The version of this companion. */
  public final String build;
  public final String packageName;
  public final int userId;
  public final int apiLevel;
  public final Set<Capability> capabilities;
  /** GestureDescription.getMaxStrokeCount(): 10 on old versions, 20 later. */
  public final int maxStrokes;

  public HostInfo(
      String kind,
      String build,
      String packageName,
      int userId,
      int apiLevel,
      Set<Capability> capabilities,
      int maxStrokes) {
    this.kind = kind;
    this.build = build;
    this.packageName = packageName;
    this.userId = userId;
    this.apiLevel = apiLevel;
    Set<Capability> copy = EnumSet.noneOf(Capability.class);
    copy.addAll(capabilities);
    this.capabilities = Collections.unmodifiableSet(copy);
    this.maxStrokes = maxStrokes;
  }

  /** The abstract socket's name: one for each user of the device, and one for the shell. */
  public String socketName() {
    return packageName + (kind.equals("shell") ? ".shell" : ".u" + userId);
  }

  /** AccessibilityService.takeScreenshot refuses a second call within 1000 ms on 11, within 333 ms from 12 on. */
  public int screenshotIntervalMs() {
    if (kind.equals("shell")) return 0;
    return apiLevel <= 30 ? 1010 : 343;
  }
}
