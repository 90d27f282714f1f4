import type { Rect, Size } from "../../base/geometry.js";
import { withoutCovered } from "./covered.js";
import { maskWords, termsOf, withoutRedacted } from "./mask-words.js";
import type { Part, ScreenFacts, ScreenKind, SeenElement, SeenScreen } from "./screen-facts.js";
import { selectedTabs } from "./selected-tabs.js";

/** The size of the grid that gives elements their row and column. */
const [ROWS, COLUMNS] = [16, 8];
const MOST_PARTS = 400;
const LONGEST_WORDS = 120;

/** The facts of a screen that graphs keep: without passwords, entered text, system bars and the keyboard. */
export function factsOfScreen(screen: SeenScreen): ScreenFacts {
  const inSight = screen.elements.filter(({ systemBar, bounds }) => !systemBar && bounds !== null);
  const shown = withoutCovered(inSight, screen.size).slice(0, MOST_PARTS);
  const app = screen.app ?? mostFrequent(shown.flatMap((element) => element.package ?? []));
  const parts = partsOf(shown, screen);
  const kind = kindOf(screen, app, shown);
  return { app, activity: screen.activity ?? "", kind, ...titleOf(parts, kind), tabs: selectedTabs(parts), parts };
}

function mostFrequent(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

function partsOf(shown: readonly SeenElement[], { size }: SeenScreen): readonly Part[] {
  const places = new Map(shown.map(({ name }, place) => [name, place]));
  const parents = shown.map(({ parent }) => (parent === null ? null : (places.get(parent) ?? null)));
  const scrollers = scrollersOf(shown, parents);
  const listed = listedOf(shown, scrollers, parents);
  // Properties are written out: a spread before many properties makes V8 build slow dictionaries.
  return shown.map((element, place) => {
    const { words, label, terms } = wordsOf(element);
    const bounds = element.bounds ?? NOWHERE;
    return {
      name: element.name,
      role: element.role,
      idTail: tailOf(element.resourceId),
      words,
      label,
      terms,
      state: stateOf(element),
      row: cellOf(bounds.top + bounds.bottom, size.height, ROWS),
      column: cellOf(bounds.left + bounds.right, size.width, COLUMNS),
      actions: element.actions,
      bounds,
      parent: parents[place] ?? null,
      scroller: scrollers[place] ?? null,
      scrolls: element.scrollable,
      isSelected: element.selected,
      isField: element.role === "field",
      isListed: listed[place] === true,
    };
  });
}

const NOWHERE: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

/** For each element the place of the innermost scroll container around it. Parents come before their children. */
function scrollersOf(shown: readonly SeenElement[], parents: readonly (number | null)[]): readonly (number | null)[] {
  const found: (number | null)[] = [];
  for (const [place, parent] of parents.entries()) {
    const isInOrder = parent !== null && parent < place;
    found.push(!isInOrder ? null : shown[parent]?.scrollable === true ? parent : (found[parent] ?? null));
  }
  return found;
}

/**
 * Whether each element is a row of a list or lies in one. Rows are at least two elements in a scroll container that
 * have the role "row" or the same id.
 */
function listedOf(
  shown: readonly SeenElement[],
  scrollers: readonly (number | null)[],
  parents: readonly (number | null)[],
): readonly boolean[] {
  const keys = shown.map((element, place) => {
    const scroller = scrollers[place] ?? null;
    if (scroller === null || shown[scroller]?.role === "pager") return null; // a page of a pager is not a row
    const tail = tailOf(element.resourceId);
    return tail === "" && element.role !== "row" ? null : `${scroller} ${element.role} ${tail}`;
  });
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  const found: boolean[] = [];
  for (const [place, key] of keys.entries()) {
    const parent = parents[place] ?? null;
    const isInRow = parent !== null && parent < place && found[parent] === true;
    found.push(isInRow || (key !== null && (counts.get(key) ?? 0) > 1));
  }
  return found;
}

function tailOf(resourceId: string | null): string {
  return resourceId === null ? "" : resourceId.slice(resourceId.lastIndexOf("/") + 1);
}

function wordsOf({ role, labels, password }: SeenElement): Pick<Part, "words" | "label" | "terms"> {
  if (role === "field") return NOTHING_SAID;
  const words = password ? "" : labels.map(withoutRedacted).join(" ").slice(0, LONGEST_WORDS);
  return { words, label: maskWords(words), terms: termsOf(words) };
}

const NOTHING_SAID = { words: "", label: "", terms: [] } as const;

function stateOf({ role, value, enabled, checked, selected }: SeenElement): string {
  const states = [
    ...(role === "field" && value !== null && value !== "" ? ["filled"] : []),
    ...(checked === null ? [] : [checked === true ? "checked" : checked === "partial" ? "partial" : "unchecked"]),
    ...(selected ? ["selected"] : []),
    ...(enabled ? [] : ["disabled"]),
  ];
  return states.join(" ");
}

/** The row or column of an element, from twice its centre and the size of the screen. */
function cellOf(twiceMiddle: number, extent: number, count: number): number {
  if (extent === 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((twiceMiddle / 2 / extent) * count)));
}

