import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serialize } from "node:v8";
import { gzipSync } from "node:zlib";
import { programModule } from "../../../src/base/assets.js";
import { type Job, WorkerPool } from "../../../src/base/worker-pool.js";
import { openReadingThreads, readFrameFor, readTreeFor, readWindowFor } from "../../../src/observe/reading/reading.js";
import { pictureBounds } from "../../../src/session/picture-bounds.js";
import { sha256Of } from "../../../src/vision/image.js";
import { coded } from "../../support/coded.js";
import { never } from "../../support/never.js";
import { gzipBomb, pngOf } from "../../support/packed-pictures.js";

const [WIDTH, HEIGHT] = [64, 96];
const SCREEN = { width: 1080, height: 2400 };

const workers = openReadingThreads();
after(() => workers[Symbol.asyncDispose]());
const ANY = pictureBounds(null);
const device = { serial: "phone" };
const HERE = { workers: null, device };
const THERE = { workers, device };

/** Raw pixels as `screencap` sends them, in which no two neighbours are equal. */
function raw(): Buffer {
  const bytes = Buffer.alloc(16 + WIDTH * HEIGHT * 4);
  for (const [at, value] of [WIDTH, HEIGHT, 1, 1].entries()) bytes.writeUInt32LE(value, at * 4);
  for (let at = 16; at < bytes.length; at += 1) bytes[at] = (at * 7) % 251;
  return bytes;
}

function dump(texts: readonly string[]): Buffer {
  const nodes = texts.map((words, at) => {
    const bounds = `[0,${at * 40}][1080,${at * 40 + 40}]`;
    return `<node index="${at}" text="${words}" class="android.widget.Button" package="a.b" clickable="true" bounds="${bounds}" />`;
  });
  return Buffer.from(`<?xml version='1.0' ?><hierarchy rotation="0">${nodes.join("")}</hierarchy>`);
}

const png = () => pngOf({ width: WIDTH, height: HEIGHT }, (WIDTH + 1) * HEIGHT);

for (const [kind, isPacked, bytes] of [
  ["raw", false, raw],
  ["packed", true, () => gzipSync(raw())],
  ["PNG", false, png],
  ["packed PNG", true, () => gzipSync(png())],
] as const) {
  test(`a ${kind} image is read in a worker thread with the same result as on the main thread`, async () => {
    const here = await readFrameFor(HERE, { bytes: bytes(), isPacked, bounds: ANY }, never());
    const sent = bytes();
    const there = await readFrameFor(THERE, { bytes: sent, isPacked, bounds: ANY }, never(), 0);
    assert.ok(here && there);
    const plain = ({ rgba, grid, ...rest }: typeof here) => ({
      ...rest,
      ...grid,
      rgba: Buffer.from(rgba).toString("hex"),
    });
    assert.deepEqual(plain(there), plain(here));
    assert.equal(there.grid.hashes.length, 6);
  });
}

test("the hash of an image is computed once, when it is first needed", async () => {
  const read = await readFrameFor(HERE, { bytes: raw(), isPacked: false, bounds: ANY }, never());
  assert.ok(read);
  const change = () => read.rgba.fill(1 + (read.rgba[0] ?? 0));
  change();
  const hash = sha256Of(read.rgba);
  assert.equal(read.sha256, hash);
  change();
  assert.equal(read.sha256, hash);
});

test("a hierarchy is read in a worker thread with the same result as on the main thread, and is frozen as well", async () => {
  const bytes = dump(["Save", "Cancel &amp; go"]);
  const here = await readTreeFor(HERE, { bytes, screenSize: SCREEN }, never());
  const there = await readTreeFor(THERE, { bytes, screenSize: SCREEN }, never(), 0);
  assert.ok(here && there);
  assert.deepEqual(there, here);
  assert.deepEqual(
    there.drafts.elements.map(({ labels }) => labels),
    [["Save"], ["Cancel & go"]],
  );
  for (const part of [there.hierarchy, there.hierarchy.nodes[0], there.drafts.elements[0]?.bounds]) {
    assert.ok(Object.isFrozen(part));
  }
  assert.equal(bytes.toString().includes("Save"), true, "the bytes it was read from are unchanged");
});

test("only the first 2,000 nodes and 120 levels of a huge hierarchy are read, and the others are counted", async () => {
  const nested = (levels: number) => `${"<node>".repeat(levels)}${"</node>".repeat(levels)}`;
  const trees: readonly (readonly [nodes: string, read: number, leftOut: number])[] = [
    ["<node/>".repeat(2_000), 2_000, 0],
    ["<node><node/></node>".repeat(1_001), 2_000, 2],
    [nested(120), 120, 0],
    [`${nested(150)}<node text="behind"/>`, 121, 30],
    // A display inside a node that was left out does not begin a new hierarchy.
    [`${"<node>".repeat(121)}<display id="0"><node/></display>${"</node>".repeat(121)}`, 120, 2],
  ];
  for (const [nodes, read, leftOut] of trees) {
    const bytes = Buffer.from(`<hierarchy rotation="0">${nodes}</hierarchy>`);
    for (const session of [HERE, THERE]) {
      const tree = await readTreeFor(session, { bytes, screenSize: SCREEN }, never(), 0);
      assert.deepEqual([tree?.hierarchy.nodes.length, tree?.leftOut], [read, leftOut]);
      assert.ok(tree?.hierarchy.nodes.every(({ parent }, place) => parent === null || parent < place));
    }
  }
});

