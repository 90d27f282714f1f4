import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { diffScreens } from "../../src/screen/diff.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { DEFAULT_OUTLINE, renderOutline } from "../../src/screen/outline.js";
import { answerQuery } from "../../src/screen/query/answer.js";
import { countedRefs, hierarchyText, SCREEN, SHAPES, type Shape, screenOf } from "./screens.js";
import type { Work } from "./work.js";

const SHAPE_NAMES = Object.keys(SHAPES).flatMap((name) => (isShape(name) ? [name] : []));

function isShape(name: string): name is Shape {
  return name in SHAPES;
}

type Prepare = (shape: Shape, size: number) => () => unknown;

/** The works on every screen: reading, refs, outline, diff, search. */
const DONE: Readonly<Record<string, Prepare>> = {
  elements: (shape, size) => {
    const hierarchy = parseHierarchy(hierarchyText(shape, size));
    return () => hierarchy && elementsOf(hierarchy, SCREEN);
  },
  outline: (shape, size) => {
    const screen = screenOf(shape, size);
    return () => renderOutline(screen, DEFAULT_OUTLINE);
  },
  "refs, unchanged": (shape, size) => refs(shape, size, "row"),
  "refs, other words": (shape, size) => refs(shape, size, "line"),
  "refs, one more": (shape, size) => refs(shape, size + 1, "row", size),
  "diff, unchanged": (shape, size) => diff(shape, size, "row"),
  "diff, other words": (shape, size) => diff(shape, size, "line"),
  "diff, what all lay in gone": (shape, size) => {
    const { elements, viewHierarchy } = screenOf(shape, size);
    const parent = elements.at(-1)?.ref ?? null;
    const leaves = elements.map((element, at) => ({ ...element, ref: `e${2_000_000 + at}`, parent: null }));
    const inside = leaves.map((leaf) => ({ ...leaf, parent }));
    const before = { elements: [...elements, ...inside], viewHierarchy };
    return () => diffScreens(before, { elements: leaves, viewHierarchy }, DEFAULT_OUTLINE);
  },
  query: (shape, size) => {
    const screen = screenOf(shape, size);
    return () => answerQuery("row 7", screen);
  },
};

function refs(shape: Shape, size: number, seed: string, sizeBefore = size): () => unknown {
  const before = screenOf(shape, sizeBefore);
  const now = parseHierarchy(hierarchyText(shape, size, seed));
  if (!now) throw new Error("this is not a hierarchy");
  const drafts = elementsOf(now, SCREEN);
  return () => assignRefs(drafts, now, before, countedRefs(1_000_000));
}

function diff(shape: Shape, size: number, seed: string): () => unknown {
  const before = screenOf(shape, size);
  const now = screenOf(shape, size, seed, before);
  return () => diffScreens(before, now, DEFAULT_OUTLINE);
}

export function screenWorks(): readonly Work[] {
  return Object.entries(DONE).flatMap(([name, prepare]) =>
    SHAPE_NAMES.map((shape) => ({
      name: `${name}: ${shape}`,
      from: 250,
      most: 4_000,
      isFirst: shape === (name === "diff, what all lay in gone" ? "nested" : "rows"),
      prepare: (size: number) => prepare(shape, size),
    })),
  );
}
