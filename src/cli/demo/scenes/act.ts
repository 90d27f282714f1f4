import type { Scene } from "../scene.js";

export const act: Scene = {
  title: "Acting: each answer says what was done and what it changed",
  isReadOnly: false,
  async play(stage) {
    await stage.call("tap", { target: 'checkbox "I agree to the terms"' });
    await stage.call("type_text", { target: "id/name", text: 'Grüße, 世界 👋, 100% real $text, "quoted"' });
    await stage.call("tap", { target: 'radio "Plus"' });
    await stage.call("open_app", { package: "com.fovea.browser" });
    await stage.call("swipe", { direction: "up" });
  },
};
