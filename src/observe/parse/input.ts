import type { Size } from "../../base/geometry.js";
import type { ActiveWindow, Power, Rotation } from "../../screen/facts.js";
import { type ActivityName, parseActivityRecord, parseWindowName, type WindowName } from "./component.js";
import { chooseViewport, type ViewportChoice } from "./display.js";
import { booleanOf, firstMatch, integerOf, wholeLines } from "./text.js";
import { describeApp, describeWindow } from "./window/focus.js";

export interface InputFacts {
  readonly displayId: number | null;
  readonly screenSize: Size | null;
  readonly rotation: Rotation | null;
  readonly activeWindow: ActiveWindow | null;
  readonly power: Power | null;
}

/**
 * `dumpsys input` of Android 7 to 16: viewport, focus and interactivity. Undefined if the text is something else.
 */
export function parseInput(text: string): InputFacts | undefined {
  const all = wholeLines(text);
  // A copy of the dispatcher's state at the last ANR follows, with its own focus (InputDispatcher::dump).
  const stale = all.findIndex((line) => /^\s*Input Dispatcher State at time of last ANR:/.test(line));
  const lines = stale < 0 ? all : all.slice(0, stale);
  const viewports = lines.flatMap((line) => readViewport(line) ?? []);
  const focusedId = integerOf(firstMatch(lines, /^\s*FocusedDisplayId: (\d+)$/));
  const viewport = viewports.find((one) => one.displayId === focusedId) ?? chooseViewport(viewports);
  const interactive = booleanOf(firstMatch(lines, /^\s*Interactive: (true|false)$/));
  const displayId = focusedId ?? viewport?.displayId ?? null;
  const activeWindow = focusedWindow(lines, displayId);
  const isInputDump = lines.some((line) => /^INPUT MANAGER |^Input (?:Manager|Dispatcher|Reader) State/.test(line));
  if (!viewport && !activeWindow && !isInputDump) return undefined;
  return {
    displayId,
    screenSize: viewport?.size ?? null,
    rotation: viewport?.rotation ?? null,
    activeWindow,
    power: interactive === null ? null : { interactive, wakefulness: null, displayState: null },
  };
}

interface InputViewport extends ViewportChoice {
  readonly rotation: Rotation | null;
  readonly size: Size;
}

const VIEWPORT = /\bViewport(?: (\w+))?: displayId=(\d+), /;
const FRAME = /^logicalFrame=\[(-?\d+), (-?\d+), (-?\d+), (-?\d+)\]/;

function readViewport(line: string): InputViewport | undefined {
  const found = VIEWPORT.exec(line);
  const frameAt = line.indexOf("logicalFrame=[");
  if (!found || frameAt < found.index) return undefined;
  const before = line.slice(found.index + found[0].length, frameAt);
  const frame = FRAME.exec(line.slice(frameAt));
  const orientation = /(?:^|, )orientation=(\d), /.exec(before)?.[1];
  if (!frame || orientation === undefined) return undefined;
  const [left, top, right, bottom] = frame.slice(1).map(Number);
  const width = (right ?? 0) - (left ?? 0);
  const height = (bottom ?? 0) - (top ?? 0);
  if (width <= 0 || height <= 0) return undefined;
  const turns = Number(orientation);
  const active = /isActive=\[(\d)\]$/.exec(line)?.[1];
  return {
    isInternal: found[1] === undefined || found[1] === "INTERNAL",
    isActive: active === undefined ? null : active === "1",
    displayId: Number(found[2]),
    rotation: turns === 0 || turns === 1 || turns === 2 || turns === 3 ? turns : null,
    size: { width, height },
  };
}

/**
 * Up to Android 9 `FocusedWindow: name='Window{…}'`; since Android 10 one line per display under `FocusedWindows:`, in
 * which the newest releases write `Window:hash type=1 title`.
 */
function focusedWindow(lines: readonly string[], displayId: number | null): ActiveWindow | null {
  const window = windowName(nameIn(lines, "Window", displayId));
  const app = appName(nameIn(lines, "Application", displayId));
  const keyguard = { showing: null, secure: null, occluded: null };
  if (window) return describeWindow(window, app, displayId, keyguard);
  return app ? describeApp(app, displayId, "focusedApp") : null;
}

function nameIn(
  lines: readonly string[],
  kind: "Window" | "Application",
  displayId: number | null,
): string | undefined {
  const singles = lines.filter((line) => SINGLE[kind].test(line));
  const headers = lines.flatMap((line, at) => (line.trim() === `Focused${kind}s:` ? [at] : []));
  // The dispatcher prints each once: a second one is part of a window's title.
  if (singles.length + headers.length !== 1) return undefined;
  const [single] = singles;
  if (single !== undefined) return SINGLE[kind].exec(single)?.[1];
  const entries = entriesBelow(lines, headers[0] ?? 0);
  const own = entries.filter((entry) => entry.id === (displayId ?? 0));
  return own.length > 1 ? undefined : (own[0] ?? entries[0])?.name;
}

/** The lines of Android 7 to 9. */
const SINGLE = {
  Window: /^\s*FocusedWindow: name='(.*)'/s,
  Application: /^\s*FocusedApplication: name='(.*)'/s,
} as const;

interface FocusEntry {
  readonly id: number;
  readonly name: string;
}

const ENTRY = /^\s*displayId=(\d+), name='/;

function entriesBelow(lines: readonly string[], header: number): readonly FocusEntry[] {
  const entries: FocusEntry[] = [];
  for (let at = header + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const found = ENTRY.exec(line);
    const timeout = line.lastIndexOf("', dispatchingTimeout=");
    const end = timeout >= 0 || !line.endsWith("'") ? timeout : line.length - 1;
    if (!found || end < found[0].length) break;
    entries.push({ id: Number(found[1]), name: line.slice(found[0].length, end) });
  }
  return entries;
}

function windowName(text: string | undefined): WindowName | undefined {
  if (text === undefined) return undefined;
  const short = /^Window:([0-9a-f]+) type=(\d+) (.*)$/.exec(text);
  if (!short) return parseWindowName(text) ?? plainName(text);
  return {
    hash: short[1] ?? "",
    userId: null,
    title: short[3] ?? "",
    isExiting: false,
    ownerPackage: null,
    layoutType: integerOf(short[2]),
  };
}

/** A window's name as Android 10 to 14 print it: `hash title`. */
function plainName(text: string): WindowName | undefined {
  const found = /^([0-9a-f]{4,}) (.+?)(?: \(server\))?$/.exec(text);
  if (!found) return undefined;
  return {
    hash: found[1] ?? "",
    userId: null,
    title: found[2] ?? "",
    isExiting: false,
    ownerPackage: null,
    layoutType: null,
  };
}

function appName(text: string | undefined): ActivityName | null {
  return text === undefined ? null : (parseActivityRecord(text) ?? null);
}
