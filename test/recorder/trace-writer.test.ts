import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { TraceWriter } from "../../src/recorder/trace-writer.js";
import { manifestSchema } from "../../src/trace/manifest.js";
import { openTrace } from "../../src/trace/open-trace.js";
import type { InteractionStep } from "../../src/trace/protocol.js";
import { validateTrace } from "../../src/trace/validate-trace.js";
import { coded } from "../support/coded.js";
import { MANIFEST } from "../support/trace-manifest.js";

function scratch(): { readonly folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function step(timestamp: number, path = ""): InteractionStep {
  const state = { screenshot_path: path, screen_resolution: [10, 20] as [number, number], elements: [], timestamp };
  return { timestamp, visual_state: state, action: { type: "click", text: "ünï 🙂" } };
}

async function validated(folder: string) {
  return await validateTrace(await openTrace(folder));
}

test("the oldest screenshots are removed at the size limit, and the manifest names them", async () => {
  using place = scratch();
  const writer = await TraceWriter.open(place.folder, MANIFEST, 4_500);
  const paths: string[] = [];
  for (const name of ["a", "b", "c", "d"]) {
    const path = await writer.picture(name.repeat(64), async () => Buffer.alloc(1_000, name));
    paths.push(path);
    await writer.step(step(paths.length, path));
    // The first one is shown again: it is no longer the oldest.
    if (name === "b") await writer.picture("a".repeat(64), () => assert.fail("it is there"));
  }
  await writer.close();
  assert.deepEqual(
    paths.map((path) => existsSync(join(place.folder, path))),
    [true, false, true, true],
  );
  const manifest = JSON.parse(readFileSync(join(place.folder, "manifest.json"), "utf8"));
  assert.deepEqual(manifest.dropped_screenshots, [paths[1]]);
  assert.deepEqual((await validated(place.folder)).problems, []);
  const again = await TraceWriter.open(place.folder, MANIFEST, 1_000_000);
  await again.picture("b".repeat(64), async () => Buffer.alloc(10));
  await again.close();
  assert.deepEqual(JSON.parse(readFileSync(join(place.folder, "manifest.json"), "utf8")).dropped_screenshots, []);
});

test("the recording ends where its lines alone reach the size limit", async () => {
  using place = scratch();
  const writer = await TraceWriter.open(place.folder, MANIFEST, 400);
  await writer.step(step(1));
  assert.equal(writer.isFull, false);
  await writer.step(step(2));
  await writer.step(step(3));
  assert.equal(writer.isFull, true);
  await writer.noteEnd("full");
  await writer.close();
  assert.equal(JSON.parse(readFileSync(join(place.folder, "manifest.json"), "utf8")).ended, "full");
});

test("a trace cut off at any byte is valid up to its last whole step, and can be continued", async () => {
  using place = scratch();
  const writer = await TraceWriter.open(place.folder, MANIFEST, 1_000_000);
  for (const at of [1, 2, 3, 4]) await writer.step(step(at));
  await writer.close();
  const whole = readFileSync(join(place.folder, "steps.jsonl"));
  const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
      using cut = scratch();
      copyFileSync(join(place.folder, "manifest.json"), join(cut.folder, "manifest.json"));
      writeFileSync(join(cut.folder, "steps.jsonl"), whole.subarray(0, length));
      const left = ends.filter((end) => end <= length).length;
      const { steps, problems, tornBytes } = await validated(cut.folder);
      assert.deepEqual([steps, problems], [left, []]);
      assert.equal(tornBytes, length - (ends[left - 1] ?? 0));
      const next = await TraceWriter.open(cut.folder, MANIFEST, 1_000_000);
      // A clock that was moved back meanwhile.
      await next.step(step(0));
      await next.close();
      const after = await validated(cut.folder);
      assert.deepEqual([after.steps, after.problems, after.tornBytes], [left + 1, [], 0]);
    }),
    { numRuns: 60 },
  );
});

test("a trace continued with other options has both in its manifest, and when the later ones begin", async () => {
  using place = scratch();
  const open = async (manifest: typeof MANIFEST) =>
    await (await TraceWriter.open(place.folder, manifest, 1_000)).close();
  const later = { ...MANIFEST, started_at: "2026-02-02T10:00:00.000Z", options: { ...MANIFEST.options, patterns: 2 } };
  await open(MANIFEST);
  await open({ ...MANIFEST, started_at: "2026-02-01T10:00:00.000Z" });
  await open(later);
  await open({ ...later, started_at: "2026-02-03T10:00:00.000Z" });
  const written = manifestSchema.parse(JSON.parse(readFileSync(join(place.folder, "manifest.json"), "utf8")));
  assert.deepEqual([written.started_at, written.options], [MANIFEST.started_at, MANIFEST.options]);
  assert.deepEqual(written.later_options, [{ started_at: later.started_at, options: later.options }]);
});

test("a folder with the trace of another device is not written to", async () => {
  using place = scratch();
  await (await TraceWriter.open(place.folder, MANIFEST, 1_000)).close();
  const other = { ...MANIFEST, device: { ...MANIFEST.device, serial: "B" } };
  const error = await coded(TraceWriter.open(place.folder, other, 1_000));
  assert.equal(error.code, "TRACE_UNWRITABLE");
  assert.match(error.message, /holds a trace of A/);
});
