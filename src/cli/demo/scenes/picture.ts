import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../base/make-folder.js";
import { writeNewFile } from "../../../base/new-file.js";
import { renderHeader } from "../../../screen/header.js";
import type { Observation } from "../../../screen/observation.js";
import { renderOutline } from "../../../screen/outline.js";
import { decodePng, scaledToWidth, sha256Of, sideBySide } from "../../../vision/image.js";
import { drawMarks } from "../../../vision/marks.js";
import { drawTextPanel } from "../../../vision/text-panel.js";
import type { Scene } from "../scene.js";

const SCREENSHOT = "demo-screenshot.png";
const MARKED = "demo-marked.png";
const PICTURE = "demo.png";

export const picture: Scene = {
  title: "The same screen as a picture, with its elements drawn on it",
  isReadOnly: true,
  async play(stage) {
    await makeFolder(stage.outputDir);
    for (const name of [SCREENSHOT, MARKED, PICTURE]) await rm(join(stage.outputDir, name), { force: true });
    await stage.call("screenshot", { save_as: SCREENSHOT });
    const observation = await stage.lastObservation();
    const png = await readFile(join(stage.outputDir, SCREENSHOT));
    const { width, height, rgba } = await decodePng(png);
    const frame = { width, height, rgba, format: "png" as const, sha256: sha256Of(rgba), takenAt: performance.now() };
    const marked = await drawMarks(frame, observation.elements);
    await writeNewFile(stage.outputDir, MARKED, marked);
    await writeNewFile(stage.outputDir, PICTURE, await besideOutline(marked, observation));
    stage.report(`\n  ${join(stage.outputDir, MARKED)}: the elements with their refs`);
    stage.report(`  ${join(stage.outputDir, PICTURE)}: beside the outline`);
  },
};

const SCREEN_WIDTH = 400;
const PANEL_WIDTH = 640;
const MARGIN = 20;

async function besideOutline(marked: Uint8Array, observation: Observation): Promise<Uint8Array> {
  const screen = await scaledToWidth(marked, SCREEN_WIDTH);
  const { height } = await decodePng(screen);
  const header = renderHeader(observation).split(" | ").join("\n");
  const lines = `${header}\n\n${renderOutline(observation)}`.split("\n");
  const fontSize = Math.max(8, Math.min(17, Math.floor((height - 2 * MARGIN) / (lines.length * 1.45))));
  const panel = await drawTextPanel(lines, { width: PANEL_WIDTH, height }, fontSize);
  return await sideBySide([screen, panel], MARGIN, "#dadce0");
}
