import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type DetectorOptions, openDetector } from "../../../src/vision/detectors.js";
import { DETECTOR_CONTRACT, type DetectorUnderTest } from "../../contracts/detector.js";
import { blobModel } from "../../support/blob-models.js";
import { detectorOptions } from "../../support/detector-options.js";
import { startOmniparser } from "../../support/omniparser-server.js";

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

async function open(
  given: Partial<DetectorOptions>,
  more: Partial<DetectorUnderTest> = {},
): Promise<DetectorUnderTest> {
  const detector = await openDetector(detectorOptions(given));
  return {
    detector,
    sees: "something",
    async [Symbol.asyncDispose]() {
      await detector.close();
      await more[Symbol.asyncDispose]?.();
    },
    ...("sees" in more ? { sees: more.sees } : {}),
  };
}

function written(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const DETECTORS: Readonly<Record<string, () => Promise<DetectorUnderTest>>> = {
  none: async () => await open({ detector: "none" }, { sees: "nothing" }),
  onnx: async () => await open({ detectorModel: written("center.onnx", blobModel("center")) }),
  "omniparser-http": async () => {
    const bbox = [0.1, 0.2, 0.3, 0.4] as const;
    const text = { type: "text", bbox, interactivity: false, content: "Hello", source: "box_ocr_content_ocr" } as const;
    const icon = { type: "icon", bbox: [0.1, 0.1, 1, 1], interactivity: true, content: null } as const;
    const server = await startOmniparser({ list: [text, icon] });
    return await open({ detector: "omniparser-http", omniparserUrl: server.url }, server);
  },
  "a module of the user's": async () => await open({ detector: written("mine.mjs", FOREIGN) }),
};

for (const [name, start] of Object.entries(DETECTORS)) {
  for (const [sentence, holds] of Object.entries(DETECTOR_CONTRACT)) {
    test(`${name}: ${sentence}`, async () => {
      await using given = await start();
      await holds(given);
    });
  }
}
