import { APP_USES } from "./app-uses.js";
import { OPENING_USES, SCROLL_USES } from "./default-uses.js";
import { type EverydayUse, RESTORED, SCREEN } from "./everyday-use.js";
import { FILE_USES } from "./file-uses.js";
import { FOCUS_USES } from "./focus-uses.js";
import { LOCALE_USES } from "./locale-uses.js";
import { NETWORK_USES } from "./network-uses.js";
import { NOTIFICATION_USES } from "./notification-uses.js";
import { PERMISSION_USES } from "./permission-uses.js";
import { VIDEO_USES } from "./video-uses.js";

/** An emulator's last fix is as old as the last request of an app. */
const LOCATION_VERDICT = `${SCREEN}; on an emulator before Android 13, if no app asks for its location, no source can confirm the new one, and a line reports this`;

/** All uses of everyday tools, in the order of the document; they can be run one after another in this order. */
export const EVERYDAY_USES: readonly EverydayUse[] = [
  ...FOCUS_USES,
  {
    tool: "orientation",
    group: "device",
    what: "turn the screen",
    args: { to: "landscape" },
    releases: [
      {
        since: 24,
        runs: ["wm size", "settings put --user 0 system user_rotation 1"],
        source: "Settings.System.USER_ROTATION; PhoneWindowManager (24), DisplayRotation (29 on): SettingsObserver",
      },
    ],
    seen: "rotation and size in `dumpsys window displays`, the screenshot, the hierarchy",
    verdict: SCREEN,
    guard: "none",
    undo: RESTORED,
  },
  {
    tool: "display",
    group: "device",
    what: "size, density, fonts, animations, staying awake",
    args: { size: "600x1000", density: 240, font_percent: 130, animations: "on", stay_awake: "on" },
    releases: [
      {
        since: 24,
        runs: ["wm size 600x1000", "wm density 240", "settings put --user 0 system font_scale 1.3"],
        source: "com.android.commands.wm.Wm (24), WindowManagerShellCommand.runDisplaySize (28 on); SettingsProvider",
      },
    ],
    seen: "`dumpsys window displays`, `am get-config`, the screenshot",
    verdict: SCREEN,
    guard: "none",
    undo: RESTORED,
  },
  ...SCROLL_USES,
  {
    tool: "display",
    group: "device",
    what: "dark theme",
    args: { dark: "on" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "the system has a dark theme from Android 10 on" },
      { since: 29, runs: ["cmd uimode night yes"], source: "UiModeManagerService.Shell.handleNightMode" },
    ],
    seen: "`dumpsys uimode`, `am get-config`, the screenshot",
    verdict: SCREEN,
    guard: "none",
    undo: RESTORED,
  },
  {
    tool: "display",
    group: "device",
    what: "time zone",
    args: { time_zone: "Asia/Kolkata" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "the shell cannot set it before Android 9" },
      { since: 28, runs: ["cmd alarm set-timezone Asia/Kolkata"], source: "AlarmManagerService.ShellCmd" },
    ],
    seen: "`date`",
    verdict: SCREEN,
    guard: "none",
    undo: RESTORED,
  },
  ...LOCALE_USES,
  {
    tool: "settings",
    group: "device",
    what: "change a setting that is allowed",
    args: { name: "system/screen_brightness", value: "120" },
    releases: [
      {
        since: 24,
        runs: ["settings put --user 0 system screen_brightness 120"],
        source: "com.android.commands.settings.SettingsCmd (24), SettingsService.MyShellCommand (26 on)",
      },
    ],
    seen: "`dumpsys settings`, the slider of the notification shade",
    verdict: SCREEN,
    guard: "`system`, noted",
    undo: RESTORED,
  },
  {
    tool: "clipboard",
    group: "device",
    what: "put a text on the clipboard",
    args: { text: "it's $5 & 100%s" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "without a companion: adb's shell has no program for it" },
    ],
    companion: [{ since: 24, asks: "setClipboard" }],
    seen: "with a companion: what `paste` types; `getClipboard` of the companion of adb's shell",
    verdict:
      "`confirmed` if the text was read back (by the companion of adb's shell; by the companion service up to Android 9), else `unconfirmed`",
    guard: "none",
    undo: "none: put the earlier text on the clipboard",
  },
  {
    tool: "clipboard",
    group: "device",
    what: "read the clipboard",
    args: {},
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "without a companion: adb's shell has no program for it" },
    ],
    companion: [
      { since: 24, asks: "getClipboard" },
      {
        since: 29,
        host: "service",
        refused: "UNSUPPORTED_ON_DEVICE",
        why: "from Android 10 on only the app in front reads it (ClipboardService.clipboardAccessAllowed)",
      },
    ],
    seen: "what `paste` types",
    verdict: "none: it only reads",
    guard: "`privacy`, noted",
    undo: "none needed",
  },
  {
    tool: "location",
    group: "device",
    what: "set the device's location",
    args: { at: "52.52,13.405" },
    releases: [
      {
        since: 24,
        refused: "UNSUPPORTED_ON_DEVICE",
        why: "before Android 13 only the console of an emulator on this host sets it (`geo fix`)",
      },
      {
        since: 33,
        runs: [
          "appops set --user 0 2000 android:mock_location allow",
          "cmd location providers add-test-provider gps",
          "cmd location providers set-test-provider-location gps --location 52.520000,13.405000",
        ],
        source: "LocationShellCommand, MockLocationProvider.dump",
      },
    ],
    seen: "`dumpsys location`",
    verdict: LOCATION_VERDICT,
    guard: "`system`, noted",
    undo: RESTORED,
  },
  {
    tool: "location",
    group: "device",
    what: "travel a route",
    args: { route: ["52.52,13.40", "52.53,13.41"], seconds: 1 },
    releases: [
      {
        since: 24,
        refused: "UNSUPPORTED_ON_DEVICE",
        why: "before Android 13 only the console of an emulator on this host sets it (`geo fix`)",
      },
      {
        since: 33,
        runs: [
          "cmd location providers set-test-provider-location gps --location 52.520000,13.400000",
          "sleep 1",
          "cmd location providers set-test-provider-location gps --location 52.530000,13.410000",
        ],
        source: "LocationShellCommand, MockLocationProvider.dump",
      },
    ],
    seen: "`dumpsys location`",
    verdict: LOCATION_VERDICT,
    guard: "`system`, noted",
    undo: RESTORED,
  },
  ...NETWORK_USES,
  {
    tool: "display",
    group: "device",
    what: "restore all that was changed",
    args: { set_back: true },
    releases: [
      {
        since: 24,
        runs: ["wm size reset", "wm density reset", "settings put --user 0 system user_rotation 0"],
        source: "as for changing the display, with the earlier values",
      },
    ],
    seen: "as for changing the display",
    verdict: "a line for each state that was restored",
    guard: "none",
    undo: "none",
  },
  ...NOTIFICATION_USES,
  ...APP_USES,
  ...PERMISSION_USES,
  {
    tool: "logs",
    group: "logs",
    what: "read the latest log lines",
    args: { seconds: 600, level: "warning" },
    releases: [
      {
        since: 24,
        runs: ["logcat -b main,system,crash -d -v epoch -t 20000 *:W"],
        source: "system/core/logcat/logcat.cpp: `-v epoch` from Android 7 on",
      },
    ],
    seen: "what `log` writes",
    verdict: "none: it only reads",
    guard: "none",
    undo: "none needed",
  },
  {
    tool: "crashes",
    group: "logs",
    what: "apps that crashed or did not respond",
    args: { count: 5 },
    releases: [{ since: 24, runs: ["dumpsys -t 10 dropbox --print"], source: "DropBoxManagerService.dump" }],
    seen: "`logcat -b crash`, the dialog of the crash",
    verdict: "none: it only reads",
    guard: "none",
    undo: "none needed",
  },
  ...FILE_USES,
  ...VIDEO_USES,
  ...OPENING_USES,
];
