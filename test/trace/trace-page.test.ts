import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "../support/capture-terminal.js";
import { type BrowserPage, openBrowser, skipWithoutBrowser } from "../support/chromium.js";
import { makeTrace, type TracePreference } from "../support/trace/make-trace.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-page-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const skip = skipWithoutBrowser();

/** The page of a generated trace, as a file. */
async function pageOf(name: string, preference: TracePreference, ...words: readonly string[]): Promise<string> {
  const [path, html] = [join(folder, name), join(folder, `${name}.html`)];
  await makeTrace(path, preference);
  const { terminal, stdout, stderr } = capture();
  const call = { words: ["trace", "show", path, "--html", html, ...words], terminal };
  assert.equal(await runCommandLine(call, new AbortController().signal), 0, stderr());
  assert.match(stdout(), /steps, \d+ screenshots/);
  return html;
}

async function openPage(page: BrowserPage, html: string, place = ""): Promise<void> {
  await page.open(`${pathToFileURL(html).href}${place}`);
}

const text = async (page: BrowserPage, selector: string) =>
  String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? "nothing"`));
const count = async (page: BrowserPage, selector: string) =>
  Number(
    await page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).length`,
    ),
  );
const chosen = async (page: BrowserPage) => await text(page, '#list [aria-selected="true"] .number');

/** Words whose colour is too near to that of their background: WCAG 2.2 asks for 4.5 to 1. */
const WEAK_WORDS = `(() => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const light = ({ r, g, b }) => [r, g, b].map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const backgroundOf = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.a === 1) return colour;
      if (colour.a > 0) return { r: 0, g: 0, b: 0, a: 0 };
    }
    return { r: 255, g: 255, b: 255, a: 1 };
  };
  const weak = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || element.closest("svg") || !element.checkVisibility()) continue;
    seen += 1;
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(backgroundOf(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) weak.push(ratio.toFixed(2) + " " + node.data);
  }
  return { seen, weak };
})()`;

test("the page shows a step with its screenshot, marks, verdict and elements, and hostile text does nothing", {
  skip,
}, async () => {
  const html = await pageOf("hostile", { hostile: true, steps: 45, screens: 11, elements: 40 });
  await using page = await openBrowser();
  await openPage(page, html, "#6");
  assert.equal(await chosen(page), "6");
  assert.equal(await count(page, "#screen svg image"), 1);
  assert.match(await text(page, "#panel-step"), /no effect[\s\S]*same pixels/);
  assert.equal(await count(page, "#list .item"), 45 + 4);
  for (const key of ["m", "2", "3", "1", "b", "?"]) await page.press(key);
  for (let step = 6; step < 49; step += 1) await page.press("j");
  assert.equal(await chosen(page), "45");
  for (const key of ["2", "3", "End", "Home"]) await page.press(key);
  assert.equal(await page.evaluate("typeof window.owned"), "undefined");
  assert.equal(
    await page.evaluate("document.querySelectorAll('img[onerror], a, iframe, script:not([type]) ~ script').length"),
    0,
  );
  const shown = await text(page, "body");
  assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069\u001b\0]/);
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(
    page.requests.filter((url) => !url.startsWith("file:")),
    [],
  );
  assert.equal(page.requests.length, 1);
});

