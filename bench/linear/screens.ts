import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import type { IdentifiedScreen } from "../../src/screen/seen-screen.js";

/** Shapes of trees, each with `count` nodes. */
export const SHAPES = {
  /** Rows of a list, each with its own label. */
  rows: (count: number, seed: string) => many(count, (at) => node(`text="${seed} ${at}" clickable="true"`)),
  /** Rows with the same words. */
  twins: (count: number, seed: string) => many(count, () => node(`text="${seed}" clickable="true"`)),
  /** Buttons without words. */
  silent: (count: number) => many(count, () => node('clickable="true"')),
  /** Buttons, each inside the one before. */
  nested: (count: number, seed: string) =>
    `${many(count, (at) => node(`text="${seed} ${at}" clickable="true"`).replace("/>", ">"))}${"</node>".repeat(count)}`,
  /** Nested containers without words, with a button in the innermost one. */
  hollow: (count: number, seed: string) =>
    `${many(count, () => node("").replace("/>", ">"))}${node(`text="${seed}" clickable="true"`)}${"</node>".repeat(count)}`,
  /** Rows with the same id. */
  ids: (count: number, seed: string) => many(count, (at) => node(`text="${seed} ${at % 7}" resource-id="a:id/row"`)),
  /** Rows with a name each, whose numbers and positions change. */
  counting: (count: number, seed: string) =>
    many(count, (at) => node(`text="${wordOf(at)} ${seed.length}" clickable="true"`, at * 3 + seed.length)),
  /** Controls that are all selected, side by side in one parent. */
  selected: (count: number, seed: string) =>
    many(count, (at) => node(`text="${seed} ${at}" clickable="true" selected="true"`)),
  /** Each button in its own window: a file may list any number of windows. */
  roots: (count: number, seed: string) => many(count, (at) => node(`text="${seed} ${at}" clickable="true"`)),
  /** Text fields whose text differs each time. */
  fields: (count: number, seed: string) => many(count, (at) => field(`text="${seed} ${wordOf(at)}"`, at)),
  /** Text fields with a caption above each. */
  captions: (count: number, seed: string) =>
    many(count / 2, (at) => `${label(`text="${wordOf(at)}"`, at)}${field(`text="${seed} ${at}"`, at + 2)}`),
  /** Rows with a name with a number, a word that all rows have, and a button without words. */
  items: (count: number, seed: string) =>
    many(count / 4, (at) => {
      const parts = [
        label(`text="${wordOf(at)} ${seed.length}"`, at),
        label('text="more"', at),
        node('clickable="true"', at),
      ];
      return `${node('clickable="true"', at).replace("/>", ">")}${parts.join("")}</node>`;
    }),
} as const;

export type Shape = keyof typeof SHAPES;

export function hierarchyText(shape: Shape, count: number, seed = "row"): string {
  const nodes = SHAPES[shape](count, seed);
  return `<hierarchy rotation="0">${shape === "roots" ? nodes : `${parentOf(shape)}${nodes}</node>`}</hierarchy>`;
}

function parentOf(shape: Shape): string {
  const isList = shape !== "selected";
  const what = isList
    ? 'class="androidx.recyclerview.widget.RecyclerView" scrollable="true"'
    : 'class="android.view.View"';
  return `<node ${what} package="a.b" bounds="[0,0][1080,2400]">`;
}

/** A screen of this shape with refs; elements that `before` also has keep their refs. */
export function screenOf(
  shape: Shape,
  count: number,
  seed = "row",
  before: IdentifiedScreen | null = null,
): IdentifiedScreen {
  const viewHierarchy = parseHierarchy(hierarchyText(shape, count, seed));
  if (!viewHierarchy) throw new Error("this is not a hierarchy");
  const nextRef = countedRefs(before ? 1_000_000 : 0);
  const elements = assignRefs(elementsOf(viewHierarchy, SCREEN), viewHierarchy, before, nextRef);
  return { elements, viewHierarchy };
}

/** Gives the refs after this number, one by one. */
export function countedRefs(from: number): () => string {
  let last = from;
  return () => {
    last += 1;
    return `e${last}`;
  };
}

export const SCREEN = { width: 1080, height: 2400 };

function node(attributes: string, top = 100): string {
  return `<node class="android.widget.Button" package="a.b" enabled="true" bounds="[0,${top}][1080,${top + 100}]" ${attributes}/>`;
}

function label(attributes: string, top: number): string {
  return node(attributes, top).replace("Button", "TextView");
}

function field(attributes: string, top: number): string {
  return node(`clickable="true" focusable="true" ${attributes}`, top).replace("Button", "EditText");
}

/** A different word of letters for each number. */
function wordOf(at: number): string {
  return [...`${at}`].map((figure) => "abcdefghij"[Number(figure)]).join("");
}

function many(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join("");
}
