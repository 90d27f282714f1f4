package dev.fovea.core.platform;

/** AccessibilityService.GLOBAL_ACTION_* by name, with the Android version that brought each. */
public enum GlobalAction {
  back(1, 16),
  home(2, 16),
  recents(3, 16),
  notifications(4, 16),
  quickSettings(5, 17),
  powerDialog(6, 21),
  toggleSplitScreen(7, 24),
  lockScreen(8, 28),
  takeScreenshot(9, 28),
  headsetHook(10, 31),
  accessibilityAllApps(14, 31),
  dismissNotificationShade(15, 31),
  dpadUp(16, 33),
  dpadDown(17, 33),
  dpadLeft(18, 33),
  dpadRight(19, 33),
  dpadCenter(20, 33),
  menu(21, 36),
  mediaPlayPause(22, 36);

  public final int id;
  public final int sinceApi;

  GlobalAction(int id, int sinceApi) {
    this.id = id;
    this.sinceApi = sinceApi;
  }
}
