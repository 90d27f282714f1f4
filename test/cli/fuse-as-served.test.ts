import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openDetectors } from "../../src/app/open-detectors.js";
import { readConfig } from "../../src/base/config.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../src/observe/observe-request.js";
import type { UiElement } from "../../src/screen/element.js";
import { encodePng } from "../../src/vision/image.js";
import { runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { runOnPhone } from "../support/run-on-phone.js";

/** What an element is except for its ref, and for what another list of elements around it changes. */
function traits({ role, labels, bounds, sources, vision, confidence, actions }: UiElement) {
  return { role, labels, bounds, sources, vision, confidence, actions };
}

test("fovea fuse prints for files from a phone what the server answers for that phone, with the bundled model", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-fuse-"));
  try {
    await using seers = await openDetectors(readConfig({}, {}));
    const detectors = { mode: "on", detectors: seers.detectors } as const;
    await using product = await startProduct({ app: "com.fovea.form", apiLevel: 30, detectors });
    const { observation, frame } = await observe(await product.session(), { ...OBSERVE_ALL, vision: "on" }, never());
    assert.deepEqual(observation.parts.vision?.source, "onnx");
    const dump = await runOnPhone(product.device, "uiautomator dump /sdcard/w.xml > /dev/null; cat /sdcard/w.xml");
    assert.ok(frame);
    const [tree, png] = [join(folder, "tree.xml"), join(folder, "screen.png")];
    writeFileSync(tree, dump.stdout);
    writeFileSync(png, await encodePng(frame));
    const { code, stdout } = await runFovea([
      "fuse",
      "--json",
      "--api",
      "30",
      "--hierarchy",
      tree,
      "--screenshot",
      png,
    ]);
    assert.equal(code, 0);
    const { statusBars, navigationBars } = observation.systemInsets ?? {};
    const bars = [statusBars?.frame, navigationBars?.frame].flatMap((frame) => frame ?? []);
    // Which pixels are system bars, files do not say.
    const isInBars = ({ bounds }: UiElement) =>
      bars.some(
        ({ top, bottom }) => (bounds.top + bounds.bottom) / 2 >= top && (bounds.top + bounds.bottom) / 2 < bottom,
      );
    const elements: readonly UiElement[] = JSON.parse(stdout).elements;
    const fromFiles = elements.filter((element) => !isInBars(element)).map(traits);
    const served = JSON.parse(JSON.stringify(observation.elements.filter((element) => !isInBars(element)).map(traits)));
    assert.ok(
      served.some(({ sources }: UiElement) => sources.includes("vision")),
      "the model detects a part of it",
    );
    assert.deepEqual(fromFiles, served);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
