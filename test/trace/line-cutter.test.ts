import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LineCutter } from "../../src/trace/line-cutter.js";

const TEXT = 'one\n\ndrei – "ß世界👋"\nlast, and not ended';

/** The lines that the cutter returns for a file that arrives in pieces with these ends. */
function cutAt(ends: readonly number[]): { readonly lines: readonly string[]; readonly openBytes: number } {
  const bytes = Buffer.from(TEXT);
  const cutter = new LineCutter();
  const places = [0, ...new Set(ends.map((end) => end % bytes.length).sort((a, b) => a - b)), bytes.length];
  const lines = places.flatMap((from, place) => [...cutter.cut(bytes.subarray(from, places[place + 1] ?? from))]);
  return { lines: lines.map(({ text, line }) => `${line}: ${text}`), openBytes: cutter.openBytes };
}

test("lines are whole and numbered wherever the pieces of a file end, and the rest is counted", () => {
  const whole = ["1: one", "2: ", '3: drei – "ß世界👋"'];
  assert.deepEqual(cutAt([]), { lines: whole, openBytes: "last, and not ended".length });
  fc.assert(
    fc.property(fc.array(fc.nat()), (ends) => {
      assert.deepEqual(cutAt(ends), { lines: whole, openBytes: "last, and not ended".length });
    }),
    { numRuns: 200, seed: 1 },
  );
});