test("the policy of the page forbids running markup that got into it", { skip }, async () => {
  const html = await pageOf("policy", { steps: 2 });
  await using page = await openBrowser();
  await openPage(page, html);
  await page.evaluate(
    `document.body.insertAdjacentHTML("beforeend", '<img src="data:x" onerror="window.owned = 1"><img src="http://127.0.0.1:9/x">')`,
  );
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement("script"), { textContent: "window.owned = 2" }))`,
  );
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  assert.equal(await page.evaluate("typeof window.owned"), "undefined");
  assert.ok(
    page.complaints.some((words) => words.includes("Content Security Policy")),
    page.complaints.join("\n"),
  );
});

test("steps, problems, search, tabs, hierarchy and screens can all be used by keyboard", { skip }, async () => {
  const html = await pageOf("keys", { steps: 24 });
  await using page = await openBrowser();
  await openPage(page, html);
  const focus = async () =>
    String(await page.evaluate("document.activeElement.id || document.activeElement.dataset.id"));
  await page.press("j");
  await page.press("ArrowDown");
  assert.deepEqual([await chosen(page), await focus()], ["3", "item-2"]);
  await page.press("k");
  await page.press("ArrowUp");
  assert.equal(await chosen(page), "1");
  await page.press("n");
  assert.match(await text(page, '#list [aria-selected="true"] .chip'), /no effect|failed/);
  await page.press("End");
  assert.equal(await chosen(page), "24");
  await page.press("Home");
  await page.press("/");
  assert.equal(await focus(), "search");
  await page.write("lost the focus");
  assert.equal(await text(page, "#found"), "2 of 26 fit");
  assert.equal(await count(page, "#list .item"), 2);
  await page.press("Enter");
  assert.equal(await chosen(page), "8");
  await page.press("/");
  await page.press("Escape");
  assert.equal(await count(page, "#list .item"), 26);
  assert.match(await focus(), /^item-/);
  await page.press("2");
  assert.equal(await focus(), "tab-elements");
  await page.press("ArrowRight");
  assert.equal(await focus(), "tab-json");
  assert.match(await text(page, "#panel-json"), /"visual_state"/);
  await page.press("ArrowLeft");
  const before = await count(page, "#tree .item");
  await page.evaluate(`document.querySelector("#tree .item").focus()`);
  for (let down = 0; down < 3; down += 1) await page.press("ArrowDown");
  assert.equal(await focus(), "e4");
  assert.equal(await count(page, "#screen .shown"), 1);
  await page.press("ArrowLeft");
  assert.equal(await count(page, "#tree .item"), 4);
  await page.press("ArrowRight");
  assert.equal(await count(page, "#tree .item"), before);
  await page.evaluate(`document.getElementById("filter").focus()`);
  await page.write("button add");
  assert.ok((await count(page, "#tree .item")) < before);
  await page.press("Escape");
  await page.press("m");
  assert.equal(await count(page, "#screen .outline"), before);
  await page.press("b");
  assert.equal(await page.evaluate(`document.getElementById("after").getAttribute("aria-pressed")`), "true");
  assert.deepEqual(page.complaints, []);
});

test("errors are listed with their steps, screenshots are attached, and the time axis has labels", {
  skip,
}, async () => {
  const html = await pageOf("tabs", { steps: 24 });
  await using page = await openBrowser();
  await openPage(page, html, "#2");
  await page.press("4");
  const failed = Number(await page.evaluate("items.filter(({ error }) => error).length"));
  assert.ok(failed > 1, String(failed));
  assert.equal(await count(page, "#panel-errors li"), failed);
  assert.match(await text(page, "#panel-errors li"), /^Step \d+, \+\d[\s\S]*FOCUS_LOST/);
  const titles = String(await page.evaluate(`items.map(({ title }) => title).join("\\n")`));
  assert.match(titles, /^tapped button "/m);
  assert.match(titles, /^typed into field/m);
  assert.doesNotMatch(titles, / e\d+ /);
  const number = /Step (\d+)/.exec(await text(page, "#panel-errors li"))?.[1];
  await page.evaluate(`document.querySelector("#panel-errors button").click()`);
  assert.equal(await chosen(page), number);
  await page.press("Home");
  await page.press("5");
  assert.equal(await count(page, "#panel-attachments img"), 2);
  assert.match(await text(page, "#panel-attachments"), /Before: screenshots\/\S+\s+After: screenshots\/\S+/);
  const ticks = String(
    await page.evaluate(`[...document.querySelectorAll("#film .axis span")].map((one) => one.innerText).join(" ")`),
  );
  assert.match(ticks, /^\d+ s( \d+ s){2,8}$/);
  await page.press("ArrowRight");
  assert.equal(await page.evaluate("document.activeElement.id"), "tab-log");
  assert.deepEqual(page.complaints, []);
});

test("a change of screen is one collapsed line, not a red line for each element", { skip }, async () => {
  const html = await pageOf("folded", { steps: 3 });
  await using page = await openBrowser();
  await openPage(page, html);
  const shown = async (came: number, went: number) => {
    const words = [...Array(came).fill("+ text A"), ...Array(went).fill("- text B")];
    await page.evaluate(`document.body.append(listOf(${JSON.stringify(words)}, "changes"))`);
    return await page.evaluate("document.body.lastElementChild.outerHTML.slice(0, 80)");
  };
  assert.match(String(await shown(6, 20)), /^<details[^>]*><summary>Another screen: 6 elements came, 20 went</);
  assert.equal(await count(page, "body > details li"), 0);
  assert.match(String(await shown(1, 20)), /^<ul class="changes"><li class="plus"/);
  assert.match(String(await shown(20, 0)), /^<ul/);
});

test("text is readable in light and dark mode, in every panel", { skip }, async () => {
  const html = await pageOf("contrast", { steps: 24 });
  await using page = await openBrowser();
  await openPage(page, html);
  const backgrounds: unknown[] = [];
  for (const scheme of ["light", "dark"] as const) {
    await page.prefer(scheme);
    backgrounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
    for (const keys of [["Home", "1", "?"], ["n"], ["n"], ["End", "2"], ["3"], ["4"], ["5"], ["1"]]) {
      for (const key of keys) await page.press(key);
      const found = await page.evaluate(WEAK_WORDS);
      assert.ok(typeof found === "object" && found !== null && "seen" in found && "weak" in found);
      assert.ok(Number(found.seen) > 50);
      assert.deepEqual(found.weak, [], `${scheme}, after ${keys}`);
    }
    await page.press("Escape");
  }
  assert.notEqual(backgrounds[0], backgrounds[1]);
});

test("a page of 500 steps opens, can be searched, and has each screenshot once", { skip }, async () => {
  const html = await pageOf("long", { steps: 500, elements: 60, screens: 8, width: 270, height: 600 });
  assert.equal(readFileSync(html, "utf8").match(/data:image\/jpeg/g)?.length, 8);
  await using page = await openBrowser();
  await openPage(page, html);
  assert.equal(await page.evaluate("items.length"), 549);
  await page.press("/");
  await page.write("element_not_found");
  assert.equal(await text(page, "#found"), "49 of 549 fit");
  assert.deepEqual(page.complaints, []);
});

test("a page without screenshots draws the elements and says why, and a page of the last steps says what is missing", {
  skip,
}, async () => {
  const html = await pageOf("drawn", { steps: 30, pictures: false }, "--last", "5");
  await using page = await openBrowser();
  await openPage(page, html);
  assert.deepEqual([await chosen(page), await count(page, "#screen .drawn")], ["26", 20]);
  assert.equal(await text(page, "#screen figcaption"), "Drawn from the elements; no screenshot: none was taken");
  assert.equal(await text(page, "#found"), "5 steps; the first 25 are not in this page");
});

test("steps of other programs, and extensions in another form, are shown as far as possible", { skip }, async () => {
  const [path, html] = [join(folder, "foreign.jsonl"), join(folder, "foreign.html")];
  const wrong = {
    points: [null, 3, { x: "a" }],
    args: 4,
    verdict: "good",
    after: [1],
    parent: {},
    labels: 7,
    screenshot: 1,
  };
  const element = { element_id: "a", text: null, bbox: [1, 2, 30, 40], "x-fovea": wrong };
  const elements = [element, element, { element_id: "b", "x-fovea": { ...wrong, parent: "b" } }];
  const state = { screenshot_path: "", screen_resolution: [0, 0], elements, timestamp: 0, "x-fovea": wrong };
  const action = { type: "click", target_id: "a", "x-fovea": wrong };
  const step = { timestamp: 1, visual_state: state, action, "x-fovea": wrong };
  const plain = { timestamp: 2, visual_state: { ...state, elements: [], "x-fovea": null }, action: { type: "hover" } };
  writeFileSync(path, `${JSON.stringify(step)}\n${JSON.stringify(plain)}\n`);
  const { terminal } = capture();
  const words = ["trace", "show", path, "--html", html];
  assert.equal(await runCommandLine({ words, terminal }, new AbortController().signal), 1, "it is not valid");
  await using page = await openBrowser();
  await openPage(page, html);
  for (const key of ["2", "m", "j", "1", "3", "b", "k", "1", "2"]) await page.press(key);
  assert.equal(await count(page, "#list .item"), 2);
  assert.match(await text(page, "#found"), /^2 steps; the trace is not valid: \d+ problems$/);
  assert.deepEqual(page.complaints, []);
});

test("a page that was not finished is not written, and an earlier one stays", async () => {
  const html = join(folder, "stopped.html");
  await makeTrace(join(folder, "stopped"), { steps: 3 });
  const { terminal } = capture();
  const words = ["trace", "show", join(folder, "stopped"), "--html", html];
  assert.notEqual(await runCommandLine({ words, terminal }, AbortSignal.abort()), 0);
  assert.equal(existsSync(html), false);
  writeFileSync(html, "mine");
  assert.equal(await runCommandLine({ words, terminal }, new AbortController().signal), 2);
  assert.notEqual(await runCommandLine({ words: [...words, "--overwrite"], terminal }, AbortSignal.abort()), 0);
  assert.equal(readFileSync(html, "utf8"), "mine");
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".part")),
    [],
  );
});

test("the size of a page is limited: screenshots without space are left out, and the page counts them", async () => {
  const { tracePage } = await import("../../src/trace/page/trace-page.js");
  const { openTrace } = await import("../../src/trace/open-trace.js");
  const path = join(folder, "bounded");
  await makeTrace(path, { steps: 20, screens: 20 });
  await using trace = await openTrace(path);
  const mostBytes = statSync(join(path, "steps.jsonl")).size * 1.7;
  const shrink = async () => ({ bytes: Buffer.alloc(12_000), mimeType: "image/jpeg" });
  let bytes = 0;
  let leftOut = 0;
  for await (const piece of tracePage(
    { traces: [trace], shrink, mostBytes },
    (report) => (leftOut = report.picturesLeftOut),
  )) {
    bytes += piece.length;
  }
  assert.ok(leftOut > 5 && leftOut < 20, `${leftOut}`);
  assert.ok(bytes < mostBytes + 120_000, `${bytes} of ${mostBytes}`);
});
