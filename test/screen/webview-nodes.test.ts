import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { mergePage } from "../../src/observe/webview/merge-page.js";
import { isPageNode, placeInWindow } from "../../src/screen/webview-nodes.js";

const XML = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout" package="a.b" bounds="[0,0][400,800]"><node index="0" text="" class="android.webkit.WebView" package="a.b" bounds="[0,100][400,500]" /><node index="1" text="Below" class="android.widget.Button" package="a.b" clickable="true" bounds="[0,500][400,600]" /></node></hierarchy>`;

const NODE = { role: "button", id: "", touch: true, box: [0, 0, 100, 50] } as const;
const PAGE = {
  view: { left: 0, top: 0, width: 200, height: 200 },
  isVisible: true,
  isCut: false,
  scrolls: true,
  nodes: [
    { ...NODE, parent: -1, name: "Outer", box: [0, 0, 200, 100] as [number, number, number, number] },
    { ...NODE, parent: 0, name: "Inner", box: [50, 50, 100, 100] as [number, number, number, number] },
  ],
};

test("nodes of a web page are added in document order, and do not change the companion's node addresses", () => {
  const before = parseHierarchy(XML);
  assert.ok(before);
  const merged = mergePage(before, 1, PAGE);
  assert.deepEqual(
    merged.nodes.map(({ text, parent, depth }) => [text, parent, depth]),
    [
      ["", null, 0],
      ["", 0, 1],
      ["Outer", 1, 2],
      ["Inner", 2, 3],
      ["Below", 0, 1],
    ],
  );
  assert.deepEqual(merged.nodes[3]?.bounds, { left: 100, top: 200, right: 200, bottom: 300 });
  assert.equal(merged.nodes[1]?.scrollable, true);
  assert.deepEqual(
    merged.nodes.map((_, at) => placeInWindow(merged, at)),
    [0, 1, null, null, 2],
  );
  assert.deepEqual(merged.nodes.map(isPageNode), [false, false, true, true, false]);
});
