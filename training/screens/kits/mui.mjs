import {
  Button,
  Checkbox,
  Chip,
  createTheme,
  Fab,
  IconButton,
  Radio,
  Slider,
  Switch,
  TextField,
  ThemeProvider,
} from "@mui/material";
import { createElement as h } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import icons from "../build/icons.json";
import { drawn, glyph } from "../elements.mjs";
import { startPage } from "../page.mjs";

let roots = [];
let theme;

/** Draws one component now, and gives the element that it drew. */
function draw(node, kind, css = "") {
  const holder = document.createElement("span");
  holder.style.cssText = `display:inline-flex;${css}`;
  const root = createRoot(holder);
  roots.push(root);
  flushSync(() => root.render(h(ThemeProvider, { theme }, node)));
  if (kind) holder.dataset.k = kind;
  return holder;
}
const symbol = (r, t, size) => {
  const g = glyph(r, t, size);
  return h(
    "span",
    { style: { fontFamily: g.style.fontFamily, fontSize: size, lineHeight: 1, width: size, height: size } },
    g.textContent,
  );
};

startPage({
  icons: icons.train,
  prepare: (t) => {
    for (const root of roots) root.unmount();
    roots = [];
    const main = t.accent;
    theme = createTheme({
      palette: { mode: t.dark ? "dark" : "light", primary: { main }, text: { primary: t.on } },
      shape: { borderRadius: Math.min(t.radius, 20) },
      typography: { fontFamily: t.font },
      direction: t.rtl ? "rtl" : "ltr",
      transitions: { create: () => "none" },
      components: { MuiButtonBase: { defaultProps: { disableRipple: true } } },
    });
  },
  overrides: (r, t) => ({
    button: (label, { look, wide = false, small = false } = {}) =>
      draw(
        h(
          Button,
          {
            fullWidth: wide,
            disableElevation: r.chance(0.3),
            size: small ? "small" : r.pick(["medium", "large"]),
            variant:
              look === "outlined" || look === "text" ? look : r.pick(["contained", "contained", "outlined", "text"]),
            startIcon: r.chance(0.2) ? symbol(r, t, 20) : undefined,
            sx: { whiteSpace: "nowrap" },
          },
          label,
        ),
        "button",
        wide ? "width:100%" : "max-width:100%",
      ),
    iconButton: ({ look = "plain", color = "inherit" } = {}) =>
      draw(
        h(
          IconButton,
          { sx: { color: look === "plain" ? color : t.accent }, size: r.pick(["medium", "large"]) },
          symbol(r, t, 24),
        ),
        "iconButton",
      ),
    chip: (label) =>
      draw(
        h(Chip, {
          label,
          variant: r.pick(["filled", "outlined"]),
          color: r.chance(0.3) ? "primary" : "default",
          onDelete: r.chance(0.2) ? () => {} : undefined,
        }),
        "button",
      ),
    checkbox: () =>
      drawn(draw(h(Checkbox, { checked: r.chance(0.5), sx: { padding: "6px" } }), "checkbox"), "svg path"),
    radio: () => drawn(draw(h(Radio, { checked: r.chance(0.4), sx: { padding: "6px" } }), "radio"), "svg path"),
    switch: () => drawn(draw(h(Switch, { checked: r.chance(0.5) }), "switch"), ".MuiSwitch-track,.MuiSwitch-thumb"),
    slider: () =>
      drawn(
        draw(h(Slider, { value: r.int(0, 100), size: r.pick(["small", "medium"]) }), "slider", "width:100%"),
        ".MuiSlider-rail,.MuiSlider-thumb",
      ),
    field: (label, { value = r.chance(0.4) ? t.words.phrase(1, 3) : "", lines = 1 } = {}) =>
      draw(
        h(TextField, {
          label,
          value,
          fullWidth: true,
          multiline: lines > 1,
          rows: lines > 1 ? lines : undefined,
          size: r.pick(["small", "medium"]),
          variant: r.pick(["outlined", "filled", "standard"]),
        }),
        "field",
        "width:100%",
      ),
    fab: (label) =>
      draw(
        h(
          Fab,
          { color: "primary", variant: label ? "extended" : "circular", size: r.pick(["small", "medium", "large"]) },
          symbol(r, t, 24),
          label,
        ),
        label ? "button" : "iconButton",
      ),
  }),
});
