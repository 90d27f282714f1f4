import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTextOutlines } from "../../src/vision/glyphs.js";

test("text is drawn as outlines of the bundled font, the same on every machine", async () => {
  for (const face of ["Regular", "Medium", "Bold"] as const) {
    const outlines = await loadTextOutlines(face);
    assert.match(outlines.path("e12", 10, 20, 16), /^M[\d.]/);
    assert.equal(outlines.path("e12", 10, 20, 16), outlines.path("e12", 10, 20, 16));
    assert.ok(outlines.width("e123", 16) > outlines.width("e12", 16));
    assert.ok(Math.abs(outlines.width("e12", 32) - 2 * outlines.width("e12", 16)) < 0.01);
  }
});

test("a bold word is wider than a regular one", async () => {
  const [regular, bold] = [await loadTextOutlines("Regular"), await loadTextOutlines("Bold")];
  assert.ok(bold.width("Observation", 20) > regular.width("Observation", 20));
});
