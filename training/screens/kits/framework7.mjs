import "framework7/css/bundle";
import icons from "../build/icons.json";
import { glyph } from "../elements.mjs";
import { startPage } from "../page.mjs";

const html = (source, kind, css = "") => {
  const holder = document.createElement("template");
  holder.innerHTML = source.trim();
  const e = holder.content.firstElementChild;
  e.dataset.k = kind;
  e.style.cssText += css;
  return e;
};

startPage({
  icons: icons.train,
  prepare: (t, _root, r) => {
    document.documentElement.className = `${r.chance(0.65) ? "md" : "ios"}${t.dark ? " dark" : ""}`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `:root{--f7-theme-color:${t.accent} !important;--f7-md-primary:${t.accent};--f7-ios-primary:${t.accent};--f7-toggle-inactive-bg-color:${t.field} !important;--f7-toggle-inactive-border-color:${t.sub} !important;--f7-toggle-active-bg-color:${t.accent} !important;--f7-toggle-active-border-color:${t.accent} !important;--f7-toggle-active-knob-bg-color:${t.onAccent} !important} #screen .input input{width:100%}`,
    );
    document.adoptedStyleSheets = [sheet];
  },
  overrides: (r, t) => ({
    button: (label, { look, wide = false, small = false } = {}) =>
      html(
        `<button class="button ${{ outlined: "button-outline", text: "", tonal: "button-tonal" }[look] ?? r.pick(["button-fill", "button-fill", "button-outline", "button-tonal", "button-raised button-fill"])} ${small ? "button-small" : r.pick(["", "button-large"])} ${r.chance(0.4) ? "button-round" : ""}">${label}</button>`,
        "button",
        wide ? "width:100%" : "width:auto;display:inline-flex;padding-inline:16px",
      ),
    chip: (label) =>
      html(
        `<div class="chip ${r.chance(0.3) ? "chip-outline" : ""}"><div class="chip-label">${label}</div></div>`,
        "button",
        "flex:none",
      ),
    checkbox: () =>
      html(
        `<label class="checkbox"><input type="checkbox" ${r.chance(0.5) ? "checked" : ""}/><i class="icon-checkbox"></i></label>`,
        "checkbox",
      ),
    radio: () =>
      html(
        `<label class="radio"><input type="radio" ${r.chance(0.4) ? "checked" : ""}/><i class="icon-radio"></i></label>`,
        "radio",
      ),
    switch: () =>
      html(
        `<label class="toggle"><input type="checkbox" ${r.chance(0.5) ? "checked" : ""}/><span class="toggle-icon"></span></label>`,
        "switch",
        "flex:none",
      ),
    slider: () => {
      const v = r.int(0, 100);
      return html(
        `<div class="range-slider range-slider-horizontal"><div class="range-bar"><div class="range-bar-active" style="left:0;width:${v}%"></div></div><div class="range-knob-wrap" style="left:${v}%"><div class="range-knob"></div></div></div>`,
        "slider",
        "width:100%;height:24px",
      );
    },
    field: (label, { value = r.chance(0.4) ? t.words.phrase(1, 3) : "" } = {}) => {
      const e = html(
        `<div class="list ${r.pick(["", "inset-none", "list-strong"])}" style="margin:0"><ul><li class="item-content item-input ${r.chance(0.5) ? "item-input-outline" : ""}"><div class="item-inner">${r.chance(0.6) ? `<div class="item-title item-label">${label}</div>` : ""}<div class="item-input-wrap"><input type="text" placeholder="${label}" value="${value}"/></div></div></li></ul></div>`,
        "field",
        "width:100%",
      );
      return e;
    },
    fab: (label) => {
      const e = html(
        `<div class="fab ${label ? "fab-extended" : ""}" style="position:relative;inset:auto;margin:0"><a></a></div>`,
        label ? "button" : "iconButton",
      );
      const a = e.querySelector("a");
      a.append(glyph(r, t, 24));
      if (label) a.insertAdjacentHTML("beforeend", `<div class="fab-text">${label}</div>`);
      return e;
    },
  }),
});
