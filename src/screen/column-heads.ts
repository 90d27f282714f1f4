import { areInLine, type Rect } from "../base/geometry.js";
import { inOneGo, mapInSteps, type Steps } from "../base/steps.js";
import { isTouchTarget } from "./element.js";
import { isName } from "./name-words.js";
import { placesIn } from "./places-by-window.js";
import type { Elements, Looks } from "./traits.js";
import type { WindowTexts } from "./window-texts.js";

/** An element that may be in a table: a text that is a name, or a control that contains no other elements. */
interface Cell {
  readonly place: number;
  readonly bounds: Rect;
  /** The words of a text; null for controls. */
  readonly name: string | null;
  /** What kind a control is, and its words without figures; null for texts. */
  readonly kind: string | null;
}

/** Cells of one line, from the left. */
type Line = readonly Cell[];

interface Table {
  readonly heads: Line;
  readonly lines: Line[];
}

/** A single line is a table if it has at least this many cells. */
const WIDE = 3;
/** Heads are searched in this many of the nearest lines of names above. */
const MOST_LINES = 8;
const MOST_CELLS = 32;
/** How many elements are read in one step. */
const READ_PER_STEP = 200;

/**
 * The column heads of the tables in one window: a line of names without controls, each name above one of several
 * controls side by side that have the same words. One line of two controls proves no table; two such lines below each
 * other do, and so do three controls in one line.
 */
export class ColumnHeads {
  readonly #screen: Elements;
  readonly #window: number;
  readonly #texts: WindowTexts;
  #heads: ReadonlyMap<number, string> | null = null;

  constructor(screen: Elements, window: number, texts: WindowTexts) {
    this.#screen = screen;
    this.#window = window;
    this.#texts = texts;
  }

  /** The column head above the control at this place; empty if the control is in no table. */
  of(place: number): readonly string[] {
    const head = inOneGo(this.find()).get(place);
    return head === undefined ? [] : [head];
  }

  /** The heads of all columns, by the places of the controls below them. They are computed once, in steps. */
  *find(): Steps<ReadonlyMap<number, string>> {
    this.#heads ??= headsAmong(yield* this.#cells());
    return this.#heads;
  }

  *#cells(): Steps<readonly Cell[]> {
    const { elements, parents } = this.#screen;
    const places = placesIn(elements, this.#window);
    const holders = new Set(places.map((place) => parents[place]));
    const of = (place: number): readonly Cell[] => {
      const element = elements[place];
      if (!element || element.node === null) return [];
      const isControl = isTouchTarget(element);
      const text = isControl ? null : this.#texts.at(place);
      if (isControl ? holders.has(place) : !isName(text?.words ?? "")) return [];
      // A copy of the bounds: they are compared again and again.
      const cell = { place, bounds: { ...element.bounds } };
      return [{ ...cell, name: text?.words ?? null, kind: isControl ? kindOf(element) : null }];
    };
    return (yield* mapInSteps(places, { perStep: READ_PER_STEP, of })).flat();
  }
}

function headsAmong(cells: readonly Cell[]): ReadonlyMap<number, string> {
  const tables = new Map<Line, Table>();
  let above: readonly Line[] = [];
  for (const line of linesOf(cells)) {
    if (line.length < 2 || line.length > MOST_CELLS) continue;
    if (line.every(({ name }) => name !== null)) above = [line, ...above.slice(0, MOST_LINES - 1)];
    else for (const twins of twinsIn(line)) addTo(tables, above, twins);
  }
  const found = [...tables.values()].filter(({ heads, lines }) => lines.length > 1 || heads.length >= WIDE);
  return new Map(
    found.flatMap(({ heads, lines }) =>
      lines.flatMap((twins) => twins.map(({ place }, nth) => [place, heads[nth]?.name ?? ""] as const)),
    ),
  );
}

function kindOf({ className, role, labels }: Looks): string {
  return [className ?? role, ...labels.filter((label) => /\p{L}/u.test(label))].join("\u0001");
}

/** The lines, from the top. */
function linesOf(cells: readonly Cell[]): readonly Line[] {
  const lines: Cell[][] = [];
  for (const cell of cells.toSorted((a, b) => a.bounds.top - b.bounds.top)) {
    const line = lines.at(-1);
    if (line?.[0] && areInLine(line[0].bounds, cell.bounds)) line.push(cell);
    else lines.push([cell]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.bounds.left - b.bounds.left));
}

/** Groups of controls in one line that have the same kind and the same words. */
function twinsIn(line: Line): readonly Line[] {
  const alike = new Map<string, Cell[]>();
  for (const cell of line) {
    if (cell.kind === null) continue;
    const twins = alike.get(cell.kind);
    if (twins) twins.push(cell);
    else alike.set(cell.kind, [cell]);
  }
  return [...alike.values()].filter((twins) => twins.length > 1);
}

function addTo(tables: Map<Line, Table>, above: readonly Line[], twins: Line): void {
  for (const line of above) {
    const heads = headsIn(line, twins);
    if (!heads) continue;
    // A different number of controls below the same heads belongs to a different table.
    const table = tables.get(line);
    if (!table) tables.set(line, { heads, lines: [twins] });
    else if (table.heads.every((head, nth) => head === heads[nth])) table.lines.push(twins);
    return;
  }
}

/**
 * The text above each control; null if a control has no text or several above it, or shares one with another control.
 */
function headsIn(line: Line, twins: Line): Line | null {
  const top = Math.min(...twins.map(({ bounds }) => bounds.top));
  if (line.some(({ bounds }) => bounds.bottom > top + 1)) return null;
  const heads = twins.flatMap(({ bounds }) => {
    const over = line.filter((text) => overlaps(text.bounds, bounds));
    return over.length === 1 ? over : [];
  });
  return heads.length === twins.length && new Set(heads).size === heads.length ? heads : null;
}

function overlaps(text: Rect, control: Rect): boolean {
  return text.left < control.right && text.right > control.left;
}
