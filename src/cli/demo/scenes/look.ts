import type { Scene } from "../scene.js";
import { waterfall } from "../waterfall.js";

export const look: Scene = {
  title: "A look as an agent has it: through the companion that the server starts, and then only what is new",
  isReadOnly: true,
  async play(stage) {
    await stage.call("list_devices");
    await stage.call("observe");
    await stage.call("observe");
    stage.report("");
    for (const line of waterfall(await stage.lastObservation())) stage.report(`  ${line}`);
  },
};
