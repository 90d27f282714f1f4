import { readdirSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import type { Size } from "../../src/base/geometry.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { type ElementDraft, isTouchTarget } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { DetectionKind } from "../../src/vision/detection.js";
import { corpusFolder } from "../../test/support/corpus.js";
import { readTree } from "../../test/support/read-tree.js";
import type { Trial } from "../fusion.js";
import type { Sightings } from "./bundled-detector.js";
import type { DrawnScreen, Part } from "./drawn.js";
import { isShown, type ReportedScreen, removalLevels, type SimulatedDetector } from "./reported-screen.js";
import { look } from "./simulated-detector.js";

/** Pairs that were used to choose rules and limits of fusion; the others were kept back. */
const LOOKED_AT = /^(?:mgpt|honor|tablet|xx|droidbot-[0-3])/;
export const COMPANIONS = ["all", "looked at", "kept back"] as const;
export type Companion = (typeof COMPANIONS)[number];

/**
 * Pairs whose tree and picture are from different moments, as in training/evaluate/pairs.py: one according to the
 * corpus' own index; in the others a film covers the page, the page moves, or the page fades. The tree cannot judge
 * detections in such a picture.
 */
const OF_ANOTHER_MOMENT: ReadonlySet<string> = new Set(["droidbot-13", "droidbot-33", "droidbot-37", "droidbot-38"]);

/** Where the corpus' pairs are; undefined without the corpus. */
export function pairsFolder(): string | undefined {
  const folder = corpusFolder();
  return folder === undefined ? undefined : join(folder, "pairs");
}

/**
 * The pairs of this set of the corpus, with parts of their trees removed; empty without the corpus. With detections of
 * the real pictures, pairs from different moments are left out unless all pairs are wanted.
 */
export function pairSamples(
  seed: number,
  sightings: Sightings | null,
  { companion = "all", withAll = false }: { companion?: Companion; withAll?: boolean } = {},
): readonly (readonly [string, readonly Trial[]])[] {
  const folder = pairsFolder();
  if (folder === undefined) return [];
  const screens = readdirSync(folder)
    .filter((file) => /\.(?:xml|json)$/.test(file))
    .sort()
    .flatMap((file) => screenOf(join(folder, file), file.replace(/\.\w+$/, "")))
    .filter(({ name }) => companion === "all" || LOOKED_AT.test(name) === (companion === "looked at"))
    .filter(({ name }) => sightings === null || withAll || !OF_ANOTHER_MOMENT.has(name));
  const simulatedDetector: SimulatedDetector = (screen, leaves) =>
    sightings ? sightings.get(screen.name) : look(drawnOf(screen, leaves), seededRandom(seed, screen.name));
  return removalLevels(companion === "all" ? "pairs" : `pairs ${companion}`, screens, seed, simulatedDetector);
}

function screenOf(path: string, name: string): readonly ReportedScreen[] {
  const tree = parseHierarchy(readTree(path));
  if (!tree) return [];
  const boxes = tree.windows.flatMap(({ root }) => (root === null ? [] : (tree.nodes[root]?.bounds ?? [])));
  const size = {
    width: Math.max(0, ...boxes.map(({ right }) => right)),
    height: Math.max(0, ...boxes.map(({ bottom }) => bottom)),
  };
  const elements = elementsOf(tree, size);
  return elements.some(isTouchTarget) && size.width > 0 ? [{ name, size, tree, elements }] : [];
}

/** The screen as the simulated detector sees it: all parts that the whole hierarchy lists. */
function drawnOf({ name, size, tree, elements }: ReportedScreen, leaves: readonly ElementDraft[]): DrawnScreen {
  const parts = tree.nodes.flatMap((node, place): readonly Part[] => {
    const element = elements.find((one) => one.node === place);
    if (!isShown(node) || node.bounds === null || element?.systemBar) return [];
    const base = { bounds: node.bounds, className: node.className ?? "" };
    const words = node.text?.trim() ? { text: node.text } : {};
    if (element && leaves.includes(element))
      return [{ ...base, ...words, looks: kindOf(element, size), target: element.labels[0] ?? "" }];
    if (element && isTouchTarget(element) && element.role === "row") return [{ ...base, looks: "row" }];
    if (node.text?.trim()) return [{ ...base, ...words, looks: "text" }];
    return /Image/.test(node.className ?? "") ? [{ ...base, looks: "image" }] : [];
  });
  return {
    name,
    size,
    root: { bounds: { left: 0, top: 0, right: size.width, bottom: size.height }, className: "", parts },
  };
}

function kindOf({ role, bounds, labels }: ElementDraft, { width }: Size): DetectionKind {
  if (
    role === "field" ||
    role === "checkbox" ||
    role === "radio" ||
    role === "switch" ||
    role === "slider" ||
    role === "tab"
  )
    return role;
  if (role === "row") return "row";
  const isSmall = bounds.right - bounds.left < width * 0.16;
  return isSmall && labels.length <= 1 ? "iconButton" : "button";
}
