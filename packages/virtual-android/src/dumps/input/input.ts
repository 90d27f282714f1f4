import type { PhoneState } from "../../phone-state.js";
import { formatTime, identityHash, type Lines, linesOf, NOW, when } from "../text.js";
import { dispatcherLines } from "./dispatcher.js";
import { eventHubLines } from "./event-hub.js";
import { readerLines } from "./reader.js";

/** `dumpsys input`: the manager, its event hub, reader and dispatcher, then the dispatcher at the last ANR. */
export function dumpInput(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "INPUT MANAGER (dumpsys input)",
    "",
    ...managerLines(state),
    "",
    ...eventHubLines(state),
    "",
    ...readerLines(state),
    "",
    ...when(api >= 31, "Input Processor State:", "  Motion Classifier:", "    <nullptr>", ""),
    ...dispatcherLines(state),
    ...anrLines(state),
    "",
    ...storedLines(api),
  ];
}

function managerLines(state: PhoneState): Lines {
  const { system } = state.settings;
  const touches = system.get("show_touches") === "1";
  const speed = system.get("pointer_speed") ?? "0";
  return linesOf(state.build.apiLevel, [
    [24, NOW, "Input Manager State:"],
    [24, 34, `  Interactive: ${state.power.isInteractive}`],
    [35, NOW, `  Display not interactive: {${state.power.isInteractive ? "" : "0"}}`],
    [24, 29, `  System UI Visibility: 0x${state.windows.some((window) => window.hidesStatusBar) ? "1606" : "8008"}`],
    [30, NOW, `  System UI Lights Out: false`],
    [24, NOW, `  Pointer Speed: ${speed}`],
    [36, NOW, "  Display with Mouse Scaling Disabled: {}"],
    [24, NOW, "  Pointer Gestures Enabled: true"],
    [24, 34, `  Show Touches: ${touches}`],
    [26, 30, "  Pointer Capture Enabled: false"],
    [31, NOW, "  Pointer Capture: Disabled, seq=0"],
  ]);
}

/** InputDispatcher keeps its whole state at the last ANR as a text. */
function anrLines(state: PhoneState): Lines {
  const { lastAnr, build } = state;
  if (!lastAnr) return [];
  const api = build.apiLevel;
  const [, ...rest] = dispatcherLines(lastAnr.snapshot);
  return [
    "",
    "Input Dispatcher State at time of last ANR:",
    "  ANR:",
    `    Time: ${formatTime(lastAnr.wallClockMs).slice(0, 19)}`,
    ...when(
      api <= 29,
      `    Window: ${lastAnr.windowTitle}`,
      "    DispatchLatency: 5017.5ms",
      "    WaitDuration: 5008.0ms",
    ),
    `    Reason: ${lastAnr.reason}`,
    ...when(api >= 30, `    Window: ${lastAnr.windowTitle}`),
    ...rest,
  ];
}

function storedLines(api: number): Lines {
  if (api <= 27) {
    return [
      "  Keyboard Layouts:",
      "",
      "  PersistentDataStore",
      "    mLoaded=true",
      "    mDirty=false",
      "    InputDeviceStates:",
    ];
  }
  if (api <= 32) return [];
  return [
    "Input Manager Service (Java) State:",
    "  Gesture Monitors (implemented as spy windows):",
    `    0: name='[Gesture Monitor] edge-swipe', inputChannelToken=android.os.BinderProxy@${identityHash("edge-swipe")} displayId=0`,
    "  mAdditionalDisplayInputProperties:",
    "    <none>",
    ...when(
      api >= 34,
      "  BatteryController:",
      "    State: Polling = false, Interactive = true",
      "    Listeners: 0 battery listeners",
      "    Device Monitors: 0 monitors",
      "  KbdBacklightController: 0 keyboard backlights",
    ),
  ];
}
