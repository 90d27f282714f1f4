// Measures the cost of naming icons: `node time.mjs` prints the processor time of the crops and the model for 24 icons
// of a screen, in ms.
import { readFileSync } from "node:fs";
import { switchOffTelemetry } from "../../dist/src/base/telemetry.js";
import { ICON_SIDE } from "../../dist/src/vision/icon-crop.js";
import { prepareIcons } from "../../dist/src/vision/icon-names.js";

switchOffTelemetry(); // before the runtime is loaded, which reads the setting then
const { InferenceSession, Tensor } = await import("onnxruntime-node");

const [ICONS, ROUNDS, SIDE] = [24, 40, 126];
const [width, height] = [1080, 2400];
const rgba = new Uint8Array(width * height * 4).fill(255);
const detections = Array.from({ length: ICONS }, (_, at) => {
  const [left, top] = [40 + (at % 6) * 160, 100 + Math.floor(at / 6) * 300];
  for (let y = 32; y < 94; y += 1)
    for (let x = 32; x < 94; x += 1)
      if (Math.abs(Math.hypot(x - 63, y - 63) - 24) < 4)
        rgba.fill(20, ((top + y) * width + left + x) * 4, ((top + y) * width + left + x) * 4 + 3);
  const bounds = { left, top, right: left + SIDE, bottom: top + SIDE };
  return { bounds, kind: "iconButton", confidence: 0.9, text: null, guess: null, source: "vision" };
});
const model = readFileSync(new URL("../../assets/models/icons.onnx", import.meta.url));
const session = await InferenceSession.create(model, { intraOpNumThreads: 1 });
const spent = { crops: 0, model: 0 };
for (let round = 0; round < ROUNDS; round += 1) {
  const started = process.cpuUsage();
  const { crops, places } = prepareIcons({ width, height, rgba }, detections);
  const prepared = process.cpuUsage(started);
  const before = process.cpuUsage();
  await session.run({ crops: new Tensor("float32", crops, [places.length, 1, ICON_SIDE, ICON_SIDE]) });
  const ran = process.cpuUsage(before);
  spent.crops += (prepared.user + prepared.system) / 1000 / ROUNDS;
  spent.model += (ran.user + ran.system) / 1000 / ROUNDS;
}
console.log(`${ICONS} icons: crops ${spent.crops.toFixed(1)} ms, model ${spent.model.toFixed(1)} ms of one core`);
