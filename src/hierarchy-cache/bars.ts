import { area, contains, intersect, isEmpty, type Rect, rectOf, width } from "../base/geometry.js";
import type { Insets, SystemInsets } from "../screen/facts.js";
import type { UiNode, ViewHierarchy } from "../screen/hierarchy.js";
import { type Pixels, pixelWords, RGB, wholeOf } from "./pixels.js";

/** A system bar whose own pixels alone lie in its rectangle. */
export interface Bar {
  readonly rect: Rect;
  /** The colour that more than half of it has. */
  readonly background: number;
}

export interface BarsOf {
  readonly insets: SystemInsets | null;
  readonly imeVisible: boolean;
}

/**
 * Where the window manager says that the visible status and navigation bars are. A keyboard draws under the navigation
 * bar, so that it does not count then.
 */
export function barRects({ insets, imeVisible }: BarsOf, frame: Pick<Pixels, "width" | "height">): readonly Rect[] {
  const bars = [insets?.statusBars, imeVisible ? null : insets?.navigationBars];
  return bars
    .flatMap((bar) => (bar?.visible === true ? [bar.frame ?? stripOf(bar, frame)] : []))
    .flatMap((rect) => (rect === null ? [] : [intersect(rect, wholeOf(frame))]))
    .filter((rect) => !isEmpty(rect));
}

/** What the visible bars leave of a picture, an app's part of them or not. */
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

/** Up to Android 10 the window manager may report only the thickness of a bar. */
function stripOf({ left, top, right, bottom }: Insets, frame: Pick<Pixels, "width" | "height">): Rect | null {
  if ([left, top, right, bottom].filter((side) => side > 0).length !== 1) return null;
  if (top > 0) return rectOf(0, 0, frame.width, top);
  if (bottom > 0) return rectOf(0, frame.height - bottom, frame.width, frame.height);
  return left > 0 ? rectOf(0, 0, left, frame.height) : rectOf(frame.width - right, 0, frame.width, frame.height);
}

/**
 * The bars under which no app draws, as far as the hierarchy shows: the window fills the screen, its
 * `android:id/content` (PhoneWindow, DecorView) keeps clear of the bar, and nothing of the tree reaches into it but
 * what the content lies in and the plain background that DecorView draws behind the bars. The content of an
 * edge-to-edge app begins at the screen's edge: its pixels shine through the bar. Nor does a bar count that has no
 * background of one colour.
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

/** Which of the kept bars may be left out in a later picture: they are where they were, on the same background. */
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

/** What the one content lies in, up to the root; null if the tree has no such shape or does not fill the screen. */
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

/** A node whose place was unreadable may be anywhere. */
function keepsClearOf({ bounds, resourceId }: UiNode, bar: Rect): boolean {
  if (BACKGROUNDS.has(resourceId)) return true;
  return bounds !== null && area(intersect(bounds, bar)) === 0;
}

/** The colour of more than half of the pixels; null if there is none (Boyer and Moore's majority vote). */
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
