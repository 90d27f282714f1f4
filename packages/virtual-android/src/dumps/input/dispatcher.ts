import type { PhoneState } from "../../phone-state.js";
import { type DisplayView, displayViews, topFocusedDisplayId } from "../display-views.js";
import { type Lines, linesOf, NOW, when } from "../text.js";
import { appToken, windowToken } from "../tokens.js";
import { handleName, windowLines } from "./dispatcher-windows.js";

/** InputDispatcher::dumpDispatchStateLocked: the receivers of keys and touches. */
export function dispatcherLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "Input Dispatcher State:",
    ...(api <= 28 ? early(state) : late(state)),
    ...connectionLines(state),
    ...tail(api),
  ];
}

/** Up to Android 9: one focus, one list of windows, flags as numbers. */
function early(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { focusedWindow, focusedActivity } = state;
  return [
    "  DispatchEnabled: 1",
    "  DispatchFrozen: 0",
    `  FocusedApplication: ${
      focusedActivity ? `name='${appToken(api, focusedActivity)}', dispatchingTimeout=5000.000ms` : "<null>"
    }`,
    `  FocusedWindow: name='${focusedWindow ? windowToken(focusedWindow) : "<null>"}'`,
    "  TouchStates: <no displays touched>",
    "  Windows:",
    ...displayViews(state).flatMap((view) => windowLines(state, view, "    ")),
    "  MonitoringChannels:",
    "    0: 'WindowManager (server)'",
  ];
}

/** From Android 10 on all values are lists by display. */
function late(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const views = displayViews(state).toSorted((a, b) => a.display.displayId - b.display.displayId);
  const timeout = api <= 30 ? "5000.000ms" : "5000ms";
  const apps = views.flatMap((view) =>
    view.focusedActivity
      ? [
          `    displayId=${view.display.displayId}, name='${appToken(api, view.focusedActivity)}', dispatchingTimeout=${timeout}`,
        ]
      : [],
  );
  const windows = views.flatMap((view) =>
    view.focusedWindow
      ? [`    displayId=${view.display.displayId}, name='${handleName(api, view.focusedWindow)}'`]
      : [],
  );
  const requests = windows.map((line) => `${line} result='OK'`);
  return [
    "  DispatchEnabled: true",
    "  DispatchFrozen: false",
    "  InputFilterEnabled: false",
    `  FocusedDisplayId: ${topFocusedDisplayId(state)}`,
    ...titled("  FocusedApplications:", apps),
    ...titled("  FocusedWindows:", windows),
    ...when(
      api >= 31,
      ...titled("  FocusRequests:", requests),
      "  Pointer Capture Requested: false",
      "  Current Window with Pointer Capture: None",
    ),
    `  ${api <= 33 ? "TouchStates" : "TouchStatesByDisplay"}: <no displays touched>`,
    ...when(api >= 35, "  CursorStatesByDisplay: <no displays touched by cursor>"),
    ...views.flatMap((view) => displayLines(state, view)),
    ...views.flatMap(({ display }) => monitorLines(api, display.displayId)),
  ];
}

function titled(title: string, lines: Lines): Lines {
  return lines.length === 0 ? [`${title} <none>`] : [title, ...lines];
}

function displayLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const { displayId, size, rotation } = view.display;
  return [
    `  Display: ${displayId}`,
    ...when(
      api >= 31,
      `    logicalSize=${size.width}x${size.height}`,
      `        transform (ROT_${rotation * 90}) (${rotation === 0 ? "IDENTITY" : "ROTATE TRANSLATE"})`,
    ),
    "    Windows:",
    ...windowLines(state, view, "      "),
  ];
}

function monitorLines(api: number, displayId: number): Lines {
  if (api >= 33) return [`  Global monitors on display ${displayId}:`, `    0: 'PointerEventDispatcher${displayId}', `];
  return [`  Global monitors in display ${displayId}:`, `    0: 'PointerEventDispatcher${displayId} (server)', `];
}

function connectionLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const windows = displayViews(state).flatMap((view) => view.windows);
  const queues = ["      OutboundQueue: <empty>", "      WaitQueue: <empty>"];
  const lines = windows.flatMap((window, index) => {
    const name = `channelName='${window.hash} ${window.title} (server)', windowName='${windowToken(window)}'`;
    const status = "status=NORMAL, monitor=false";
    if (api <= 30) return [`    ${index + 1}: ${name}, ${status}, inputPublisherBlocked=false`, ...queues];
    return [`    ${300 + index}: channelName='${window.hash} ${window.title}', ${status}, responsive=true`];
  });
  const recent = ["  RecentQueue: length=2", ...recentEvents(api)];
  const pending = ["  PendingEvent: <none>", "  InboundQueue: <empty>"];
  const connections = ["  Connections:", ...lines];
  // Android 15 moved the connections before the queues.
  return api <= 34
    ? [...recent, ...pending, ...when(api <= 33, "  ReplacedKeys: <empty>"), ...connections]
    : [...connections, ...recent, ...pending, "  CommandQueue: <empty>"];
}

/** Android 7 and 8 print the position of each touch; 9 and later only its age. */
function recentEvents(api: number): Lines {
  if (api >= 31) return ["    MotionEvent, age=28635ms", "    MotionEvent, age=28524ms"];
  if (api >= 28) return ["    MotionEvent, age=28635.0ms", "    MotionEvent, age=28524.1ms"];
  const event = (action: number, age: string): string =>
    `    MotionEvent(deviceId=2, source=0x00001002, action=${action}, actionButton=0x00000000, flags=0x00000000, metaState=0x00000000, buttonState=0x00000000, edgeFlags=0x00000000, xPrecision=1.0, yPrecision=1.0, displayId=0, pointers=[0: (540.0, 960.0)]), policyFlags=0x62000000, age=${age}ms`;
  return [event(0, "28635.0"), event(1, "28524.1")];
}

function tail(api: number): Lines {
  return linesOf(api, [
    [24, 33, "  AppSwitch: not pending"],
    [35, NOW, "  TouchModePerDisplay:"],
    [35, NOW, "    Display: 0 TouchMode: 1"],
    [24, NOW, "  Configuration:"],
    [24, 30, "    KeyRepeatDelay: 50.0ms"],
    [24, 30, "    KeyRepeatTimeout: 500.0ms"],
    [31, NOW, "    KeyRepeatDelay: 50ms"],
    [31, NOW, "    KeyRepeatTimeout: 400ms"],
  ]);
}
