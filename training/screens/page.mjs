import { composeScreen } from "./compose.mjs";
import { createPlainKit } from "./plain-kit.mjs";
import { createRandom } from "./random.mjs";
import { createTheme } from "./theme.mjs";
import { readTruth } from "./truth.mjs";

/** Puts the page's two calls on `window`: `buildScreen(seed)`, and `readTruth()` once it is drawn. */
export function startPage({ icons, overrides = () => ({}), prepare = () => {}, themes = {} }) {
  window.buildScreen = async (seed, options = {}) => {
    const r = createRandom(seed);
    const t = createTheme(r, icons, { ...themes, ...options });
    document.querySelector("#screen")?.remove();
    const root = document.createElement("div");
    root.id = "screen";
    prepare(t, root, r);
    document.body.append(root);
    const kit = createPlainKit(r, t);
    Object.assign(kit, overrides(r, t, kit));
    const name = composeScreen(r, t, kit, root);
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return { name, style: t.style, language: t.language, dark: t.dark };
  };
  window.readTruth = () => readTruth(document.querySelector("#screen"));
}
