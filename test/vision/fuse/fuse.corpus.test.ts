import assert from "node:assert/strict";
import { join } from "node:path";
import { parseHierarchy } from "../../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../../src/screen/elements.js";
import type { Detection } from "../../../src/vision/detection.js";
import { fuse } from "../../../src/vision/fuse.js";
import { poorTree } from "../../../src/vision/poor-tree.js";
import { corpusTest, indexedFiles } from "../../support/corpus.js";
import { readTree } from "../../support/read-tree.js";

function screens(folder: string) {
  return indexedFiles(folder, /\t(?:uiautomator XML|DroidBot state)/).flatMap((file) => {
    const hierarchy = parseHierarchy(readTree(join(folder, file)));
    if (!hierarchy) return [];
    const boxes = hierarchy.nodes.flatMap(({ depth, bounds }) => (depth === 0 && bounds ? [bounds] : []));
    const width = Math.max(1, ...boxes.map(({ right }) => right));
    const height = Math.max(1, ...boxes.map(({ bottom }) => bottom));
    const screenSize = { width, height };
    return [{ file, hierarchy, screenSize, elements: elementsOf(hierarchy, screenSize) }];
  });
}

corpusTest("on every screen of the corpus detections of all elements add nothing, except on canvases", (folder) => {
  for (const { file, hierarchy, screenSize, elements } of screens(folder)) {
    const leaves = elements.filter(
      (element, place) => element.actions.includes("click") && !elements.some(({ parent }) => parent === place),
    );
    const detections = leaves.map(
      ({ bounds }): Detection => ({
        bounds,
        kind: "button",
        confidence: 0.9,
        text: null,
        guess: null,
        source: "vision",
      }),
    );
    const fused = fuse({ elements, hierarchy, detections, frame: null, screenSize });
    const kept = fused.elements.filter(({ node }) => node !== null).map(({ node }) => node);
    assert.deepEqual(
      kept,
      elements.map(({ node }) => node),
      file,
    );
    const added = fused.elements.filter(({ vision }) => vision?.why === "seen");
    assert.deepEqual(added, [], file);
  }
});

/** Screens of the corpus that draw for themselves, load, or hold pictures without words, as their pictures show. */
const POOR = /droidbot-(?:21|24|29|37|41)|notes-case|visual/;

corpusTest("no ordinary screen of the corpus is called poor", (folder) => {
  const poor = screens(folder).filter(
    ({ elements, hierarchy, screenSize }) => poorTree(elements, hierarchy, screenSize) !== null,
  );
  assert.deepEqual(
    poor.map(({ file }) => file).filter((file) => !POOR.test(file)),
    [],
  );
  assert.ok(poor.length >= 5);
});
