import { isDeepStrictEqual } from "node:util";
import type { Insets, Rotation } from "../../../screen/facts.js";
import { rectFrom } from "../rects.js";
import { insetsKindOf } from "./insets.js";

/** The kinds that are read from windows; areas for gestures lie along the display, not in the frames of windows. */
export const BAR_KINDS = ["statusBars", "navigationBars"] as const;
export type BarKind = (typeof BAR_KINDS)[number];

/** The thickness at each edge. */
export type Sides = Pick<Insets, "left" | "top" | "right" | "bottom">;

/** The insets that a window provides through its layout parameters (InsetsFrameProvider, Android 12L and later). */
export interface ProvidedInsets {
  readonly kind: BarKind;
  /** The thickness of the part of its frame that it takes: along one edge, or nothing. Absent: the whole frame. */
  readonly size?: Sides;
  /** The part of its frame at each edge of which it takes nothing (Android 12L). */
  readonly inner?: Sides;
}

/** The provided insets of a window, which may have other parameters for each rotation. */
export interface WindowProvides {
  readonly own: readonly ProvidedInsets[];
  /** By rotation; empty if the window has the same parameters in each. */
  readonly rotated: readonly (readonly ProvidedInsets[])[];
}

const INSETS = String.raw`Insets\{left=(\d+), top=(\d+), right=(\d+), bottom=(\d+)\}`;
const SIZE = new RegExp(`\\binsetsSize=${INSETS}`);
const WHOLE = new RegExp(`^${INSETS}$`);

/** Reads the lines of one window, which contain mAttrs: `providedInsets` (13+) or `providedInternalInsets` (12L). */
export function readProvides(lines: readonly string[]): WindowProvides {
  const start = lines.findIndex((line) => /^\s*mAttrs=/.test(line));
  const end = lines.findIndex((line, place) => place > start && /^\s*Requested w=/.test(line));
  // A text that was cut within mAttrs may lack insets.
  if (start < 0 || end < 0) return { own: [], rotated: [] };
  const [own = [], ...rotated] = splitRotations(lines.slice(start, end)).map(providedIn);
  return rotated.length === 0 || rotated.length === 4 ? { own, rotated } : { own: [], rotated: [] };
}

/**
 * The insets that a window provides in this rotation (WindowState.getLayoutingAttrs); empty if the rotation is unknown
 * and the insets depend on it.
 */
export function providedAt({ own, rotated }: WindowProvides, rotation: Rotation | null): readonly ProvidedInsets[] {
  const [first] = rotated;
  if (!first) return own;
  if (rotation !== null) return rotated[rotation] ?? own;
  return rotated.every((insets) => isDeepStrictEqual(insets, first)) ? first : [];
}

/**
 * The window's own parameters, then those for each rotation in order: `paramsForRotation=A} {B} {C} {D}` (12L, 13) or
 * `ROTATION_90={…` (14+). Each begins with its position and size, `{(0,0)(fillx126) …`.
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
      // The edge of the whole display, where gestures begin, is not the frame of a window.
      if (!kind || /\bsource=(?:SOURCE_)?(?:DISPLAY|CONTAINER_BOUNDS|NONE)/.test(before)) return [];
      const size = sidesIn(SIZE.exec(before));
      return [{ kind, ...(size && { size }) }];
    });
}

/**
 * `providedInternalInsets=null Insets{…} null …`: the index is the number of the type; 0 is the status bar and 1 the
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
