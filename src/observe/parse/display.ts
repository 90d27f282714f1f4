import { isEmpty, type Size } from "../../base/geometry.js";
import type { Insets, Power, Rotation } from "../../screen/facts.js";
import { displayStateOf } from "./power.js";
import { LONG_RECT, rectFrom } from "./rects.js";
import { firstMatch, integerOf, wholeLines } from "./text.js";

export interface DisplayFacts {
  readonly displayId: number | null;
  readonly screenSize: Size | null;
  readonly density: number | null;
  readonly rotation: Rotation | null;
  readonly power: Power | null;
  readonly displayCutout: Pick<Insets, "left" | "top" | "right" | "bottom"> | null;
}

/**
 * `dumpsys display` (Android 7 to 16) and `cmd display get-displays`: the active internal viewport, else the default
 * display's info. Input and screenshots use the viewport's logical frame. Undefined if the text is something else.
 */
export function parseDisplay(text: string): DisplayFacts | undefined {
  const lines = wholeLines(text);
  const viewport = chooseViewport(lines.flatMap(readViewports));
  const info = chooseInfo(lines, viewport?.displayId ?? 0);
  const state = displayState(lines, viewport?.displayId ?? 0) ?? info?.state ?? null;
  if (!viewport && !info && state === null && !lines.some((line) => line.startsWith("DISPLAY MANAGER ")))
    return undefined;
  return {
    displayId: viewport?.displayId ?? info?.displayId ?? null,
    screenSize: viewport?.size ?? info?.size ?? null,
    density: info?.density ?? null,
    rotation: viewport?.rotation ?? info?.rotation ?? null,
    power: state === null ? null : { interactive: null, wakefulness: null, displayState: state },
    displayCutout: info?.cutout ?? null,
  };
}

interface Viewport extends ViewportChoice {
  readonly rotation: Rotation | null;
  readonly size: Size;
}

const HEAD = /^(?:type=(\w+), )?valid=true(?:, isActive=(true|false))?, displayId=(\d+)/;
const FRAME = new RegExp(`, logicalFrame=${LONG_RECT}`);
const CUTOUT = new RegExp(`DisplayCutout\\{insets=${LONG_RECT}`);

function readViewports(line: string): readonly Viewport[] {
  const [first = "", ...parts] = line.split("DisplayViewport{");
  return parts.flatMap((part, place) => {
    const [body = ""] = part.split(/[{}]/, 1);
    const found = HEAD.exec(body);
    const frame = rectFrom(FRAME.exec(body) ?? [], 1);
    const orientation = /, orientation=(\d)\b/.exec(body)?.[1];
    if (!found || orientation === undefined) return [];
    const size =
      frame && !isEmpty(frame) ? { width: frame.right - frame.left, height: frame.bottom - frame.top } : undefined;
    if (!size) return [];
    const isDefault = (parts[place - 1] ?? first).endsWith("mDefaultViewport=");
    const isActive = found[2] === undefined ? null : found[2] === "true";
    const isInternal = found[1] === "INTERNAL" || isDefault;
    return [{ isInternal, isActive, displayId: Number(found[3]), rotation: rotationOf(orientation), size }];
  });
}

/**
 * The default display's viewport, unless it is not active and another internal one is. Flip phones have two, of which
 * one is active. A screen on the back may be active beside the main one. No viewport is active while the screen is off.
 */
export function chooseViewport<One extends ViewportChoice>(viewports: readonly One[]): One | undefined {
  const internal = viewports.filter((viewport) => viewport.isInternal);
  const active = internal.filter((viewport) => viewport.isActive === true);
  const main = (among: readonly One[]) => among.find((viewport) => viewport.displayId === 0);
  return main(active) ?? active[0] ?? main(internal) ?? internal[0] ?? main(viewports);
}

/** The fields by which a viewport of the display manager or of the input reader is chosen. */
export interface ViewportChoice {
  readonly isInternal: boolean;
  readonly isActive: boolean | null;
  readonly displayId: number;
}

interface DisplayInfo {
  readonly displayId: number | null;
  readonly size: Size;
  readonly density: number | null;
  readonly rotation: Rotation | null;
  readonly state: Power["displayState"];
  readonly cutout: DisplayFacts["displayCutout"];
}

/**
 * `mOverrideDisplayInfo` has the values that apps get; `Display id N: DisplayInfo{…}` is printed by `cmd display
 * get-displays`.
 */
function chooseInfo(lines: readonly string[], displayId: number): DisplayInfo | undefined {
  const infos: DisplayInfo[] = [];
  let lastId: number | null = null;
  for (const line of lines) {
    lastId = integerOf(/^\s*mDisplayId=(\d+)$/.exec(line)?.[1]) ?? lastId;
    if (/^\s*(?:mOverrideDisplayInfo=|Display id \d+: )DisplayInfo\{/.test(line)) infos.push(...readInfo(line, lastId));
  }
  return infos.find((info) => info.displayId === displayId) ?? (infos.length === 1 ? infos[0] : undefined);
}

/**
 * Display names may contain quotes and commas. Android 10 prints the id inside the quotes, `"Name, displayId 0"`, and
 * Android 12 and 13 print one quote too many, `"Name", displayId 0"`.
 */
function readInfo(line: string, lastId: number | null): readonly DisplayInfo[] {
  const real = /\breal (\d+) x (\d+)/.exec(line);
  if (!real) return [];
  const cutout = CUTOUT.exec(line);
  return [
    {
      displayId:
        integerOf(/\bdisplayId (\d+)/.exec(line)?.[1]) ?? integerOf(/Display id (\d+):/.exec(line)?.[1]) ?? lastId,
      size: { width: Number(real[1]), height: Number(real[2]) },
      density: integerOf(/, density (\d+)\b/.exec(line)?.[1]),
      rotation: rotationOf(/, rotation (\d)\b/.exec(line)?.[1]),
      state: displayStateOf(/, state ([A-Z_]+)\b/.exec(line)?.[1]),
      cutout: cutout ? (rectFrom(cutout, 1) ?? null) : null,
    },
  ];
}

/** `Display States:` (since Android 12) has a line `Display Id=N` before the state of each display. */
function displayState(lines: readonly string[], displayId: number): Power["displayState"] {
  const own = lines.findIndex((line) => /^\s*Display Id=(\d+)$/.exec(line)?.[1] === String(displayId));
  return displayStateOf(
    firstMatch(lines, /^\s*mGlobalDisplayState=([A-Z_]+)/) ??
      firstMatch(lines.slice(Math.max(0, own)), /^\s*Display State=([A-Z_]+)$/) ??
      firstMatch(lines, /^\s*mScreenState=([A-Z_]+)$/),
  );
}

function rotationOf(digits: string | undefined): Rotation | null {
  const value = integerOf(digits);
  return value === 0 || value === 1 || value === 2 || value === 3 ? value : null;
}
