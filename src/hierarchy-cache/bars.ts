import { area, contains, intersect, isEmpty, type Rect, rectOf, width } from "../base/geometry.js";
import type { Insets, SystemInsets } from "../screen/facts.js";
import type { UiNode, ViewHierarchy } from "../screen/hierarchy.js";
import { type Pixels, pixelWords, RGB, wholeOf } from "./pixels.js";

/** A system bar whose rectangle shows only the bar's own pixels. */
export interface Bar {
  readonly rect: Rect;
  /** The colour of more than half of its pixels. */
  readonly background: number;
}

export interface BarsOf {
  readonly insets: SystemInsets | null;
  readonly imeVisible: boolean;
}

/**
 * The rectangles of the visible status and navigation bars, from the window manager. While a keyboard is shown the
 * navigation bar is left out, since the keyboard draws under it.
 */
export function barRects({ insets, imeVisible }: BarsOf, frame: Pick<Pixels, "width" | "height">): readonly Rect[] {
  const bars = [insets?.statusBars, imeVisible ? null : insets?.navigationBars];
  return bars
    .flatMap((bar) => (bar?.visible === true ? [bar.frame ?? stripOf(bar, frame)] : []))
    .flatMap((rect) => (rect === null ? [] : [intersect(rect, wholeOf(frame))]))
    .filter((rect) => !isEmpty(rect));
}

/** The part of a screenshot without the visible bars, even if an app draws under them. */
export function betweenBars(bars: BarsOf, frame: Pick<Pixels, "width" | "height">): Rect {
  const rects = barRects(bars, frame);
  const across = rects.filter((bar) => width(bar) >= frame.width);
  const upright = rects.filter((bar) => width(bar) < frame.width);
  const [above, below] = [across.filter(({ top }) => top <= 0), across.filter(({ top }) => top > 0)];
  const [before, behind] = [upright.filter(({ left }) => left <= 0), upright.filter(({ left }) => left > 0)];
  return rectOf(
    Math.max(0, ...before.map(({ right }) => right)),
    Math.max(0, ...above.map(({ bottom }) => bottom)),
    Math.min(frame.width, ...behind.map(({ left }) => left)),
    Math.min(frame.height, ...below.map(({ top }) => top)),
  );
}

/** The rectangle of a bar, if the window manager reports only its thickness (up to Android 10). */
function stripOf({ left, top, right, bottom }: Insets, frame: Pick<Pixels, "width" | "height">): Rect | null {
  if ([left, top, right, bottom].filter((side) => side > 0).length !== 1) return null;
  if (top > 0) return rectOf(0, 0, frame.width, top);
  if (bottom > 0) return rectOf(0, frame.height - bottom, frame.width, frame.height);
  return left > 0 ? rectOf(0, 0, left, frame.height) : rectOf(frame.width - right, 0, frame.width, frame.height);
}

/**
 * The bars under which no app draws, as far as the hierarchy shows: the window fills the screen, its
 * `android:id/content` (PhoneWindow, DecorView) does not overlap the bar, and neither does any other node, except the
 * content's containers and the plain background that DecorView draws behind the bars. The content of an edge-to-edge
 * app begins at the screen's edge, so its pixels are visible through the bar. A bar without a background of one colour
 * is left out, too.
 */
export function ownBars(hierarchy: ViewHierarchy, bars: BarsOf, frame: Pixels): readonly Bar[] {
  const frameAround = contentFrame(hierarchy, frame);
  if (!frameAround) return [];
  return barRects(bars, frame).flatMap((rect) => {
    const isClear = hierarchy.nodes.every((node) => frameAround.has(node) || keepsClearOf(node, rect));
    const background = isClear ? backgroundOf(frame, rect) : null;
    return background === null ? [] : [{ rect, background }];
  });
}

/** The kept bars that can be ignored in a later screenshot: those at the same position, with the same background. */
export function masksFor(kept: readonly Bar[], now: BarsOf, frame: Pixels): readonly Rect[] {
  const rects = barRects(now, frame);
  const isStill = ({ rect, background }: Bar) =>
    rects.some((one) => contains(one, rect) && contains(rect, one)) && backgroundOf(frame, rect) === background;
  return kept.filter(isStill).map(({ rect }) => rect);
}

const CONTENT = "android:id/content";
const BACKGROUNDS: ReadonlySet<string | null> = new Set([
  "android:id/statusBarBackground",
  "android:id/navigationBarBackground",
]);

/**
 * The containers of the only content node, up to the root; null if the hierarchy has another form or does not fill the
 * screen.
 */
function contentFrame({ windows, nodes }: ViewHierarchy, frame: Pixels): ReadonlySet<UiNode> | null {
  const [window, ...others] = windows;
  const root = nodes[window?.root ?? -1];
  if (others.length > 0 || !root?.bounds || !contains(root.bounds, wholeOf(frame))) return null;
  const [content, ...more] = nodes.filter(({ resourceId }) => resourceId === CONTENT);
  if (!content || more.length > 0) return null;
  const around = new Set<UiNode>();
  for (let at = content.parent; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node) around.add(node);
  }
  return around;
}

/** Whether the node does not overlap the bar. A node without bounds may be anywhere. */
function keepsClearOf({ bounds, resourceId }: UiNode, bar: Rect): boolean {
  if (BACKGROUNDS.has(resourceId)) return true;
  return bounds !== null && area(intersect(bounds, bar)) === 0;
}

/** The colour of more than half of the pixels, by Boyer and Moore's majority vote; null if there is none. */
function backgroundOf(frame: Pixels, rect: Rect): number | null {
  const words = pixelWords(frame);
  let background = 0;
  let votes = 0;
  for (let y = rect.top; y < rect.bottom; y++) {
    for (let at = y * frame.width + rect.left; at < y * frame.width + rect.right; at++) {
      const colour = (words[at] ?? 0) & RGB;
      if (votes === 0) background = colour;
      votes += colour === background ? 1 : -1;
    }
  }
  return countOf(words, { colour: background, rect, width: frame.width }) * 2 > area(rect) ? background : null;
}

interface Share {
  readonly colour: number;
  readonly rect: Rect;
  readonly width: number;
}

function countOf(words: Uint32Array, { colour, rect, width: row }: Share): number {
  let count = 0;
  for (let y = rect.top; y < rect.bottom; y++) {
    for (let at = y * row + rect.left; at < y * row + rect.right; at++) {
      if (((words[at] ?? 0) & RGB) === colour) count++;
    }
  }
  return count;
}
