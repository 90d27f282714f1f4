import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_OUTLINE, renderOutline, shownElements } from "../../src/screen/outline.js";
import { systemBarWindows } from "../../src/screen/system-bars.js";
import { corpusTest, indexedFiles, readCorpus } from "../support/corpus.js";
import { droidBotTree } from "../support/droidbot.js";
import { isActionableNode, printedLabels, type Screen, screenOf, visibleLabels } from "../support/screens.js";
import { writeDump } from "../support/ui-tree.js";

const DIALECT = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;
const WHOLE = { ...DEFAULT_OUTLINE, maxChars: Number.MAX_SAFE_INTEGER };

/** The screens of the corpus: dumps of uiautomator, and hierarchies that DroidBot wrote. */
function* screens(folder: string): Generator<readonly [string, Screen]> {
  for (const file of indexedFiles(folder, /\tuiautomator XML/)) yield [file, screenOf(readCorpus(folder, file))];
  for (const file of indexedFiles(folder, /\tDroidBot state/)) {
    const tree = droidBotTree(readFileSync(join(folder, file), "utf8"));
    yield [file, screenOf(writeDump([tree], DIALECT))];
  }
}

function elementLines(outline: string): readonly string[] {
  return outline === "" ? [] : outline.split("\n").filter((line) => !line.startsWith("window "));
}

corpusTest("every visible label of every screen of the corpus is on exactly one line", (folder) => {
  for (const [file, screen] of screens(folder)) {
    const lines = elementLines(renderOutline(screen, WHOLE));
    assert.deepEqual(printedLabels(lines), visibleLabels(screen.viewHierarchy), file);
  }
});

corpusTest("every actionable node of the corpus has exactly one line, except in the system bars", (folder) => {
  for (const [file, screen] of screens(folder)) {
    const lines = elementLines(renderOutline(screen, WHOLE));
    const bars = systemBarWindows(screen.viewHierarchy, null);
    const shown = shownElements(screen.elements, WHOLE);
    assert.equal(lines.length, shown.length, file);
    screen.viewHierarchy.nodes.forEach((node, place) => {
      if (!isActionableNode(node) || bars.has(node.window)) return;
      const refs = shown.filter((element) => element.node === place).map((element) => element.ref);
      assert.equal(refs.length, 1, `${file}: node ${place}`);
      assert.equal(lines.filter((line) => line.trimStart().split(" ")[0] === refs[0]).length, 1, `${file}: ${refs[0]}`);
    });
  }
});

corpusTest(
  "every screen of the corpus fits the default budget or says what is missing, the same each time",
  (folder) => {
    for (const [file, screen] of screens(folder)) {
      const outline = renderOutline(screen);
      assert.ok(outline.length <= DEFAULT_OUTLINE.maxChars, `${file}: ${outline.length} characters`);
      if (outline !== renderOutline(screen, WHOLE))
        assert.match(outline, /\n\((?:left out|long labels are cut)[^\n]*\)$/);
      assert.equal(renderOutline(screen), outline, file);
    }
  },
);