test("broken input is refused in a worker thread as on the main thread", async () => {
  const cut = { bytes: dump(["Save"]).subarray(0, -20), screenSize: null };
  const truncated = () => ({ bytes: raw().subarray(0, 900), isPacked: false, bounds: ANY });
  for (const session of [HERE, THERE]) {
    assert.equal((await coded(readTreeFor(session, cut, never(), 0))).code, "HIERARCHY_MALFORMED");
    assert.equal((await coded(readFrameFor(session, truncated(), never(), 0))).code, "SCREENSHOT_FAILED");
    assert.equal(await readTreeFor(session, { ...cut, bytes: Buffer.from("no tree") }, never(), 0), null);
    assert.equal(
      await readFrameFor(session, { bytes: Buffer.from("no picture"), isPacked: false, bounds: ANY }, never(), 0),
      null,
    );
  }
});

/** Uncompressed, each of them would take gigabytes. */
const BOMBS: readonly (readonly [string, () => { readonly bytes: Buffer; readonly isPacked: boolean }, RegExp])[] = [
  ["gzip of 2,000 MiB", () => ({ bytes: gzipBomb(2_000), isPacked: true }), /unpacked, it has more than \d+ bytes/],
  [
    "a PNG of 60000x4000 pixels",
    () => ({ bytes: pngOf({ width: 60_000, height: 4_000 }, 60_001 * 4_000), isPacked: false }),
    /60000x4000 pixels/,
  ],
  [
    "a PNG of 60000x4000 pixels in gzip",
    () => ({ bytes: gzipSync(pngOf({ width: 60_000, height: 4_000 }, 1_000)), isPacked: true }),
    /60000x4000 pixels/,
  ],
];

for (const [what, bomb, says] of BOMBS) {
  for (const [where, session] of [
    ["in place", HERE],
    ["in a worker thread", THERE],
  ] as const) {
    test(`${what} is refused before it is unpacked, by the size that the window manager reports (${where})`, async () => {
      const sent = bomb();
      for (const [bounds, screen] of [
        [ANY, /no screen is so large/],
        [pictureBounds(SCREEN), /the window manager reports a screen of 1080x2400/],
      ] as const) {
        const before = process.resourceUsage().maxRSS;
        const error = await coded(
          readFrameFor(session, { ...sent, bytes: Buffer.from(sent.bytes), bounds }, never(), 0),
        );
        assert.equal(error.code, "SCREENSHOT_FAILED");
        assert.match(error.message, says);
        assert.match(error.message, screen);
        const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
        assert.ok(grownMb < 400, `${grownMb} MB`);
      }
    });
  }
}

test("an image of twice the reported width and height is read, as televisions send it, and a larger one is not", async () => {
  const bounds = pictureBounds({ width: WIDTH / 2, height: HEIGHT / 2 });
  for (const isPacked of [false, true]) {
    const bytes = () => (isPacked ? gzipSync(raw()) : raw());
    assert.equal((await readFrameFor(HERE, { bytes: bytes(), isPacked, bounds }, never()))?.width, WIDTH);
    const smaller = pictureBounds({ width: WIDTH / 2, height: HEIGHT / 2 - 1 });
    const error = await coded(readFrameFor(HERE, { bytes: bytes(), isPacked, bounds: smaller }, never()));
    assert.equal(error.code, "SCREENSHOT_FAILED");
  }
});

test("a PNG with more pixels than its header says is read only as far as its header says", async () => {
  const bytes = pngOf({ width: 20, height: 10 }, 200 << 20);
  const read = await readFrameFor(HERE, { bytes, isPacked: false, bounds: ANY }, never()).catch(() => null);
  assert.ok(read === null || read.rgba.byteLength === 20 * 10 * 4);
});

const PARTS = ["displays", "policy"] as const;
const DISPLAYS = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n";

test("a window dump is read in a worker thread with the same result as on the main thread", async () => {
  const bytes = Buffer.from(`${DISPLAYS}    init=1080x2400 420dpi cur=1080x2400 app=1x1\n${"  x\n".repeat(3_000)}`);
  const here = await readWindowFor(HERE, { bytes, parts: PARTS }, never());
  assert.deepEqual(here?.screenSize, { width: 1080, height: 2400 });
  assert.deepEqual(await readWindowFor(THERE, { bytes, parts: PARTS }, never()), here);
  const tooMuch = { bytes: Buffer.from(DISPLAYS + "\n".repeat(100_000)), parts: PARTS };
  assert.equal((await coded(readWindowFor(THERE, tooMuch, never()))).code, "OUTPUT_TOO_LARGE");
});

test("the worst output of a window manager does not block other calls", async () => {
  const source = "      InsetsSource id=1 type=statusBars frame=[0,0][1080,63] visible=true\n";
  const worst = [
    `${DISPLAYS}  mCurrentFocus=Window{1 u0 ${"\r".repeat(2_000_000)}}\n`,
    `${DISPLAYS}${"  mCurrentFocus=Window{1 u0 x\n".repeat(50_000)}`,
    `${DISPLAYS}  InsetsState\n${source.repeat(58_000)}`,
  ].map((text) => Buffer.from(text));
  const answered: number[] = [];
  const owners: (string | undefined)[] = [];
  // The main thread only sends the bytes and receives the answer: the worker thread does all other work.
  class SpiedPool extends WorkerPool {
    override async run(job: Job, signal: AbortSignal): Promise<unknown> {
      const answer = await super.run(job, signal);
      answered.push(serialize(answer).byteLength);
      owners.push(job.owner);
      return answer;
    }
  }
  await using spied = new SpiedPool({ entry: programModule("observe/reading/reading-thread.js") });
  for (const bytes of worst) await readWindowFor({ workers: spied, device }, { bytes, parts: PARTS }, never());
  assert.equal(answered.length, worst.length, "each is read in a thread");
  assert.deepEqual(owners, ["phone", "phone", "phone"]);
  for (const bytes of answered) assert.ok(bytes < 16_384, `an answer of ${bytes} bytes`);
});
