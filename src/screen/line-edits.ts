import { renamedBetween, underPresentRefs } from "./diff.js";
import type { UiElement } from "./element.js";
import { type OutlineLine, type OutlineOptions, type OutlineSource, outlineLines } from "./outline.js";
import { placesThatRise } from "./places-that-rise.js";

/** One line of an outline among the others, by what it is known by on both screens. */
interface KnownLine extends OutlineLine {
  /** The present ref, or the whole line that names a window. */
  readonly key: string;
  /** Key of the line that it is indented under; null at the left edge. */
  readonly parent: string | null;
}

/** The outcome of one line of the present outline. */
export interface LineEdit extends KnownLine {
  readonly kind: "same" | "added" | "changed";
  /** It was there before, in another place among the lines that were. */
  readonly isMoved: boolean;
  /**
   * For an added line: keys of earlier lines that are indented right under it now, if their order is the same.
   */
  readonly around: readonly string[];
}

/** How one outline becomes another, line by line. */
export interface LineEdits {
  /** Lines that are gone, as they were. What stood in one of them is in its place. */
  readonly removed: readonly OutlineLine[];
  /**
   * All lines of the present outline, in its order. What is in a moved line moved with it, unless it says
   * otherwise.
   */
  readonly present: readonly LineEdit[];
  /** Elements that read as before except for their refs, as they were, by their present refs. */
  readonly renamedOnly: ReadonlyMap<string, UiElement>;
}

/** Null if two windows are named alike, so that a line would not say which one is meant. */
export function lineEdits(before: OutlineSource, after: OutlineSource, options: OutlineOptions): LineEdits | null {
  const renamed = renamedBetween(before.elements, after.elements);
  const olds = knownLines({ ...before, elements: underPresentRefs(before.elements, renamed) }, options);
  const news = knownLines(after, options);
  if (!olds || !news) return null;
  const [old, now] = [byKey(olds), byKey(news)];
  const moved = movedLines(olds, news);
  const around = keptInside(news, old, moved);
  const renamedOnly = new Map(
    [...renamed].filter(([ref]) => now.has(ref) && old.get(ref)?.words === now.get(ref)?.words),
  );
  const kindOf = ({ key, words }: KnownLine): LineEdit["kind"] => {
    const was = old.get(key);
    if (!was) return "added";
    return was.words === words ? "same" : "changed";
  };
  return {
    removed: olds.filter(({ key }) => !now.has(key)),
    present: news.map((line) => {
      const { key } = line;
      return { ...line, kind: kindOf(line), isMoved: moved.has(key), around: around.get(key) ?? [] };
    }),
    renamedOnly,
  };
}

type Known = ReadonlyMap<string, KnownLine>;

function byKey(lines: readonly KnownLine[]): Known {
  return new Map(lines.map((line) => [line.key, line]));
}

function knownLines(source: OutlineSource, options: OutlineOptions): readonly KnownLine[] | null {
  const lines = outlineLines(source, options);
  const keys = new Set(lines.map(keyOf));
  if (keys.size < lines.length) return null;
  return lines.map((line) => {
    const parent = line.element?.parent ?? null;
    return { ...line, key: keyOf(line), parent: parent !== null && keys.has(parent) ? parent : null };
  });
}

function keyOf({ element, words }: OutlineLine): string {
  return element?.ref ?? words;
}

/**
 * Lines of both screens that have another place among the others now: what they are in, of what is on both screens,
 * is another; else all but the most that can stay where they are in it.
 */
function movedLines(olds: readonly KnownLine[], news: readonly KnownLine[]): ReadonlySet<string> {
  const [before, after] = [placed(olds, byKey(news)), placed(news, byKey(olds))];
  const oldPlaces = new Map([...before.keys()].map((key, place) => [key, place]));
  const moved = new Set<string>();
  const groups = new Map<string | null, string[]>();
  for (const [key, around] of after) {
    if (before.get(key) !== around) moved.add(key);
    else addTo(groups, around, key);
  }
  for (const group of groups.values()) {
    const staying = placesThatRise(group.map((key) => oldPlaces.get(key) ?? 0));
    for (const [place, key] of group.entries()) if (!staying.has(place)) moved.add(key);
  }
  return moved;
}

/** The lines that are on the other screen, too, with the nearest such one that each is in. */
function placed(lines: readonly KnownLine[], other: Known): ReadonlyMap<string, string | null> {
  const above = new Map<string, string | null>();
  const found = new Map<string, string | null>();
  for (const { key, parent } of lines) {
    const around = parent === null || other.has(parent) ? parent : (above.get(parent) ?? null);
    above.set(key, around);
    if (other.has(key)) found.set(key, around);
  }
  return found;
}

function keptInside(news: readonly KnownLine[], old: Known, moved: ReadonlySet<string>) {
  const inside = new Map<string, string[]>();
  for (const { key, parent } of news) {
    if (parent === null || old.has(parent) || !old.has(key) || moved.has(key)) continue;
    addTo(inside, parent, key);
  }
  return inside;
}

function addTo<Key>(groups: Map<Key, string[]>, key: Key, one: string): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}
