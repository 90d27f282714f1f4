import "onsenui/css/onsenui-core.css";
import "onsenui/css/onsen-css-components.css";
import icons from "../build/icons.json";
import { glyph } from "../elements.mjs";
import { startPage } from "../page.mjs";
import { createPlainKit } from "../plain-kit.mjs";

const html = (source, kind, css = "") => {
  const holder = document.createElement("template");
  holder.innerHTML = source.trim();
  const e = holder.content.firstElementChild;
  e.dataset.k = kind;
  e.style.cssText += css;
  return e;
};

startPage({
  icons: icons.held,
  themes: { dark: false },
  prepare: (t) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `#screen .button--material,#screen .fab--material{background-color:${t.accent}} #screen .button--material--flat{background:none;color:${t.accent}}`,
    );
    document.adoptedStyleSheets = [sheet];
  },
  overrides: (r, t) => {
    const plain = createPlainKit(r, t);
    const md = r.chance(0.65) ? "--material" : "";
    return {
      button: (label, { look, wide = false } = {}) =>
        html(
          `<button class="button ${md && "button--material"} ${look === "text" ? (md ? "button--material--flat" : "button--quiet") : look === "outlined" && !md ? "button--outline" : ""}">${label}</button>`,
          "button",
          wide ? "width:100%;text-align:center" : "max-width:100%",
        ),
      checkbox: () =>
        html(
          `<label class="checkbox ${md && "checkbox--material"}"><input type="checkbox" class="checkbox__input ${md && "checkbox--material__input"}" ${r.chance(0.5) ? "checked" : ""}><div class="checkbox__checkmark ${md && "checkbox--material__checkmark"}"></div></label>`,
          "checkbox",
        ),
      radio: () =>
        html(
          `<label class="radio-button ${md && "radio-button--material"}"><input type="radio" class="radio-button__input ${md && "radio-button--material__input"}" ${r.chance(0.4) ? "checked" : ""}><div class="radio-button__checkmark ${md && "radio-button--material__checkmark"}"></div></label>`,
          "radio",
        ),
      switch: () =>
        html(
          `<label class="switch ${md && "switch--material"}"><input type="checkbox" class="switch__input ${md && "switch--material__input"}" ${r.chance(0.5) ? "checked" : ""}><div class="switch__toggle ${md && "switch--material__toggle"}"><div class="switch__handle ${md && "switch--material__handle"}"></div></div></label>`,
          "switch",
          "flex:none",
        ),
      field: (label, { value = r.chance(0.4) ? t.words.phrase(1, 3) : "" } = {}) =>
        html(
          `<div><input class="${r.chance(0.3) ? `search-input ${md && "search-input--material"}` : `text-input ${md ? "text-input--material" : "text-input--underbar"}`}" placeholder="${label}" value="${value}" style="width:100%"></div>`,
          "field",
          "width:100%",
        ),
      fab: (label) => {
        if (label) return plain.fab(label);
        const e = html(
          `<button class="fab ${md && "fab--material"}"></button>`,
          "iconButton",
          "position:relative;display:inline-flex;align-items:center;justify-content:center;color:#fff",
        );
        e.append(glyph(r, t, 24));
        return e;
      },
      iconButton: ({ color = "inherit" } = {}) => {
        const e = html(
          `<span class="toolbar-button ${md && "toolbar-button--material"}"></span>`,
          "iconButton",
          `display:inline-flex;align-items:center;justify-content:center;min-width:40px;height:40px;color:${color}`,
        );
        e.append(glyph(r, t, 24));
        return e;
      },
    };
  },
});
