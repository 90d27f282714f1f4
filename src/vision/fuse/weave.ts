import { area, center, height, type Rect } from "../../base/geometry.js";
import type { ElementDraft, Role } from "../../screen/element.js";
import type { DetectionKind } from "../detection.js";
import { type LayoutContext, near } from "./layout-context.js";
import { INSIDE } from "./settings.js";
import { shareInside } from "./similarity.js";
import { labelsOf, type Newcomer } from "./words.js";

const ROLE_OF: Readonly<Record<DetectionKind, Role>> = {
  button: "button",
  iconButton: "button",
  field: "field",
  checkbox: "checkbox",
  radio: "radio",
  switch: "switch",
  slider: "slider",
  tab: "tab",
  row: "row",
  image: "image",
  text: "text",
  clickable: "button",
};

export function roleOfKind(kind: DetectionKind): Role {
  return ROLE_OF[kind];
}

function actionsOf(kind: DetectionKind): ElementDraft["actions"] {
  if (kind === "image" || kind === "text") return [];
  if (kind === "field") return ["edit"];
  return kind === "checkbox" || kind === "radio" || kind === "switch" ? ["check"] : ["click"];
}

/**
 * The position of a new element: before that place of the known elements, in that parent (a known or a new element).
 */
interface Placed {
  readonly newcomer: Newcomer;
  readonly before: number;
  readonly parent: number | null;
  readonly within: Newcomer | null;
}

/**
 * One list of known and new elements: parents first, known elements in their order, new elements in reading order. A
 * new element around known elements comes before them, so that a touch for it avoids them; the known elements keep
 * their parents from the hierarchy.
 */
export function weave(
  context: LayoutContext,
  known: readonly ElementDraft[],
  newcomers: readonly Newcomer[],
  read: ReadonlyMap<Newcomer, readonly string[]>,
): readonly ElementDraft[] {
  if (newcomers.length === 0) return known;
  const groups = new Map<number, Placed[]>();
  for (const newcomer of inReadingOrder(newcomers)) {
    const placed = placeOf(context, newcomers, newcomer);
    groups.set(placed.before, [...(groups.get(placed.before) ?? []), placed]);
  }
  const drafts: ElementDraft[] = [];
  const newPlaces = new Map<number, number>();
  const places = new Map<Newcomer, number>();
  const add = (placed: Placed) => {
    const parent = placed.within ? (places.get(placed.within) ?? null) : newPlace(newPlaces, placed.parent);
    places.set(placed.newcomer, drafts.length);
    drafts.push(draftOf(placed.newcomer, { parent, window: context.windowAt(center(placed.newcomer.seen.box)), read }));
  };
  for (let place = 0; place <= known.length; place += 1) {
    for (const placed of parentsFirst(groups.get(place) ?? [])) add(placed);
    const element = known[place];
    if (!element) continue;
    newPlaces.set(place, drafts.length);
    drafts.push({ ...element, parent: newPlace(newPlaces, element.parent) });
  }
  return drafts;
}

function newPlace(places: ReadonlyMap<number, number>, old: number | null): number | null {
  return old === null ? null : (places.get(old) ?? null);
}

/** New elements inside new elements come right after them. */
function parentsFirst(group: readonly Placed[]): readonly Placed[] {
  const own = new Set(group.map(({ newcomer }) => newcomer));
  const roots = group.filter(({ within }) => within === null || !own.has(within));
  const withAll = (placed: Placed): readonly Placed[] => [
    placed,
    ...group.filter(({ within }) => within === placed.newcomer).flatMap(withAll),
  ];
  return roots.flatMap(withAll);
}

function placeOf(context: LayoutContext, newcomers: readonly Newcomer[], newcomer: Newcomer): Placed {
  const { box } = newcomer.seen;
  const outer = newcomers
    .filter(({ seen }) => area(seen.box) > area(box) && shareInside(box, seen.box) >= INSIDE)
    .sort((a, b) => area(a.seen.box) - area(b.seen.box))[0];
  const around = near(context, box)
    .filter((one) => area(one.box) > area(box) && shareInside(box, one.box) >= INSIDE && one.element.role !== "text")
    .sort((a, b) => area(a.box) - area(b.box) || b.place - a.place)[0];
  const within = outer && (!around || area(outer.seen.box) <= area(around.box)) ? outer : null;
  if (within) return { ...placeOf(context, newcomers, within), newcomer, within };
  const parent = around?.place ?? null;
  return { newcomer, before: placeBefore(context, box, parent), parent, within };
}

/**
 * The place of the first element of the same parent and window that comes later in reading order, else the end of the
 * parent's contents.
 */
function placeBefore({ known, windowAt }: LayoutContext, box: Rect, parent: number | null): number {
  const window = windowAt(center(box));
  const outer = parent === null ? undefined : known[parent];
  let end = parent === null ? 0 : parent + 1;
  for (let place = end; place <= (outer?.last ?? known.length - 1); place += 1) {
    const one = known[place];
    if (!one || one.element.window !== window) continue;
    end = place + 1;
    if (one.element.parent !== parent) continue;
    if (shareInside(one.box, box) >= INSIDE || comesBefore(box, one.box)) return place;
  }
  return end === 0 ? known.length : end;
}

/** Compares in reading order: lines from the top, each from the left. */
function comesBefore(a: Rect, b: Rect): boolean {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const areOnOneLine = common >= Math.min(height(a), height(b)) / 2;
  return areOnOneLine ? a.left < b.left : a.top < b.top;
}

function inReadingOrder(newcomers: readonly Newcomer[]): readonly Newcomer[] {
  const lines: Newcomer[][] = [];
  const boxOf = ({ seen }: Newcomer) => seen.box;
  for (const one of [...newcomers].sort((a, b) => boxOf(a).top - boxOf(b).top || boxOf(a).left - boxOf(b).left)) {
    const [first] = lines.at(-1) ?? [];
    const { y } = center(boxOf(one));
    if (first && y < boxOf(first).bottom) lines.at(-1)?.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => line.sort((a, b) => boxOf(a).left - boxOf(b).left || boxOf(a).top - boxOf(b).top));
}

interface Setting {
  readonly parent: number | null;
  readonly window: number;
  readonly read: ReadonlyMap<Newcomer, readonly string[]>;
}

function draftOf(newcomer: Newcomer, { parent, window, read }: Setting): ElementDraft {
  const { detection, box } = newcomer.seen;
  const labels = labelsOf(newcomer.seen, read.get(newcomer));
  const wasRead = labels.length > 0;
  return {
    node: null,
    parent,
    window,
    role: roleOfKind(detection.kind),
    labels: [...labels],
    value: null,
    error: null,
    className: null,
    package: null,
    resourceId: null,
    bounds: box,
    fingerprint: null,
    actions: actionsOf(detection.kind),
    enabled: null,
    checked: null,
    expanded: null,
    selected: null,
    focused: null,
    password: null,
    scrollable: null,
    systemBar: false,
    sources: detection.source === "ocr" ? ["ocr"] : wasRead ? ["vision", "ocr"] : ["vision"],
    confidence: detection.confidence,
    vision: {
      why: newcomer.inHost ? "seenInHost" : "seen",
      confidence: detection.confidence,
      similarity: null,
      guess: detection.guess,
      tapPoint: null,
    },
  };
}
