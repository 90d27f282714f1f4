import { deviceToday } from "../actions/targets/device-today.js";
import { refuseOtherDisplay, unreadable } from "../actions/targets/refuse-screen.js";
import { FoveaError } from "../base/errors.js";
import { center, containsPoint, intersect, isEmpty, type Rect, rectOf, type Size, union } from "../base/geometry.js";
import { findByRef, isActionable, type UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import { matchElements } from "../screen/match.js";
import type { Observation } from "../screen/observation.js";
import { isReadable } from "../screen/readable.js";
import type { Session } from "../session/session.js";
import { type MarkOptions, type PartPreference, selectorsOf } from "../tool-contract/mark-options.js";
import type { ModelImageLimits } from "../vision/image.js";
import { type MarkedPicture, markPicture } from "../vision/marks.js";

/** A screenshot with marks, and notes on it. */
export interface MarkedScreen extends MarkedPicture {
  readonly preference: MarkOptions;
  /** The part of the screen that it shows, in device pixels; null for the whole screen. */
  readonly part: Rect | null;
  /** Why nothing is marked: the elements could not be read. Null if they were. */
  readonly unread: string | null;
  /** Parts of `only` that match no element on the screen. */
  readonly unmatched: readonly string[];
  /** The element to outline in red. */
  readonly previous: string | null;
}

export interface MarkRequest {
  readonly preference: MarkOptions;
  /** Which elements are marked if the caller chose none. */
  readonly isOffered: (element: UiElement) => boolean;
  readonly limits?: ModelImageLimits;
}

/**
 * The frame of an observation with its elements marked. If the elements could not be read, nothing is marked, and
 * `unread` says why. Errors: ELEMENT_NOT_FOUND if no chosen element is on the screen, INVALID_ARGUMENT for a region off
 * the screen; OTHER_DISPLAY; the reason if the elements cannot be read and the screenshot has to show one of them.
 */
export async function markedScreen(
  session: Session,
  { observation, frame }: { readonly observation: Observation; readonly frame: Frame },
  request: MarkRequest,
  signal: AbortSignal,
): Promise<MarkedScreen> {
  const { preference, limits } = request;
  refuseOtherDisplay(session, observation.activeWindow, "pictures show only the first display");
  const screen = observation.screenSize ?? { width: frame.width, height: frame.height };
  const canRead = isReadable(observation);
  if (!canRead && preference.zoom?.kind === "elements") throw unreadable(session, observation);
  const today = await deviceToday(session, selectorsOf(preference), signal);
  const chosen = chooseMarked(observation, request, today);
  const part = preference.zoom && zoomed(preference.zoom, { observation, screen, today });
  const previous = preference.previous ?? (preference.marks ? session.lastTarget : null);
  const marks: Parameters<typeof markPicture>[2] = {
    screen,
    isChosen: preference.only !== null,
    named: chosen.named,
    previous: (previous === null ? undefined : findByRef(observation.elements, previous)) ?? null,
    texts: textBoxes(observation),
    ...(limits && { limits }),
    ...(part && { part: inFrame(part, frame, screen) }),
  };
  const picture = await session.drawing.run(async () => await markPicture(frame, chosen.elements, marks), signal);
  const why = observation.errors.find(({ probe }) => probe === "hierarchy");
  return {
    ...picture,
    preference,
    part,
    unread: canRead ? null : (why?.code ?? "HIERARCHY_UNAVAILABLE"),
    unmatched: chosen.unmatched,
    previous,
  };
}

interface Chosen {
  readonly elements: readonly UiElement[];
  readonly named: ReadonlySet<string>;
  readonly unmatched: readonly string[];
}

function chooseMarked(observation: Observation, { preference, isOffered }: MarkRequest, today: string | null): Chosen {
  const offered = observation.elements.filter(isOffered);
  if (!preference.marks || !isReadable(observation)) return { elements: [], named: new Set(), unmatched: [] };
  if (!preference.only) return { elements: offered, named: new Set(), unmatched: [] };
  const found = preference.only.map((part) => ({ part, elements: elementsIn(part, observation, today) }));
  const all = new Set(found.flatMap(({ elements }) => elements));
  const named = new Set(
    preference.only.flatMap((part) =>
      part.kind === "region" ? [] : part.selectors.flatMap((one) => one.phrases[0]?.ref ?? []),
    ),
  );
  const unmatched = found.filter(({ elements }) => elements.length === 0).map(({ part }) => nameOf(part));
  if (all.size === 0 && preference.only.length > 0) {
    throw new FoveaError(
      "ELEMENT_NOT_FOUND",
      `nothing on the screen is ${unmatched.join(" or ")}, so nothing is marked`,
    );
  }
  return { elements: observation.elements.filter((element) => all.has(element)), named, unmatched };
}

function nameOf(part: PartPreference): string {
  if (part.kind === "elements") return part.text;
  const { left, top, right, bottom } = part.rect;
  return `in ${left},${top},${right},${bottom}`;
}

/** The chosen elements; for a region, those in it that can be acted on. */
function elementsIn(part: PartPreference, observation: Observation, today: string | null): readonly UiElement[] {
  const { elements, viewHierarchy, screenSize } = observation;
  if (part.kind === "region") {
    return elements.filter((one) => isActionable(one) && containsPoint(part.rect, center(one.bounds)));
  }
  return part.selectors.flatMap((selector) => matchElements(selector, elements, { viewHierarchy, screenSize, today }));
}

/**
 * The margin around an enlarged element, as a share of its size; the least part to show, as a share of the screen's
 * shorter side.
 */
const AROUND = 0.15;
const LEAST_SHOWN = 0.35;

interface ZoomBackground {
  readonly observation: Observation;
  readonly screen: Size;
  readonly today: string | null;
}

function zoomed(preference: PartPreference, { observation, screen, today }: ZoomBackground): Rect {
  const whole = rectOf(0, 0, screen.width, screen.height);
  if (preference.kind === "region") {
    const rect = intersect(preference.rect, whole);
    if (!isEmpty(rect)) return rect;
    const size = `${screen.width}x${screen.height}`;
    throw new FoveaError("INVALID_ARGUMENT", `no part of the region ${nameOf(preference)} is on the screen of ${size}`);
  }
  const bounds = elementsIn(preference, observation, today).map((element) => element.bounds);
  const [first, ...others] = bounds.map((one) => intersect(one, whole)).filter((one) => !isEmpty(one));
  if (!first)
    throw new FoveaError("ELEMENT_NOT_FOUND", `nothing on the screen is ${preference.text}, so nothing is enlarged`);
  return withSurroundings(others.reduce(union, first), screen);
}

function withSurroundings({ left, top, right, bottom }: Rect, screen: Size): Rect {
  const least = LEAST_SHOWN * Math.min(screen.width, screen.height);
  const [fromX, toX] = widened([left, right], least, screen.width);
  const [fromY, toY] = widened([top, bottom], least, screen.height);
  return rectOf(fromX, fromY, toX, toY);
}

function widened([start, end]: readonly [number, number], least: number, most: number): readonly [number, number] {
  const length = Math.min(most, Math.ceil(Math.max((end - start) * (1 + 2 * AROUND), least)));
  const first = Math.round(Math.max(0, Math.min((start + end - length) / 2, most - length)));
  return [first, first + length];
}

/** From device pixels to frame pixels, which differ only if the screenshot has another size than the screen. */
function inFrame({ left, top, right, bottom }: Rect, frame: Size, screen: Size): Rect {
  const [x, y] = [frame.width / screen.width, frame.height / screen.height];
  return rectOf(Math.floor(left * x), Math.floor(top * y), Math.ceil(right * x), Math.ceil(bottom * y));
}

/** Classes of elements whose description is not a visible text. */
const PICTURED = /Image|Icon|Switch|CheckBox|RadioButton|SeekBar|Progress/;

/** Where words are shown. Nodes give this more exactly than elements, whose words may come from their children. */
function textBoxes({ viewHierarchy, elements }: Observation): readonly Rect[] {
  const nodes = viewHierarchy?.nodes ?? [];
  const reported = nodes.flatMap(({ text, contentDescription, className, bounds }) => {
    const isRead = text || (contentDescription && !PICTURED.test(className ?? ""));
    return isRead && bounds && !isEmpty(bounds) ? [bounds] : [];
  });
  const seen = elements.filter(({ node, labels }) => node === null && labels.length > 0).map(({ bounds }) => bounds);
  return [...reported, ...seen];
}
