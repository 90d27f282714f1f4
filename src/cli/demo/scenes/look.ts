import type { Scene } from "../scene.js";
import { waterfall } from "../waterfall.js";

export const look: Scene = {
  title: "What an agent sees: an observation through the companion that the server starts, then only the changes",
  isReadOnly: true,
  async play(stage) {
    await stage.call("list_devices");
    await stage.call("observe");
    await stage.call("observe");
    stage.report("");
    for (const line of waterfall(await stage.lastObservation())) stage.report(`  ${line}`);
  },
};
