import type { Size } from "../../../base/geometry.js";
import type { Rotation } from "../../../screen/facts.js";
import { findRect, LONG_RECT, sizeAtOrigin } from "../rects.js";
import { agreed, agreedMatch, integerOf } from "../text.js";
import { parseInsetsState } from "./insets.js";
import { layoutRect } from "./legacy-insets.js";
import type { WindowSections } from "./sections.js";
import type { WindowEntry } from "./window-list.js";

export interface DisplaySize {
  /** The size in the current rotation, with the overrides of `wm size`. */
  readonly screenSize: Size | null;
  /** Dots per inch, with the overrides of `wm density`. */
  readonly density: number | null;
  readonly rotation: Rotation | null;
}

/**
 * Size, density and rotation of a display from its block (`DisplayFrames`, `init=… cur=…`, `mDisplayInfo`), else from
 * the global configuration and the end of the window list, else from a window that fills the display.
 */
export function parseDisplaySize(
  block: readonly string[],
  sections: WindowSections,
  windows: readonly WindowEntry[],
): DisplaySize {
  const configuration = globalConfiguration(sections.windows);
  const info = displayInfo(block);
  const init = initLine(block);
  return {
    screenSize:
      displayFrames(block)?.size ??
      init?.current ??
      info?.size ??
      parseInsetsState(block)?.displaySize ??
      trailerSize(sections.windows) ??
      configurationSize(configuration) ??
      sizeAtOrigin(layoutRect(sections.policy, "UnrestrictedScreen")) ??
      windowsSize(windows, sections.isExcerpt),
    density: init?.density ?? info?.density ?? configurationDensity(configuration) ?? windowsDensity(sections.windows),
    rotation: displayFrames(block)?.rotation ?? rotationOf(block, info, sections, configuration),
  };
}

function displayFrames(lines: readonly string[]): { size: Size; rotation: Rotation | null } | undefined {
  const found = agreed(lines, /\bDisplayFrames w=(\d+) h=(\d+) r=(\d)\b/);
  return found ? { size: sizeFrom(found[1], found[2]), rotation: quarter(found[3]) } : undefined;
}

/**
 * `init=1440x3088 600dpi base=1080x2316 450dpi cur=1080x2316 app=…`: base is printed only with overrides, since Android
 * 13 after other fields (`mMinSizeOfResizeableTaskDp=220`).
 */
function initLine(lines: readonly string[]): { current: Size; density: number | null } | undefined {
  const found = agreed(lines, /^\s*init=\d+x\d+ (\d+)dpi\b(.*) cur=(\d+)x(\d+) app=/);
  if (!found) return undefined;
  const base = / base=\d+x\d+ (\d+)dpi\b/.exec(found[2] ?? "")?.[1];
  return { current: sizeFrom(found[3], found[4]), density: integerOf(base ?? found[1]) };
}

interface DisplayInfo {
  readonly size: Size;
  readonly rotation: Rotation | null;
  readonly density: number | null;
}

function displayInfo(lines: readonly string[]): DisplayInfo | undefined {
  const line = lines.find((text) => /^\s*mDisplayInfo=DisplayInfo\{.*\breal \d+ x \d+/.test(text));
  if (line === undefined) return undefined;
  const real = /\breal (\d+) x (\d+)/.exec(line);
  return {
    size: sizeFrom(real?.[1], real?.[2]),
    rotation: quarter(/, rotation (\d)\b/.exec(line)?.[1]),
    density: integerOf(/, density (\d+)\b/.exec(line)?.[1]),
  };
}

/**
 * `mScreenRect` ends the window list up to Android 9, where the global configuration's bounds exclude the system bars.
 */
function trailerSize(lines: readonly string[]): Size | undefined {
  const line = lines.find((text) => /^ {2}\S.*\bmScreenRect=\[|^\s*mScreenRect=\[/.test(text));
  return line === undefined ? undefined : sizeAtOrigin(findRect(line.slice(line.indexOf("mScreenRect="))));
}

function globalConfiguration(lines: readonly string[]): string {
  return agreedMatch(lines, /^\s*m(?:Global|Cur)Configuration=\{(.*)\}$/) ?? "";
}

/**
 * Null before Android 10: those releases do not print the rotation here, and their bounds exclude the system bars and
 * may be of another rotation.
 */
function configurationSize(configuration: string): Size | undefined {
  if (!/\bmRotation=/.test(configuration)) return undefined;
  for (const pattern of BOUNDS) {
    const found = pattern.exec(configuration)?.[1];
    const size = found === undefined ? undefined : sizeAtOrigin(findRect(found));
    if (size) return size;
  }
  return undefined;
}

const BOUNDS = [new RegExp(`\\bmMaxBounds=(${LONG_RECT})`), new RegExp(`\\bmBounds=(${LONG_RECT})`)];

function configurationDensity(configuration: string): number | null {
  return integerOf(/(?:^| )(\d+)dpi\b/.exec(configuration)?.[1]);
}

/** The bounds that all windows of display 0 have; in an excerpt also the frame of the display. */
function windowsSize(windows: readonly WindowEntry[], isExcerpt: boolean): Size | null {
  const sizes = windows
    .filter((window) => (window.displayId ?? 0) === 0)
    .map((window) => window.displayBounds ?? (isExcerpt ? window.displayFrame : null))
    .flatMap((bounds) => sizeAtOrigin(bounds ?? undefined) ?? []);
  const first = sizes[0];
  const agreed = first && sizes.every((size) => size.width === first.width && size.height === first.height);
  return agreed ? first : null;
}

function windowsDensity(lines: readonly string[]): number | null {
  const all = lines.flatMap((line) => /^\s*mFullConfiguration=\{\S+ .*? (\d+)dpi /.exec(line)?.[1] ?? []);
  return all.every((density) => density === all[0]) ? integerOf(all[0]) : null;
}

function rotationOf(
  block: readonly string[],
  info: DisplayInfo | undefined,
  sections: WindowSections,
  configuration: string,
): Rotation | null {
  return (
    quarter(agreedMatch(block, /^\s*mRotation=(?:ROTATION_)?(\d+) mDeferredRotationPauseCount=/)) ??
    info?.rotation ??
    // The last lines of the window list have several fields on some releases: `apps=0  mRotation=0
    // mLastOrientation=-1`.
    quarter(agreedMatch(sections.windows, /^(?: {2}|\s+mDisplayFrozen=.* )mRotation=(\d)(?: |$)/)) ??
    quarter(/\bm(?:Display)?Rotation=ROTATION_(\d+)\b/.exec(configuration)?.[1]) ??
    quarter(agreedMatch([...block, ...sections.policy], /^\s*mCurrentRotation=(?:ROTATION_)?(\d+)$/)) ??
    windowsRotation(sections.windows)
  );
}

function windowsRotation(lines: readonly string[]): Rotation | null {
  const all = lines.flatMap(
    (line) => /^\s*mFullConfiguration=.*\bm(?:Display)?Rotation=ROTATION_(\d+)/.exec(line)?.[1] ?? [],
  );
  return all.every((rotation) => rotation === all[0]) ? quarter(all[0]) : null;
}

/** A rotation as 0–3, given as 0–3 or as 0/90/180/270 (ROTATION_90). */
function quarter(digits: string | undefined): Rotation | null {
  const value = integerOf(digits);
  const turns = value !== null && value > 3 ? value / 90 : value;
  return turns === 0 || turns === 1 || turns === 2 || turns === 3 ? turns : null;
}

function sizeFrom(width: string | undefined, height: string | undefined): Size {
  return { width: Number(width), height: Number(height) };
}
