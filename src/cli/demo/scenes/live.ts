import type { Scene } from "../scene.js";
import type { Stage } from "../stage.js";

/** A server that found no half looks for one again after some seconds; a look by uiautomator takes one of them. */
const MOST_LOOKS = 8;

export const live: Scene = {
  title: "Live: the same hierarchy from Fovea's own half on the phone, and text that adb cannot type",
  isReadOnly: false,
  async play(stage) {
    await stage.call("open_app", { package: "com.fovea.form" });
    const before = await hierarchyCost(stage);
    await stage.setUp();
    for (let looks = 0; looks < MOST_LOOKS && !(await isLive(stage)); looks += 1) {
      await stage.call("observe", { fresh: true });
    }
    await stage.call("type_text", { target: "id/name", text: "Grüße, 世界 👋" });
    await stage.call("tap", { target: 'radio "Plus"' });
    stage.tell(`\n  before ${before}\n  now    ${await hierarchyCost(stage)}`);
  },
};

async function isLive(stage: Stage): Promise<boolean> {
  return (await stage.lastObservation()).hierarchySource === "a11y-service";
}

async function hierarchyCost(stage: Stage): Promise<string> {
  const { parts } = await stage.lastObservation();
  return `${parts.hierarchy?.source}: ${parts.hierarchy?.durationMs} ms`;
}
