import { composeScreen } from "./compose.mjs";
import { createPlainKit } from "./plain-kit.mjs";
import { createRandom } from "./random.mjs";
import { createTheme } from "./theme.mjs";
import { readTruth } from "./truth.mjs";
import { createVariedControls } from "./varied-controls.mjs";

/**
 * Adds two functions to `window`: `buildScreen(seed)`, and `readTruth()` for after the drawing. `mix: "forms"` selects
 * pages full of controls, either a library's widgets or our own in many styles. */
export function startPage({ icons, overrides, prepare = () => {}, themes = {} }) {
  window.buildScreen = async (seed, options = {}) => {
    const r = createRandom(seed);
    const { mix, ...fixed } = options;
    const t = createTheme(r, icons, { ...themes, ...fixed });
    document.querySelector("#screen")?.remove();
    const root = document.createElement("div");
    root.id = "screen";
    prepare(t, root, r);
    document.body.append(root);
    const kit = createPlainKit(r, t);
    if (mix === "forms" && (!overrides || r.chance(0.3))) Object.assign(kit, createVariedControls(r, t));
    else Object.assign(kit, overrides?.(r, t, kit));
    const name = composeScreen(r, t, kit, root, mix);
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return { name, style: t.style, language: t.language, dark: t.dark };
  };
  window.readTruth = () => readTruth(document.querySelector("#screen"));
}
