import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { refCounter } from "../support/screens.js";

const LEVELS = 50;
const TREES = 20;

/** Buttons with text, each inside the next one, in this number of stacks. */
function piles(): string {
  const open = (pile: number, level: number) =>
    `<node class="android.widget.Button" package="a.b" text="${pile} ${level}" enabled="true" clickable="true" scrollable="false" bounds="[0,100][1080,200]">`;
  const pile = (at: number) =>
    Array.from({ length: LEVELS }, (_, level) => open(at, level)).join("") + "</node>".repeat(LEVELS);
  const all = Array.from({ length: TREES }, (_, at) => pile(at)).join("");
  return `<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a.b" bounds="[0,0][1080,2400]">${all}</node></hierarchy>`;
}

test("the context of nested elements is not computed again from each of them", () => {
  const hierarchy = parseHierarchy(piles());
  assert.ok(hierarchy);
  let reads = 0;
  const nodes = hierarchy.nodes.map((node) =>
    Object.defineProperty({ ...node }, "scrollable", {
      get: () => {
        reads += 1;
        return node.scrollable;
      },
    }),
  );
  const nextRef = refCounter();
  const counted = { ...hierarchy, nodes };
  const drafts = elementsOf(counted, { width: 1080, height: 2400 });
  reads = 0;
  assignRefs(drafts, counted, null, nextRef);
  assert.ok(reads > 0);
  assert.ok(reads < nodes.length * 100, `${reads} reads for ${nodes.length} nodes`);
});
