import "vuetify/styles";
import { createApp, h, render } from "vue";
import { createVuetify } from "vuetify";
import { VBtn, VCheckboxBtn, VChip, VRadio, VSlider, VSwitch, VTextarea, VTextField } from "vuetify/components";
import icons from "../build/icons.json";
import { drawn, glyph } from "../elements.mjs";
import { startPage } from "../page.mjs";

let app;
const SIGNS = {
  checkboxOn:
    "M10,17L5,12L6.41,10.58L10,14.17L17.59,6.58L19,8M19,3H5C3.89,3 3,3.89 3,5V19A2,2 0 0,0 5,21H19A2,2 0 0,0 21,19V5C21,3.89 20.1,3 19,3Z",
  checkboxOff: "M19,3H5C3.89,3 3,3.89 3,5V19A2,2 0 0,0 5,21H19A2,2 0 0,0 21,19V5C21,3.89 20.1,3 19,3M19,5V19H5V5H19Z",
  radioOn:
    "M12,20A8,8 0 0,1 4,12A8,8 0 0,1 12,4A8,8 0 0,1 20,12A8,8 0 0,1 12,20M12,2A10,10 0 0,0 2,12A10,10 0 0,0 12,22A10,10 0 0,0 22,12A10,10 0 0,0 12,2M12,7A5,5 0 0,0 7,12A5,5 0 0,0 12,17A5,5 0 0,0 17,12A5,5 0 0,0 12,7Z",
  radioOff:
    "M12,20A8,8 0 0,1 4,12A8,8 0 0,1 12,4A8,8 0 0,1 20,12A8,8 0 0,1 12,20M12,2A10,10 0 0,0 2,12A10,10 0 0,0 12,22A10,10 0 0,0 22,12A10,10 0 0,0 12,2Z",
};
const signs = Object.fromEntries(Object.entries(SIGNS).map(([name, path]) => [name, `svg:${path}`]));

function draw(node, kind, css = "") {
  const holder = document.createElement("span");
  holder.style.cssText = `display:inline-flex;${css}`;
  holder.dataset.k = kind;
  node.appContext = app._context;
  render(node, holder);
  return holder;
}
const symbol = (r, t, size) => {
  const g = glyph(r, t, size);
  return h("span", { style: { fontFamily: g.style.fontFamily, fontSize: `${size}px`, lineHeight: 1 } }, g.textContent);
};

startPage({
  icons: icons.held,
  prepare: (t, root) => {
    const colors = { primary: "#1867C0", background: "#ffffff" };
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = t.accent;
    colors.primary = context.fillStyle;
    app = createApp({ render: () => null });
    app.use(
      createVuetify({
        icons: { aliases: signs },
        theme: {
          defaultTheme: t.dark ? "dark" : "light",
          themes: { light: { colors: { primary: colors.primary } }, dark: { colors: { primary: colors.primary } } },
        },
      }),
    );
    root.className = `v-theme--${t.dark ? "dark" : "light"} v-locale--is-${t.rtl ? "rtl" : "ltr"}`;
  },
  overrides: (r, t) => ({
    button: (label, { look, wide = false, small = false } = {}) =>
      draw(
        h(
          VBtn,
          {
            color: r.chance(0.7) ? "primary" : undefined,
            block: wide,
            size: small ? "small" : r.pick(["default", "large"]),
            rounded: r.pick([undefined, "lg", "pill"]),
            variant:
              { outlined: "outlined", text: "text", tonal: "tonal" }[look] ??
              r.pick(["elevated", "flat", "tonal", "outlined"]),
          },
          () => label,
        ),
        "button",
        wide ? "width:100%" : "max-width:100%",
      ),
    iconButton: ({ look = "plain" } = {}) =>
      draw(
        h(
          VBtn,
          {
            icon: true,
            variant: look === "filled" ? "flat" : look === "tonal" ? "tonal" : "text",
            color: look === "filled" ? "primary" : undefined,
            density: r.pick(["default", "comfortable"]),
          },
          () => symbol(r, t, 24),
        ),
        "iconButton",
      ),
    chip: (label) =>
      draw(
        h(
          VChip,
          { variant: r.pick(["tonal", "outlined", "flat"]), color: r.chance(0.4) ? "primary" : undefined },
          () => label,
        ),
        "button",
        "flex:none",
      ),
    checkbox: () =>
      drawn(draw(h(VCheckboxBtn, { modelValue: r.chance(0.5), color: "primary" }), "checkbox"), "svg path"),
    radio: () =>
      drawn(draw(h(VRadio, { modelValue: r.chance(0.4), color: "primary", inline: true }), "radio"), "svg path"),
    switch: () =>
      drawn(
        draw(
          h(VSwitch, { modelValue: r.chance(0.5), color: "primary", inset: r.chance(0.5), hideDetails: true }),
          "switch",
        ),
        ".v-switch__track,.v-switch__thumb",
      ),
    slider: () =>
      drawn(
        draw(
          h(VSlider, { modelValue: r.int(0, 100), color: r.chance(0.7) ? "primary" : undefined, hideDetails: true }),
          "slider",
          "width:100%",
        ),
        ".v-slider-track__background,.v-slider-thumb__surface",
      ),
    field: (label, { value = r.chance(0.4) ? t.words.phrase(1, 3) : "", lines = 1 } = {}) =>
      draw(
        h(lines > 1 ? VTextarea : VTextField, {
          label,
          modelValue: value,
          hideDetails: true,
          rows: 3,
          density: r.pick(["default", "comfortable", "compact"]),
          variant: r.pick(["outlined", "filled", "underlined", "solo"]),
        }),
        "field",
        "width:100%",
      ),
    fab: (label) =>
      draw(
        h(
          VBtn,
          {
            icon: !label,
            color: "primary",
            elevation: 6,
            size: label ? "large" : r.pick(["default", "large"]),
            rounded: label ? "pill" : undefined,
          },
          () => [symbol(r, t, 24), label || null],
        ),
        label ? "button" : "iconButton",
      ),
  }),
});
