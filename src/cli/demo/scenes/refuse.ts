import type { Scene } from "../scene.js";

export const refuse: Scene = {
  title: "A target that is gone or unclear is refused, never tapped blindly",
  isReadOnly: false,
  async play(stage) {
    await stage.call("open_app", { package: "com.fovea.messages" });
    const { elements } = await stage.lastObservation();
    const row = elements.find((element) => element.role === "row");
    await stage.call("press_key", { key: "home" });
    await stage.call("tap", { target: row?.ref ?? "e1" }, "refused");
    await stage.call("tap", { target: 'button "Buy now"', timeout_ms: 500 }, "refused");
  },
};
