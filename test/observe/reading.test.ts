import assert from "node:assert/strict";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openReadingThreads, readFrameFor, readTreeFor } from "../../src/observe/reading.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";

const [WIDTH, HEIGHT] = [64, 96];
const SCREEN = { width: 1080, height: 2400 };

const workers = openReadingThreads();
after(() => workers[Symbol.asyncDispose]());
const HERE = { workers: null };
const THERE = { workers };

/** Raw pixels as `screencap` sends them, each another one. */
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

for (const isPacked of [false, true]) {
  test(`a ${isPacked ? "packed" : "raw"} picture that a thread reads is the one that is read in place`, async () => {
    const bytes = () => (isPacked ? gzipSync(raw()) : raw());
    const here = await readFrameFor(HERE, { bytes: bytes(), isPacked }, never());
    const sent = bytes();
    const there = await readFrameFor(THERE, { bytes: sent, isPacked }, never(), 0);
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

test("a tree that a thread reads is the one that is read in place, and as frozen", async () => {
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
  assert.equal(bytes.toString().includes("Save"), true, "what it was read from is still there");
});

test("what is broken is refused by a thread as it is in place", async () => {
  const cut = { bytes: dump(["Save"]).subarray(0, -20), screenSize: null };
  const truncated = () => ({ bytes: raw().subarray(0, 900), isPacked: false });
  for (const session of [HERE, THERE]) {
    assert.equal((await coded(readTreeFor(session, cut, never(), 0))).code, "HIERARCHY_MALFORMED");
    assert.equal((await coded(readFrameFor(session, truncated(), never(), 0))).code, "SCREENSHOT_FAILED");
    assert.equal(await readTreeFor(session, { ...cut, bytes: Buffer.from("no tree") }, never(), 0), null);
    assert.equal(await readFrameFor(session, { bytes: Buffer.from("no picture"), isPacked: false }, never(), 0), null);
  }
});
