import { isDeepStrictEqual } from "node:util";
import type { Insets, Rotation } from "../../../screen/facts.js";
import { rectFrom } from "../rects.js";
import { insetsKindOf } from "./insets.js";

/** The kinds that windows are asked for; what they take for gestures lies along the display, not in their frames. */
export const BAR_KINDS = ["statusBars", "navigationBars"] as const;
export type BarKind = (typeof BAR_KINDS)[number];

/** How far in from each edge. */
export type Sides = Pick<Insets, "left" | "top" | "right" | "bottom">;

/** What a window takes from the others' area, by its layout parameters (InsetsFrameProvider, Android 12L and later). */
export interface ProvidedInsets {
  readonly kind: BarKind;
  /** How thick the part of its frame is that it takes: along one edge, or none of it. Absent: all of the frame. */
  readonly size?: Sides;
  /** How much of its frame it takes nothing of (Android 12L). */
  readonly inner?: Sides;
}

/** The provided insets by the parameters that hold now: a window may have others for each rotation. */
export interface WindowProvides {
  readonly own: readonly ProvidedInsets[];
  /** By rotation; empty if the window has its own none for each. */
  readonly rotated: readonly (readonly ProvidedInsets[])[];
}

const INSETS = String.raw`Insets\{left=(\d+), top=(\d+), right=(\d+), bottom=(\d+)\}`;
const SIZE = new RegExp(`\\binsetsSize=${INSETS}`);
const WHOLE = new RegExp(`^${INSETS}$`);

/**
 * Reads the lines of one window, of which mAttrs are some: `providedInsets` (13+) or `providedInternalInsets` (12L).
 */
export function readProvides(lines: readonly string[]): WindowProvides {
  const start = lines.findIndex((line) => /^\s*mAttrs=/.test(line));
  const end = lines.findIndex((line, place) => place > start && /^\s*Requested w=/.test(line));
  // The rest of a cut source is unknown.
  if (start < 0 || end < 0) return { own: [], rotated: [] };
  const [own = [], ...rotated] = splitRotations(lines.slice(start, end)).map(providedIn);
  return rotated.length === 0 || rotated.length === 4 ? { own, rotated } : { own: [], rotated: [] };
}

/**
 * What it provides while the display is turned so (WindowState.getLayoutingAttrs); nothing if that is not known and
 * matters.
 */
export function providedAt({ own, rotated }: WindowProvides, rotation: Rotation | null): readonly ProvidedInsets[] {
  const [first] = rotated;
  if (!first) return own;
  if (rotation !== null) return rotated[rotation] ?? own;
  return rotated.every((insets) => isDeepStrictEqual(insets, first)) ? first : [];
}

/**
 * The window's own parameters and those for each rotation, in its order: `paramsForRotation=A} {B} {C} {D}` (12L, 13)
 * or `ROTATION_90={…` (14+). Each begins with its place and size, `{(0,0)(fillx126) …`.
 */
function splitRotations(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let isRotated = false;
  for (const line of lines) {
    isRotated ||= /^\s*paramsForRotation/.test(line);
    const pieces = isRotated ? line.split(/(?:paramsForRotation=|ROTATION_\d+=|\} )(?=\{\()/) : [line];
    parts.at(-1)?.push(pieces[0] ?? "");
    for (const piece of pieces.slice(1)) parts.push([piece]);
  }
  return parts;
}

function providedIn(lines: readonly string[]): readonly ProvidedInsets[] {
  return lines.flatMap((line) => (/^\s*providedInternalInsets=/.test(line) ? internal(line) : providers(line)));
}

/** `InsetsFrameProvider: {id=#…, index=0, type=X, source=FRAME, …insetsSize=Insets{…}, insetsSizeOverrides=[…]}`. */
function providers(line: string): readonly ProvidedInsets[] {
  return line
    .split("InsetsFrameProvider: {")
    .slice(1)
    .flatMap((text) => {
      const type = insetsKindOf(/^(?:id=\S+ )?(?:index=\d+, )?type=(\w+)/.exec(text)?.[1] ?? "");
      const kind = BAR_KINDS.find((one) => one === type);
      const [before = ""] = text.split("insetsSizeOverrides=", 1);
      // The whole display's edge, where gestures begin, is not a window's frame.
      if (!kind || /\bsource=(?:SOURCE_)?(?:DISPLAY|CONTAINER_BOUNDS|NONE)/.test(before)) return [];
      const size = sidesIn(SIZE.exec(before));
      return [{ kind, ...(size && { size }) }];
    });
}

/**
 * `providedInternalInsets=null Insets{…} null …`: by the number of the type, where 0 is the status bar and 1 the
 * navigation bar.
 */
function internal(line: string): readonly ProvidedInsets[] {
  const list = line.slice(line.indexOf("=") + 1).match(/null|Insets\{[^{}]*\}/g) ?? [];
  return BAR_KINDS.flatMap((kind, place) => {
    const inner = sidesIn(WHOLE.exec(list[place] ?? ""));
    return inner ? [{ kind, inner }] : [];
  });
}

function sidesIn(found: RegExpExecArray | null): Sides | null {
  return found ? (rectFrom(found, 1) ?? null) : null;
}
