import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import type { IdentifiedScreen } from "../../src/screen/seen-screen.js";

/** Shapes of trees, each of so many nodes. */
export const SHAPES = {
  /** Rows of a list, each with its own label. */
  rows: (count: number, seed: string) => many(count, (at) => node(`text="${seed} ${at}" clickable="true"`)),
  /** Rows that say the same. */
  twins: (count: number, seed: string) => many(count, () => node(`text="${seed}" clickable="true"`)),
  /** Buttons that say nothing. */
  silent: (count: number) => many(count, () => node('clickable="true"')),
  /** One in the other. */
  nested: (count: number, seed: string) =>
    `${many(count, (at) => node(`text="${seed} ${at}" clickable="true"`).replace("/>", ">"))}${"</node>".repeat(count)}`,
  /** Containers without a word, one in the other, with a button in the innermost. */
  hollow: (count: number, seed: string) =>
    `${many(count, () => node("").replace("/>", ">"))}${node(`text="${seed}" clickable="true"`)}${"</node>".repeat(count)}`,
  /** Rows with the same id. */
  ids: (count: number, seed: string) => many(count, (at) => node(`text="${seed} ${at % 7}" resource-id="a:id/row"`)),
  /** Rows with a name each, which count and moved on. */
  counting: (count: number, seed: string) =>
    many(count, (at) => node(`text="${wordOf(at)} ${seed.length}" clickable="true"`, at * 3 + seed.length)),
  /** Controls that are all selected, side by side in one parent. */
  selected: (count: number, seed: string) =>
    many(count, (at) => node(`text="${seed} ${at}" clickable="true" selected="true"`)),
  /** A window for each, of which a list in one file has as many as it likes. */
  roots: (count: number, seed: string) => many(count, (at) => node(`text="${seed} ${at}" clickable="true"`)),
  /** Text fields that show something else each time. */
  fields: (count: number, seed: string) => many(count, (at) => field(`text="${seed} ${wordOf(at)}"`, at)),
  /** The same with a text over each. */
  captions: (count: number, seed: string) =>
    many(count / 2, (at) => `${label(`text="${wordOf(at)}"`, at)}${field(`text="${seed} ${at}"`, at + 2)}`),
  /** Rows that hold a name that counts, a word that all have, and a button that says nothing. */
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

/** Such a screen with refs: those of `before` where the elements are the same. */
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

/** Refs one after another, the first behind this number. */
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

/** Another word of letters for each number. */
function wordOf(at: number): string {
  return [...`${at}`].map((figure) => "abcdefghij"[Number(figure)]).join("");
}

function many(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join("");
}
