import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openTrace } from "../../../src/trace/open-trace.js";
import { dataBlock, pageFrame } from "../../../src/trace/page/page-frame.js";
import { callItem } from "../../../src/trace/page/page-item.js";
import { PagePictures, type Shrink } from "../../../src/trace/page/page-pictures.js";
import { type PageReport, tracePage } from "../../../src/trace/page/trace-page.js";
import { makeTrace } from "../../support/trace/make-trace.js";

// What a browser makes of the page is in trace/trace-page, a slow one.

const folder = mkdtempSync(join(tmpdir(), "fovea-page-blocks-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A picture that is as small as asked for. */
const shrinkTo =
  (bytes: number): Shrink =>
  async () => ({ bytes: Buffer.alloc(bytes), mimeType: "image/webp" });

/** The data of a page by the ids of their blocks. */
function blocksOf(page: string): ReadonlyMap<string, unknown> {
  const found = page.matchAll(/<script type="application\/json" id="([^"]+)">(.*)<\/script>\n/g);
  return new Map([...found].map(([, id = "", text = ""]) => [id, JSON.parse(text) as unknown]));
}

async function pageOf(path: string, preference: { last?: number; mostBytes?: number } = {}) {
  await using trace = await openTrace(path);
  const reports: PageReport[] = [];
  let page = "";
  for await (const piece of tracePage({ traces: [trace], shrink: shrinkTo(10), ...preference }, (report) =>
    reports.push(report),
  ))
    page += piece;
  assert.equal(reports.length, 1);
  return { blocks: blocksOf(page), report: reports[0], page };
}

const made = join(folder, "made");
const MADE = makeTrace(made, { steps: 22, elements: 8, width: 60, height: 120 });

test("the policy of a page lists the hashes of its script and style, and markup in the title is escaped", async () => {
  const { head, foot } = await pageFrame(`<b>"Tom's" & co</b>`);
  assert.match(head, /<title>&#60;b&#62;&#34;Tom&#39;s&#34; &#38; co&#60;\/b&#62;<\/title>/);
  const hash = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const script = /<script>([\s\S]*)<\/script>/.exec(foot)?.[1];
  const style = /<style>([\s\S]*)<\/style>/.exec(head)?.[1];
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(head)?.[1];
  assert.equal(
    policy,
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
  );
});

test("no text in the data ends its data block", () => {
  const block = dataBlock("step-1", { text: "</script><!--<script>" });
  assert.equal(block.match(/</g)?.length, 2);
  assert.deepEqual(blocksOf(block).get("step-1"), { text: "</script><!--<script>" });
});

test("a screenshot is included once, and is numbered in the order of its first use", async () => {
  for (const name of ["a.png", "b.png"]) writeFileSync(join(folder, name), "x");
  const asked: unknown[] = [];
  const shrink: Shrink = async (_, limits) => {
    asked.push(limits);
    return { bytes: Buffer.from("ab"), mimeType: "image/png" };
  };
  const pictures = new PagePictures(folder, shrink, 1_000_000);
  assert.deepEqual(await pictures.take(undefined, 1), { number: null, block: "" });
  const { number, block } = await pictures.take("a.png", 1);
  assert.deepEqual([number, block], [0, dataBlock("picture-0", "data:image/png;base64,YWI=")]);
  assert.deepEqual(await pictures.take("a.png", 1), { number: 0, block: "" });
  assert.equal((await pictures.take("b.png", 1)).number, 1);
  assert.deepEqual(asked[0], { longestSide: 1000, maxBytes: 120_000 });
  assert.deepEqual([pictures.count, pictures.leftOut], [2, 0]);
});

test("with many screenshots each gets less space, but never less than a readable one needs", async () => {
  writeFileSync(join(folder, "c.png"), "x");
  const bytesFor = async (room: number, share: number) => {
    const asked: number[] = [];
    const shrink: Shrink = async (_, { maxBytes }) => {
      asked.push(maxBytes);
      return { bytes: Buffer.alloc(1), mimeType: "image/png" };
    };
    await new PagePictures(folder, shrink, room).take("c.png", share);
    return asked[0];
  };
  assert.equal(await bytesFor(4_000_000, 100), 30_000);
  assert.equal(await bytesFor(4_000_000, 1_000), 12_000);
  assert.equal(await bytesFor(4_000_000, 0), 120_000);
  assert.equal(await bytesFor(16_000, 1), 12_000);
  assert.equal(await bytesFor(15_999, 1), undefined, "no space");
});

test("a screenshot that is missing, a folder, too large, broken, outside or without space is left out and counted once", async () => {
  const place = join(folder, "left-out");
  mkdirSync(join(place, "folder.png"), { recursive: true });
  writeFileSync(join(place, "d.png"), "x");
  writeFileSync(join(place, "huge.png"), "");
  truncateSync(join(place, "huge.png"), 64 * 1024 * 1024 + 1);
  writeFileSync(join(folder, "outside.png"), "x");
  const pictures = new PagePictures(place, shrinkTo(10), 1_000_000);
  for (const path of ["gone.png", "gone.png", "folder.png", "huge.png", "../outside.png", join(folder, "outside.png")])
    assert.deepEqual(await pictures.take(path, 1), { number: null, block: "" }, path);
  assert.deepEqual([pictures.count, pictures.leftOut], [0, 5]);
  assert.equal((await pictures.take("d.png", 1)).number, 0);
  const broken = new PagePictures(place, async () => await Promise.reject(new Error("no picture")), 1_000_000);
  assert.equal((await broken.take("d.png", 1)).number, null);
  const full = new PagePictures(place, shrinkTo(30_000), 39_000);
  assert.equal((await full.take("d.png", 1)).number, null);
  const just = new PagePictures(place, shrinkTo(30_000), 60_000);
  assert.equal((await just.take("d.png", 1)).number, 0);
  symlinkSync(join(place, "d.png"), join(place, "e.png"));
  assert.equal((await just.take("e.png", 1)).number, null, "the first one took the space");
});

test("a page has each step with its screenshots, and failed calls without a step in between", async () => {
  await MADE;
  const { blocks, report, page } = await pageOf(made);
  assert.match(page, /<title>Trace of Made Phone<\/title>/);
  assert.deepEqual(
    { ...report, validation: report?.validation.steps },
    {
      ...{ validation: 22, steps: 22, stepsLeftOut: 0, pictures: 4, picturesLeftOut: 0 },
    },
  );
  const index = blocks.get("index") as { items: readonly Record<string, unknown>[]; problems: number };
  assert.equal(index.problems, 0);
  assert.deepEqual(
    index.items.filter(({ kind }) => kind === "call").map(({ number, title, verdict }) => [number, title, verdict]),
    [
      [21, 'tap button "Pay"', "failed"],
      [42, 'tap button "Pay"', "failed"],
    ],
  );
  const steps = index.items.filter(({ kind }) => kind === "step");
  assert.deepEqual(
    steps.map(({ number }) => number),
    Array.from({ length: 22 }, (_, at) => at + 1),
  );
  const [first, , , , , sixth, , eighth] = steps;
  assert.deepEqual(
    [first?.["title"], first?.["type"], first?.["before"], first?.["after"]],
    ["opened com.example.shop", "launch_app", 0, 1],
  );
  assert.equal(first?.["place"], "com.example.shop/.ShopActivity");
  assert.deepEqual([sixth?.["verdict"], sixth?.["after"], sixth?.["error"]], ["no_effect", null, null]);
  assert.equal(eighth?.["verdict"], "failed");
  assert.equal([...blocks.keys()].filter((id) => id.startsWith("step-")).length, 22);
});

test("only the last steps are shown where requested, or where no more have space", async () => {
  await MADE;
  const two = await pageOf(made, { last: 2 });
  assert.deepEqual([two.report?.steps, two.report?.stepsLeftOut], [2, 20]);
  assert.deepEqual(
    [...two.blocks.keys()].filter((id) => id.startsWith("step-")),
    ["step-21", "step-22"],
  );
  const size = Buffer.byteLength(JSON.stringify(two.blocks.get("step-22")));
  const one = await pageOf(made, { mostBytes: (size * 1.5) / 0.6 });
  assert.deepEqual([one.report?.steps, one.report?.stepsLeftOut], [1, 21]);
  const none = await pageOf(made, { last: 0 });
  assert.deepEqual([none.report?.steps, none.blocks.has("index")], [0, true]);
});

test("a steps file without a manifest has a page, and errors in it are counted", async () => {
  const file = join(folder, "alone.jsonl");
  writeFileSync(file, '{"timestamp":1}\n');
  const { report, page, blocks } = await pageOf(file);
  assert.match(page, /<title>Trace<\/title>/);
  assert.equal(report?.steps, 0);
  const index = blocks.get("index") as { manifest: unknown; problems: number };
  assert.equal(index.manifest, null);
  assert.ok(index.problems > 0);
});

test("a failed call is titled by its tool and its arguments", () => {
  const call = {
    call: 7,
    timestamp: 1.5,
    tool_name: "tap",
    inputs: { target: "e9", times: 2, label: "x" },
    duration: 12,
  };
  const item = callItem({ ...call, result: {}, visual_state: null });
  assert.deepEqual(item, {
    ...{ kind: "call", number: 7, timestamp: 1.5, tookMs: 12, type: "tap", title: "tap e9 x", place: "" },
    ...{ verdict: "failed", error: null, before: null, after: null, inputs: call.inputs },
  });
});
