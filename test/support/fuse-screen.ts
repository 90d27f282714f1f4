import { rectOf } from "../../src/base/geometry.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { Detection, DetectionKind } from "../../src/vision/detection.js";
import { type Fused, type FusionInput, type FusionOptions, fuse } from "../../src/vision/fuse.js";
import { type TreeNode, writeDump } from "./ui-tree.js";

export const FUSE_SIZE = { width: 1000, height: 2000 };

/** The input of fusion for a tree of build-screen.ts. */
export function inputOf(roots: readonly TreeNode[], detections: readonly Detection[]): FusionInput {
  const hierarchy = parseHierarchy(writeDump(roots, { singleQuotes: false, beyondAscii: "raw", pretty: false }));
  if (!hierarchy) throw new Error("not read as a hierarchy");
  return { elements: elementsOf(hierarchy, FUSE_SIZE), hierarchy, detections, frame: null, screenSize: FUSE_SIZE };
}

export function fuseOn(roots: readonly TreeNode[], detections: readonly Detection[], options?: FusionOptions): Fused {
  return fuse(inputOf(roots, detections), options);
}

type Sides = readonly [left: number, top: number, right: number, bottom: number];

export function seen(
  kind: DetectionKind,
  [left, top, right, bottom]: Sides,
  confidence: number | null = 0.9,
): Detection {
  return { bounds: rectOf(left, top, right, bottom), kind, confidence, text: null, guess: null, source: "vision" };
}

export function read(text: string, [left, top, right, bottom]: Sides): Detection {
  return { bounds: rectOf(left, top, right, bottom), kind: "text", confidence: 0.9, text, guess: null, source: "ocr" };
}

/** A line for each element: its sources, role, labels, actions, and reason. */
export function linesOf({ elements }: Fused): readonly string[] {
  return elements.map(({ sources, role, labels, vision, actions }) =>
    [sources.join("+"), role, ...labels.map((label) => `"${label}"`), actions.join(","), vision?.why]
      .filter(Boolean)
      .join(" "),
  );
}

export function whysOf({ dropped }: Fused): readonly string[] {
  return dropped.map(({ detection, why }) => `${detection.kind}: ${why}`);
}
