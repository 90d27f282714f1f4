import { renamedBetween, underPresentRefs } from "./diff.js";
import type { UiElement } from "./element.js";
import { type OutlineLine, type OutlineOptions, type OutlineSource, outlineLines } from "./outline.js";
import { placesThatRise } from "./places-that-rise.js";

/** One line of an outline, with the key that identifies it on both screens. */
interface KnownLine extends OutlineLine {
  /** The present ref, or the whole line that names a window. */
  readonly key: string;
  /** The key of the line under which it is indented; null at the left edge. */
  readonly parent: string | null;
}

/** The changes of one line of the present outline. */
export interface LineEdit extends KnownLine {
  readonly kind: "same" | "added" | "changed";
  /** Whether it was on both screens, and has a different place among the lines of both. */
  readonly isMoved: boolean;
  /** For an added line: the keys of earlier lines that are right under it now, if their order is the same. */
  readonly around: readonly string[];
}

/** The differences from one outline to the next, line by line. */
export interface LineEdits {
  /** Removed lines, as they were. Lines that were in a removed line take its place. */
  readonly removed: readonly OutlineLine[];
  /**
   * All lines of the present outline, in its order. Lines inside a moved line moved with it, unless they are marked
   * themselves.
   */
  readonly present: readonly LineEdit[];
  /** Elements whose lines changed only in the ref: as they were before, by their present refs. */
  readonly renamedOnly: ReadonlyMap<string, UiElement>;
}

/** Null if two windows have the same name: a line would not show which of the two is meant. */
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
 * Lines of both screens that have moved. A line moved if its parent changed, counting only parents on both screens. Of
 * the lines in one parent, as many as possible count as unmoved; the others moved.
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

/** The lines that are on the other screen as well, each with its nearest parent that is. */
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
