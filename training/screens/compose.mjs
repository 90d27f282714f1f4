import { game, map } from "./drawn-screens.mjs";
import { glyph, make } from "./elements.mjs";
import { FORM_BLOCKS, FORM_SCREENS } from "./forms.mjs";
import { OTHER_SCREENS } from "./other-screens.mjs";
import { keyboard, overlay } from "./overlays.mjs";
import { page } from "./page-screen.mjs";

const SCREENS = {
  page: 62,
  chat: 4,
  player: 5,
  game: 6,
  map: 5,
  keypad: 3,
  login: 5,
  launcher: 4,
  photo: 3,
  editor: 3,
};

const MAKERS = { ...OTHER_SCREENS, page, game, map };

function statusBar(r, t) {
  const light = t.dark || r.chance(0.3);
  return make(
    "div",
    `position:relative;z-index:3;flex:none;height:${r.int(22, 34)}px;display:flex;align-items:center;justify-content:space-between;padding:0 12px;font:500 12px Roboto;direction:ltr;${r.chance(0.3) ? "background:#000;color:#fff" : t.barFilled ? `background:${t.accent};color:${t.onAccent}` : `color:${light && t.dark ? "#fff" : "inherit"}`}`,
    undefined,
    [
      `${r.int(0, 23)}:${String(r.int(10, 59))}`,
      make(
        "span",
        "display:flex;gap:5px",
        undefined,
        r.times(r.int(1, 5), () => glyph(r, t, 14)),
      ),
    ],
  );
}

function systemBar(r, t) {
  if (r.chance(0.5))
    return make(
      "div",
      "flex:none;height:18px;position:relative;z-index:31;display:flex;align-items:center;justify-content:center",
      undefined,
      [make("span", `width:110px;height:4px;border-radius:4px;background:${t.dark ? "#ddd" : "#333"}`)],
    );
  const black = r.chance(0.5);
  return make(
    "div",
    `flex:none;height:${r.int(38, 48)}px;position:relative;z-index:31;display:flex;align-items:center;justify-content:space-around;background:${black ? "#000" : t.bg};color:${black || t.dark ? "#fff" : "#555"};font-size:18px;padding:0 40px;direction:ltr`,
    undefined,
    r
      .pick([
        ["◀", "●", "■"],
        ["❘❘❘", "▢", "‹"],
        ["‹", "○", "□"],
      ])
      .map((c) => make("span", "font:16px DejaVu Sans", undefined, [c])),
  );
}

/** Builds one screen in `root`, which fills the viewport. Gives the kind of the screen. */
export function composeScreen(r, t, kit, root, mix) {
  root.dir = t.rtl ? "rtl" : "ltr";
  root.style.cssText = `position:fixed;inset:0;overflow:hidden;display:flex;flex-direction:column;background:${t.bg};color:${t.on};font-family:"${t.font}","Noto Sans","Noto Sans CJK SC";z-index:0`;
  if (r.chance(0.08)) root.style.background = `linear-gradient(${t.bg},${t.tonal})`;
  const forms = mix === "forms";
  const name = r.weighted(forms ? FORM_SCREENS : SCREENS);
  const above = name === "game" || name === "map" || name === "launcher";
  const bar = r.chance(0.93) ? statusBar(r, t) : null;
  if (bar && !above) root.append(bar);
  MAKERS[name](r, t, kit, root, forms && name === "page" ? FORM_BLOCKS : undefined);
  if (bar && above)
    root.append(Object.assign(bar, { style: `${bar.style.cssText};position:absolute;left:0;right:0;top:0` }));
  if (r.chance(0.85) && !above) root.append(systemBar(r, t));
  if (r.chance(name === "editor" || name === "chat" ? 0.5 : 0.07)) root.append(keyboard(r, t));
  else if (r.chance(name === "page" ? 0.24 : 0.12)) overlay(r, t, kit, root);
  return name;
}
