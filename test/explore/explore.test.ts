import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { test } from "node:test";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import type { AppMap } from "../../src/explore/map/app-map.js";
import { parseGraph } from "../../src/graph/graph-json.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { EXPLORE_APP, exploreApp } from "../support/explore-app.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

async function start() {
  const app = exploreApp();
  const product = await startProduct({ ...SMALL, app: EXPLORE_APP, moreApps: () => [app.make()], isSteady: true });
  return { app, product };
}

async function explore(product: Product, words: readonly string[], stopAt?: RegExp) {
  const { terminal, stdout, stderr } = capture();
  const stop = new AbortController();
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (stopAt?.test(chunk.toString())) stop.abort(new Error("stopped by the test"));
      terminal.output.write(chunk, done);
    },
  });
  const own = ["--out", join(product.folder, "map"), ...productFlags(product)];
  const code = await runCommandLine(
    { words: ["explore", EXPLORE_APP, ...own, ...words], terminal: { ...terminal, output } },
    stop.signal,
  );
  return { code, out: stdout(), err: stderr() };
}

function reportOf(product: Product): AppMap {
  return JSON.parse(readFileSync(join(product.folder, "map", "report.json"), "utf8"));
}

test("explore finds all screens of an app, crashes, dead ends and controls without text, and sends no data", async () => {
  const { app, product } = await start();
  await using _ = product;
  const { code, out, err } = await explore(product, ["--budget", "120"]);
  assert.equal(err, "");
  assert.equal(code, 1, "an app that crashes is a failure in CI");
  assert.match(out, /nothing is left that is worth trying/);
  const { screens, findings, held, end } = reportOf(product);
  const titles = screens.map(({ title }) => title).sort();
  assert.deepEqual(titles, ["Address", "Basket", "Home", "Messages", "Offers", "Trap"]);
  assert.equal(end, "complete");
  const named = findings.map(({ kind, at, of }) => [kind, screens.find(({ id }) => id === at)?.title, of]);
  assert.deepEqual(named.toSorted(), [
    ["crash", "Home", 'tap button "crash"'],
    ["deadEnd", "Trap", "the screen"],
    ["unlabelled", "Home", named.find(([kind]) => kind === "unlabelled")?.[2]],
  ]);
  assert.match(findings.find(({ kind }) => kind === "crash")?.cause ?? "", /IllegalStateException/);
  assert.deepEqual(app.sent, [], "the guard blocks sending");
  assert.deepEqual(
    held.map(({ action, code: why }) => [action, why]),
    [['tap button "send"', "ACTION_BLOCKED"]],
  );
  const folder = join(product.folder, "map");
  const graph = parseGraph(readFileSync(join(folder, "graph.json"), "utf8"), "graph.json");
  assert.equal(graph.vertices.length, screens.length);
  for (const { picture } of screens) assert.ok(picture !== null && existsSync(join(folder, picture)));
});

test("explore stops at its budget and when it is stopped, and later goes on with what it knew", async () => {
  const { product } = await start();
  await using _ = product;
  const first = await explore(product, ["--budget", "4"]);
  assert.match(first.out, /the budget is spent; it can go on/);
  const before = reportOf(product);
  assert.ok(before.actions >= 4 && before.actions <= 6 && before.screens.length < 6, JSON.stringify(before.actions));
  const second = await explore(product, ["--budget", "100"], /^8 /m);
  assert.equal(second.code, 130);
  const stopped = reportOf(product);
  assert.equal(stopped.end, "stopped");
  assert.ok(stopped.actions >= 8 && stopped.screens.length >= before.screens.length);
  await explore(product, ["--budget", "100"]);
  const { screens, end } = reportOf(product);
  assert.deepEqual([screens.length, end], [6, "complete"]);
});

test("explore refuses an invalid budget and a folder of another app before it does anything", async () => {
  const { product } = await start();
  await using _ = product;
  const wrong = await explore(product, ["--budget", "soon"]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /--budget takes a number of actions or a time/);
  await explore(product, ["--budget", "1"]);
  const { terminal, stderr } = capture();
  const words = ["explore", "com.example.other", "--out", join(product.folder, "map"), ...productFlags(product)];
  assert.equal(await runCommandLine({ words, terminal }, new AbortController().signal), 1);
  assert.match(stderr(), / is about com\.example\.explore\nNext: /);
  assert.equal(stderr().split(":")[0], "EXPLORATION_UNREADABLE");
});
