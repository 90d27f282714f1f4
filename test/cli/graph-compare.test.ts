import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import type { GraphRun } from "../../src/graph/build/graph-run.js";
import { printGraph } from "../../src/graph/graph-json.js";
import { capture } from "../support/capture-terminal.js";
import { run, screen, step } from "../support/graph-screens.js";

const root = mkdtempSync(join(tmpdir(), "fovea-compare-"));
after(() => rmSync(root, { recursive: true, force: true }));

/** Releases of a shop. The last action of a run led to a screen that nobody wrote down, and is not a way. */
function home(...labels: readonly string[]) {
  return screen("Shop & <more>", labels);
}
const BASKET = screen("Basket", ["Pay", "Empty the basket"]);
const HELP = screen("Help", ["Write to us", "Questions", "Terms"]);
const NEWS = screen("News", ["First", "Second"], "com.example.app.News");

const OLD = home("Basket", "Help", "Offers");
const NEXT = home("Basket", "Support", "Offers");

function file(name: string, ...runs: readonly GraphRun[]): string {
  const path = join(root, name);
  writeFileSync(path, [...printGraph(buildGraph(runs, 0))].join(""));
  return path;
}

const old = file(
  "old.json",
  run("a", step(OLD, "Basket"), step(BASKET, "back"), step(OLD, "Help"), step(HELP, "back")),
);
const withoutBasket = file("lost.json", run("b", step(NEXT, "Support"), step(HELP, "back"), step(NEXT, "Offers")));
const withoutWay = file(
  "no-way.json",
  run("c", step(OLD, "Help"), step(HELP, "back"), step(OLD, "Help")),
  run("d", step(BASKET, "back"), step(OLD, "Help")),
);
const withNews = file(
  "news.json",
  run("e", step(OLD, "Basket"), step(BASKET, "back"), step(OLD, "Help"), step(HELP, "back"), step(OLD, "Offers")),
  run("f", step(NEWS, "First"), step(NEWS, "Second")),
);

async function graph(...words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const code = await runCommandLine({ words: ["graph", ...words], terminal }, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

test("graph diff finds no loss between equal graphs, nor where a control with another label leads to the same screen", async () => {
  const { code, out } = await graph("diff", old, old);
  assert.equal(code, 0);
  assert.equal(out, "0 screens and 0 ways lost, 0 screens new, 3 screens and 3 ways kept\n");
  const renamed = await graph("diff", old, withoutBasket);
  assert.doesNotMatch(renamed.out, /^- way/m);
});

test("graph diff fails for a screen that the new release lost, with its edges, and not for a new screen", async () => {
  const lost = await graph("diff", old, withoutBasket);
  assert.equal(lost.code, 1);
  assert.match(lost.out, /^- s\w+ screen "Basket", .*$/m);
  assert.match(lost.out, /^1 screens and 0 ways lost, 0 screens new, 2 screens and 1 ways kept$/m);
  const added = await graph("diff", old, withNews);
  assert.equal(added.code, 0);
  assert.match(added.out, /^\+ s\w+ screen "News"/m);
});

test("graph diff fails for a lost edge whose two screens still exist, also in JUnit", async () => {
  const junit = join(root, "junit.xml");
  const { code, out } = await graph("diff", old, withoutWay, "--junit", junit);
  assert.equal(code, 1);
  assert.match(out, /^- way s\w+ screen "Shop .* -> s\w+ screen "Basket", .* by tap button "basket"$/m);
  const xml = readFileSync(junit, "utf8");
  assert.equal(XMLValidator.validate(xml), true);
  const read = new XMLParser({ ignoreAttributes: false }).parse(xml).testsuites;
  assert.deepEqual([read["@_tests"], read["@_failures"]], ["6", "1"]);
  const [screens, ways] = read.testsuite;
  assert.deepEqual([screens["@_name"], screens.testcase.length, screens["@_failures"]], ["screens", 3, "0"]);
  const failed = ways.testcase.filter((one: Record<string, unknown>) => "failure" in one);
  assert.equal(failed.length, 1);
  assert.match(failed[0]["@_name"], /Basket/);
  const data = JSON.parse((await graph("diff", old, withoutWay, "--json")).out);
  assert.deepEqual(data.ways.lost[0].actions, ['tap button "basket"']);
});

test("graph coverage counts the tried controls, or the share of another graph, and fails below --min", async () => {
  const controls = await graph("coverage", old, "--min", "20");
  assert.deepEqual([controls.code, controls.out], [0, "controls: 2 of 8 (25 %)\n"]);
  assert.equal((await graph("coverage", old, "--min", "26")).code, 1);
  const screens = await graph("coverage", withoutBasket, "--of", old, "--min", "66");
  assert.deepEqual([screens.code, screens.out], [0, "screens: 2 of 3 (66 %)\nways: 1 of 3 (33 %)\n"]);
  assert.equal((await graph("coverage", withoutBasket, "--of", old, "--min", "67")).code, 1);
  assert.deepEqual(JSON.parse((await graph("coverage", old, "--json")).out), { controls: { of: 8, reached: 2 } });
});

test("graph commands refuse missing and wrong arguments before anything is compared", async () => {
  for (const [words, message] of [
    [["diff", old], /the paths of two graphs/],
    [["diff", old, old, old], /one word too many/],
    [["coverage", old, "--min", "200"], /--min takes a percentage/],
    [["coverage", old, "--min", "-1"], /--min/],
    [["show", old, "--min", "1"], /--min does not belong to show/],
    [["diff", old, old, "--of", old], /--of does not belong to diff/],
  ] as const) {
    const { code, err } = await graph(...words);
    assert.equal(code, 2, words.join(" "));
    assert.match(err, message);
  }
  const unreadable = await graph("diff", old, join(root, "none.json"));
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.err, /^GRAPH_UNREADABLE: /);
});
