import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { testDetectorContract } from "../../contracts/detector.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-detectors-"));
after(() => rmSync(folder, { recursive: true }));

const FOREIGN = `
export default function createDetector(options) {
  return {
    name: "mine",
    source: "vision",
    async detect(frame, signal) {
      const has = frame.rgba.some((value, at) => at % 4 === 0 && value > 200);
      const bounds = { left: 500, top: 90, right: 700, bottom: 200 };
      const one = { bounds, kind: "button", confidence: null, text: null, guess: null, source: "vision" };
      return has ? [one, { ...one, bounds: { left: 0, top: 10, right: 5, bottom: 20 } }] : [];
    },
    async close() {},
  };
}
`;

testDetectorContract("a module of the user's", () => {
  const path = join(folder, "mine.mjs");
  writeFileSync(path, FOREIGN);
  return { options: { detector: path } };
});
