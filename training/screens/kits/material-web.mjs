import "@material/web/button/elevated-button.js";
import "@material/web/button/filled-button.js";
import "@material/web/button/filled-tonal-button.js";
import "@material/web/button/outlined-button.js";
import "@material/web/button/text-button.js";
import "@material/web/checkbox/checkbox.js";
import "@material/web/chips/assist-chip.js";
import "@material/web/chips/filter-chip.js";
import "@material/web/fab/fab.js";
import "@material/web/iconbutton/filled-icon-button.js";
import "@material/web/iconbutton/icon-button.js";
import "@material/web/radio/radio.js";
import "@material/web/slider/slider.js";
import "@material/web/switch/switch.js";
import "@material/web/textfield/filled-text-field.js";
import "@material/web/textfield/outlined-text-field.js";
import icons from "../build/icons.json";
import { glyph } from "../elements.mjs";
import { startPage } from "../page.mjs";

const create = (tag, attributes, kind, children = [], css = "") => {
  const e = document.createElement(tag);
  Object.assign(e, attributes);
  e.dataset.k = kind;
  e.style.cssText = css;
  e.append(...children);
  return e;
};

startPage({
  icons: icons.train,
  prepare: (t) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `#screen{--md-sys-color-primary:${t.accent};--md-sys-color-on-primary:${t.onAccent};--md-sys-color-surface:${t.surface};--md-sys-color-on-surface:${t.on};--md-sys-color-on-surface-variant:${t.sub};--md-sys-color-outline:${t.sub};--md-sys-color-secondary-container:${t.tonal};--md-sys-color-on-secondary-container:${t.on};--md-sys-color-primary-container:${t.tonal};--md-sys-color-on-primary-container:${t.on};--md-sys-color-surface-container-highest:${t.field};--md-sys-color-surface-container-high:${t.field};--md-sys-color-surface-container-low:${t.surface};--md-ref-typeface-plain:${t.font}}`,
    );
    document.adoptedStyleSheets = [sheet];
  },
  overrides: (r, t) => ({
    button: (label, { look, wide = false } = {}) =>
      create(
        { outlined: "md-outlined-button", text: "md-text-button", tonal: "md-filled-tonal-button" }[look] ??
          r.pick([
            "md-filled-button",
            "md-filled-button",
            "md-outlined-button",
            "md-elevated-button",
            "md-text-button",
          ]),
        {},
        "button",
        [label],
        wide ? "width:100%" : "",
      ),
    iconButton: ({ look = "plain" } = {}) =>
      create(look === "filled" ? "md-filled-icon-button" : "md-icon-button", {}, "iconButton", [glyph(r, t, 24)]),
    chip: (label) => create(r.pick(["md-assist-chip", "md-filter-chip"]), { label, selected: r.chance(0.3) }, "button"),
    checkbox: () => create("md-checkbox", { checked: r.chance(0.5) }, "checkbox", [], "margin:4px"),
    radio: () => create("md-radio", { checked: r.chance(0.4) }, "radio", [], "margin:4px"),
    switch: () => create("md-switch", { selected: r.chance(0.5), icons: r.chance(0.3) }, "switch"),
    slider: () =>
      create("md-slider", { value: r.int(0, 100) }, "slider", [], "width:100%;--md-slider-state-layer-size:22px"),
    field: (label, { value = r.chance(0.4) ? t.words.phrase(1, 3) : "" } = {}) =>
      create(r.pick(["md-outlined-text-field", "md-filled-text-field"]), { label, value }, "field", [], "width:100%"),
    fab: (label) =>
      create(
        "md-fab",
        { label, size: label ? "medium" : r.pick(["small", "medium", "large"]) },
        label ? "button" : "iconButton",
        [Object.assign(glyph(r, t, 24), { slot: "icon" })],
      ),
  }),
});
