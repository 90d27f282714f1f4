import { isEmpty, type Rect, rectOf } from "../../../../../../src/base/geometry.js";
import type { InsetsKind, InsetsSourceState, PhoneState, WindowState } from "../../../phone-state.js";
import type { DisplayView } from "../../display-views.js";
import { edgeOf, sourceOf } from "../../frames.js";
import { EMPTY_RECT, shortRect } from "../../text.js";
import { internalType, publicType, sourceId, typeOf10 } from "../insets-names.js";

/** One line of the insets state, and the window that provides it. */
export interface InsetsLine {
  readonly text: string;
  readonly frame: Rect;
  readonly kind: InsetsKind;
  readonly owner: WindowState | null;
  readonly id: string;
}

/** The sources of a display in the order and with the names of the release, without indentation. */
export function insetsLines(state: PhoneState, view: DisplayView): readonly InsetsLine[] {
  const api = state.build.apiLevel;
  const known = view.insets.filter(
    (source) => source.kind !== "displayCutout" && (source.kind !== "ime" || isImeSourceKnown(state, view)),
  );
  const lines = known.map((source) => lineOf(api, view, source));
  if (api === 29) return sortByKind(lines, ORDER_10);
  if (api <= 33) return [...sortByKind(lines, ORDER_11), ...cutoutSides(api, view)].toSorted(byOrder11);
  return [...lines, ...cutoutSource(api, view)].toSorted((a, b) => signedId(a) - signedId(b));
}

/** Android 16 creates the input method's source when the keyboard is first shown. */
function isImeSourceKnown(state: PhoneState, view: DisplayView): boolean {
  return view.ime !== null && (state.build.apiLevel < 36 || view.ime.wasShown);
}

function lineOf(api: number, view: DisplayView, source: InsetsSourceState): InsetsLine {
  const owner = ownerOf(view, source.kind);
  const id = sourceId(source.kind, owner?.hash ?? null);
  const frame = source.kind === "ime" && !source.visible && api >= 30 ? EMPTY_RECT : source.frame;
  const names = `${typeWords(api, source.kind, id)} frame=${shortRect(frame)}${visibleFrame(api, view, source)}`;
  const text = `InsetsSource ${names} visible=${source.visible}${tailWords(api, view, source.kind, frame)}`;
  return { text, frame, kind: source.kind, owner, id };
}

function typeWords(api: number, kind: InsetsKind, id: string): string {
  if (kind === "displayCutout" || api >= 34) return `id=${id} type=${publicType(kind)}`;
  return `type=${api === 29 ? typeOf10(kind) : internalType(api, kind)}`;
}

/** Only the input method has a separate visible frame; when hidden, the frame is the strip of the navigation bar. */
function visibleFrame(api: number, view: DisplayView, source: InsetsSourceState): string {
  if (source.kind !== "ime" || api < 30 || !view.ime?.wasShown) return "";
  const hidden = sourceOf(view, "navigationBars")?.frame ?? EMPTY_RECT;
  return ` visibleFrame=${shortRect(source.visible ? source.frame : hidden)}`;
}

function tailWords(api: number, view: DisplayView, kind: InsetsKind, frame: Rect): string {
  if (api <= 32) return "";
  if (api === 33) return " insetsRoundedCornerFrame=false";
  const flags = kind === "navigationBars" && api >= 35 ? "SUPPRESS_SCRIM|ANIMATE_RESIZING" : "";
  if (api === 34) return ` flags=${flags} insetsRoundedCornerFrame=false`;
  const side = isEmpty(frame) ? "NONE" : (sideOf(view, kind, frame) ?? "NONE");
  return ` flags=${flags} sideHint=${side}${api === 35 ? " boundingRects=null" : ""}`;
}

function sideOf(view: DisplayView, kind: InsetsKind, frame: Rect): string | null {
  const edge = kind === "ime" ? "bottom" : edgeOf(frame, view.display.size);
  return edge ? edge.toUpperCase() : null;
}

function ownerOf(view: DisplayView, kind: InsetsKind): WindowState | null {
  const isTop = kind === "statusBars" || kind.endsWith("Top");
  const owner = kind === "ime" ? "inputMethod" : isTop ? "statusBar" : "navigationBar";
  return view.windows.find((window) => window.kind === owner) ?? null;
}

const ORDER_10: readonly InsetsKind[] = [
  "ime",
  "tappableElementBottom",
  "tappableElementTop",
  "systemGesturesRight",
  "systemGesturesLeft",
  "mandatorySystemGesturesBottom",
  "mandatorySystemGesturesTop",
  "navigationBars",
  "statusBars",
];

const ORDER_11: readonly InsetsKind[] = [
  "statusBars",
  "navigationBars",
  "systemGesturesLeft",
  "systemGesturesRight",
  "mandatorySystemGesturesTop",
  "mandatorySystemGesturesBottom",
  "displayCutout",
  "tappableElementTop",
  "tappableElementBottom",
  "ime",
];

function sortByKind(lines: readonly InsetsLine[], order: readonly InsetsKind[]): readonly InsetsLine[] {
  return lines.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function byOrder11(a: InsetsLine, b: InsetsLine): number {
  return ORDER_11.indexOf(a.kind) - ORDER_11.indexOf(b.kind);
}

/** Ids are compared as signed 32-bit numbers. */
function signedId(line: InsetsLine): number {
  return Number.parseInt(line.id, 16) | 0;
}

/**
 * Android 11 to 13 have a source for each side, with special values for a side without a cutout: the integer limits up
 * to 12, ±100000 on 13.
 */
function cutoutSides(api: number, view: DisplayView): readonly InsetsLine[] {
  const { cutout, size } = view.display;
  if (!cutout) return [];
  const [low, high] = api >= 33 ? [-100_000, 100_000] : [-2_147_483_648, 2_147_483_647];
  const { left, top, right, bottom } = cutout.insets;
  const sides = [
    ["LEFT", rectOf(0, 0, left > 0 ? left : low, size.height)],
    ["TOP", rectOf(0, 0, size.width, top > 0 ? top : low)],
    ["RIGHT", rectOf(right > 0 ? size.width - right : high, 0, size.width, size.height)],
    ["BOTTOM", rectOf(0, bottom > 0 ? size.height - bottom : high, size.width, size.height)],
  ] as const;
  return sides.map(([side, frame]) => {
    const text = `InsetsSource type=ITYPE_${side}_DISPLAY_CUTOUT frame=${shortRect(frame)} visible=true`;
    return {
      text: text + tailWords(api, view, "displayCutout", frame),
      frame,
      kind: "displayCutout",
      owner: null,
      id: "",
    };
  });
}

/** From Android 14 on, one source for each side with a cutout: id 7 left, 27 top, 47 right, 67 bottom. */
function cutoutSource(api: number, view: DisplayView): readonly InsetsLine[] {
  const { cutout, size } = view.display;
  if (!cutout) return [];
  const { left, top, right, bottom } = cutout.insets;
  const sides = [
    ["7", left, rectOf(0, 0, left, size.height)],
    ["27", top, rectOf(0, 0, size.width, top)],
    ["47", right, rectOf(size.width - right, 0, size.width, size.height)],
    ["67", bottom, rectOf(0, size.height - bottom, size.width, size.height)],
  ] as const;
  return sides
    .filter(([, inset]) => inset > 0)
    .map(([id, , frame]) => {
      const text = `InsetsSource id=${id} type=displayCutout frame=${shortRect(frame)} visible=true`;
      return {
        text: text + tailWords(api, view, "displayCutout", frame),
        frame,
        kind: "displayCutout",
        owner: null,
        id,
      };
    });
}
