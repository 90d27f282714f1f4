import { initialize } from "@ionic/core/components";
import { defineCustomElement as button } from "@ionic/core/components/ion-button.js";
import { defineCustomElement as checkbox } from "@ionic/core/components/ion-checkbox.js";
import { defineCustomElement as chip } from "@ionic/core/components/ion-chip.js";
import { defineCustomElement as fab } from "@ionic/core/components/ion-fab-button.js";
import { defineCustomElement as input } from "@ionic/core/components/ion-input.js";
import { defineCustomElement as radio } from "@ionic/core/components/ion-radio.js";
import { defineCustomElement as radioGroup } from "@ionic/core/components/ion-radio-group.js";
import { defineCustomElement as range } from "@ionic/core/components/ion-range.js";
import { defineCustomElement as toggle } from "@ionic/core/components/ion-toggle.js";
import "@ionic/core/css/core.css";
import icons from "../build/icons.json";
import { drawn, glyph } from "../elements.mjs";
import { startPage } from "../page.mjs";

initialize({ mode: "md", animated: false });
for (const define of [button, checkbox, chip, fab, input, radio, radioGroup, range, toggle]) define();

const create = (tag, attributes, kind, children = []) => {
  const e = document.createElement(tag);
  Object.assign(e, attributes);
  if (kind) e.dataset.k = kind;
  e.append(...children);
  return e;
};

startPage({
  icons: icons.train,
  prepare: (t, root) => {
    for (const [name, value] of Object.entries({
      "--ion-color-primary": t.accent,
      "--ion-color-primary-contrast": t.onAccent,
      "--ion-background-color": t.bg,
      "--ion-text-color": t.on,
      "--ion-item-background": t.surface,
    }))
      root.style.setProperty(name, value);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `#screen{--ion-color-primary:${t.accent};--ion-color-primary-contrast:${t.onAccent};--ion-background-color:${t.bg};--ion-text-color:${t.on}} #screen ion-radio{--color:${t.sub}} #screen ion-checkbox{--border-color:${t.sub}}`,
    );
    document.adoptedStyleSheets = [sheet];
  },
  overrides: (r, t) => ({
    button: (label, { look, wide = false, small = false } = {}) => {
      const e = create(
        "ion-button",
        {
          fill:
            look === "outlined"
              ? "outline"
              : look === "text"
                ? "clear"
                : r.pick(["solid", "solid", "outline", "clear"]),
          size: small ? "small" : r.pick(["default", "default", "large"]),
          shape: r.chance(0.3) ? "round" : undefined,
          expand: wide ? "block" : undefined,
        },
        "button",
        [label],
      );
      e.style.margin = "0";
      return e;
    },
    chip: (label) => create("ion-chip", { outline: r.chance(0.4) }, "button", [label]),
    checkbox: () => create("ion-checkbox", { checked: r.chance(0.5) }, "checkbox"),
    radio: () => {
      const group = create("ion-radio-group", { value: r.chance(0.4) ? "a" : "b" }, undefined, [
        create("ion-radio", { value: "a" }, "radio"),
      ]);
      return group;
    },
    switch: () => drawn(create("ion-toggle", { checked: r.chance(0.5) }, "switch"), ".toggle-icon,.toggle-inner"),
    slider: () =>
      drawn(
        create("ion-range", { value: r.int(0, 100), pin: false, ticks: false }, "slider"),
        ".range-bar,.range-knob",
      ),
    field: (label, { value = r.chance(0.4) ? t.words.phrase(1, 3) : "" } = {}) =>
      create(
        "ion-input",
        {
          label,
          value,
          labelPlacement: r.pick(["stacked", "floating"]),
          fill: r.pick([undefined, "solid", "outline"]),
        },
        "field",
      ),
    fab: (_label) =>
      create("ion-fab-button", { size: r.chance(0.2) ? "small" : undefined }, "iconButton", [glyph(r, t, 24)]),
  }),
});