const PERMISSION_PACKAGE = /(?:^|\.)(?:permissioncontroller|packageinstaller)$/;
const CHOOSER_PACKAGE = /(?:^|\.)intentresolver$/;
const CHOOSER_ACTIVITY = /(?:Chooser|Resolver)Activity/;
const SYSTEM_PACKAGES: ReadonlySet<string> = new Set(["android", "com.android.systemui"]);
/**
 * The limits for window types: a window whose contents stay away from all four edges is a dialog; one that begins far
 * down is a sheet.
 */
const [DIALOG_SIDE, DIALOG_END, SHEET_TOP] = [0.05, 0.05, 0.3];

function kindOf({ activity, size }: SeenScreen, app: string, shown: readonly SeenElement[]): ScreenKind {
  if (CHOOSER_PACKAGE.test(app) || CHOOSER_ACTIVITY.test(activity ?? "")) return "chooser";
  if (PERMISSION_PACKAGE.test(app) && !/Manage/.test(activity ?? "")) return "permission";
  if (SYSTEM_PACKAGES.has(app)) return "system";
  if (shown.some(({ resourceId }) => resourceId?.startsWith("android:id/alertTitle"))) return "dialog";
  return leavesRoom(shown, size) ? "dialog" : "screen";
}

function leavesRoom(shown: readonly SeenElement[], { width, height }: Size): boolean {
  const boxes = shown.flatMap(({ bounds }) => bounds ?? []);
  if (boxes.length < 2 || width === 0 || height === 0) return false;
  const left = Math.min(...boxes.map((box) => box.left)) / width;
  const right = Math.max(...boxes.map((box) => box.right)) / width;
  const top = Math.min(...boxes.map((box) => box.top)) / height;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) / height;
  const isOffSides = left > DIALOG_SIDE && right < 1 - DIALOG_SIDE;
  return top > SHEET_TOP || (isOffSides && top > DIALOG_END && bottom < 1 - DIALOG_END);
}

/** The titles of pages are in this many top rows of the grid. */
const TITLE_ROWS = 3;

/** The title of a screen: the text in its bar, else the first text at its top; for a dialog its first text. */
function titleOf(parts: readonly Part[], kind: ScreenKind): { readonly title: string; readonly isTitled: boolean } {
  const said = parts.filter(({ role, terms, isListed }) => role === "text" && terms.length > 0 && !isListed);
  if (kind !== "screen") return { title: said[0]?.words ?? "", isTitled: true };
  const atTop = said.filter(({ row }) => row < TITLE_ROWS);
  const inBar = atTop.find((part) => BAR_IDS.test(part.idTail) || isBesideUp(part, parts));
  return { title: (inBar ?? atTop[0])?.words ?? "", isTitled: inBar !== undefined };
}

const BAR_IDS = /title|toolbar|action_?bar/i;

/** Whether a back button stands before the text, as it does before the title in a bar. */
function isBesideUp({ bounds, row }: Part, parts: readonly Part[]): boolean {
  return parts.some((other) => {
    const isBefore = other.bounds.right <= bounds.left + 1 && other.column === 0 && other.row <= row;
    const middle = (other.bounds.top + other.bounds.bottom) / 2;
    return isBefore && other.actions.includes("click") && middle > bounds.top && middle < bounds.bottom;
  });
}
