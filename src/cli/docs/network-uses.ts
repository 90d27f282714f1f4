import { type EverydayUse, RESTORED, SCREEN } from "./everyday-use.js";

const FACTS = {
  tool: "network",
  group: "device",
  seen: "`settings get global`, `dumpsys wifi`, `dumpsys connectivity`, the status bar, Settings",
  verdict: SCREEN,
  guard: "`system`, noted; WOULD_DISCONNECT if the change would cut adb's own connection to the device",
  undo: RESTORED,
} as const;

/** Uses of the tool `network`, in the order of the document. */
export const NETWORK_USES: readonly EverydayUse[] = [
  {
    ...FACTS,
    what: "airplane mode",
    args: { airplane: "on" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "before Android 9 only the system may announce the change" },
      { since: 28, runs: ["cmd connectivity airplane-mode enable"], source: "ConnectivityService.ShellCmd" },
    ],
  },
  {
    ...FACTS,
    what: "Wi-Fi and mobile data",
    args: { airplane: "off", wifi: "off", data: "off" },
    releases: [
      {
        since: 24,
        runs: ["settings list global", "svc wifi disable", "svc data disable"],
        source: "com.android.commands.svc: WifiCommand, DataCommand; WifiSettingsStore; Settings.Global.MOBILE_DATA",
      },
    ],
  },
  {
    ...FACTS,
    what: "the speed of the network",
    args: { speed: "edge" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "only the console of an emulator on this host sets it" },
    ],
    seen: "`network status` of the emulator's console",
  },
  {
    tool: "emulator",
    group: "device",
    what: "list, boot and stop virtual devices of the SDK",
    args: {},
    releases: [{ since: 24, refused: "EMULATOR_NOT_FOUND", why: "this host has no SDK with the emulator" }],
    seen: "`adb devices`",
    verdict:
      "`boot`: adb lists it and Android reports that it booted, else TIMEOUT or EMULATOR_FAILED; `stop`: adb no longer lists it",
    guard: "none",
    undo: "`stop`; a booted emulator keeps running when the server ends",
  },
  {
    tool: "biometrics",
    group: "device",
    what: "lay a finger on the sensor",
    args: { finger: 1 },
    releases: [
      {
        since: 24,
        refused: "UNSUPPORTED_ON_DEVICE",
        why: "only the console of an emulator on this host does it (`finger touch`)",
      },
    ],
    seen: "`dumpsys fingerprint`",
    verdict: "`confirmed` if the device reports that it accepted or refused the finger, else `unconfirmed`",
    guard: "`credential`, asks first",
    undo: "none",
  },
];
