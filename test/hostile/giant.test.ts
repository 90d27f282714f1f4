import assert from "node:assert/strict";
import { test } from "node:test";
import type { FaultRule } from "../../packages/virtual-android/src/fault-script.js";
import { connectMcp } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

/** An outline at its default, its header, and what an action or an error says above it. */
const MOST_CHARS = 16_000;
/** The limit for one call, on a machine that does other things as well. */
const MOST_MS = 30_000;

/** More than are read. */
const MANY = 5_000;

const LONG = "w".repeat(100_000);
const node = (attributes: string, inner = "") =>
  `<node class="android.view.View" package="com.x" bounds="[0,100][540,200]" enabled="true" ${attributes}>${inner}</node>`;
const dump = (nodes: string) =>
  `<?xml version="1.0"?><hierarchy rotation="0"><node class="a.F" package="com.x" bounds="[0,0][540,1200]">${nodes}</node></hierarchy>`;

function nested(depth: number): string {
  const open = `<node class="android.widget.Button" package="com.x" bounds="[0,100][540,200]" clickable="true" text="deep">`;
  return `${open.repeat(depth)}${"</node>".repeat(depth)}`;
}

type Giant = readonly [what: string, dump: () => string];

const GIANTS: readonly [Giant, ...Giant[]] = [
  [
    `${MANY} nodes`,
    () => dump(Array.from({ length: MANY }, (_, at) => node(`text="row ${at}" clickable="true"`)).join("")),
  ],
  ["5,000 levels", () => dump(nested(5_000))],
  [
    "labels, ids and classes of 100 kB",
    () =>
      dump(
        Array.from({ length: 12 }, () =>
          node(`text="${LONG}" content-desc="x${LONG}" resource-id="a:id/${LONG}" scrollable="true"`),
        ).join(""),
      ),
  ],
];

const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["observe", { details: ["bounds", "ids", "classes"] }],
  ["find", { query: '~"w"' }],
  ["find", { query: "the deep row" }],
  ["tap", { target: '~"e"' }],
  ["verify", { condition: '"nothing like it"' }],
];

/** uiautomator's file holds this tree. */
function showing(stdout: string): readonly FaultRule[] {
  return [
    { command: "^uiautomator", fault: { kind: "fail", status: 0, stderr: "" } },
    { command: "^cat /data/local/tmp/FOVEA", fault: { kind: "prefix", stdout } },
  ];
}

for (const [what, xml] of GIANTS) {
  test(`answers on a screen of ${what} are no longer than others, and each comes in time`, async () => {
    await using product = await startProduct({ size: { width: 540, height: 1200 }, faults: showing(xml()) });
    await using mcp = await connectMcp(product);
    for (const [tool, args] of CALLS) {
      const started = performance.now();
      const { text } = await mcp.call(tool, args);
      const ms = performance.now() - started;
      assert.ok(
        text.length <= MOST_CHARS,
        `${tool} ${JSON.stringify(args)}: ${text.length} characters: ${text.slice(0, 300)}`,
      );
      assert.ok(ms < MOST_MS, `${tool} ${JSON.stringify(args)} took ${Math.round(ms)} ms`);
      assert.doesNotMatch(text, /^INTERNAL/);
      if (tool === "observe") assert.match(text, /\n\((?:left out: \d+ more elements|long labels are cut)/);
    }
  });
}

test("every reading of a giant hierarchy says what is left out", async () => {
  const [, xml] = GIANTS[0];
  await using product = await startProduct({ size: { width: 540, height: 1200 }, faults: showing(xml()) });
  await using mcp = await connectMcp(product);
  for (const fresh of [false, false, true]) {
    const { text } = await mcp.call("observe", { image: true, fresh });
    assert.match(
      text,
      /\n! TRUNCATED 2000 nodes of the tree were read, and 3001 were left out: at most 2000 nodes, in 120 levels, are read/,
    );
  }
});
