import { glyph, make, text } from "./elements.mjs";

/**
 * Our own widgets in the style of the theme. A library's kit overrides some of them. Every function gives one element.
 */
export function createPlainKit(r, t) {
  const fill = { accent: t.accent, tonal: t.tonal, second: t.accent2, dark: t.dark ? "#eee" : "#222" };
  const bevel = t.style === "holo" || t.style === "m1";
  const kit = {
    button(
      label,
      {
        look = r.weighted({ filled: 4, tonal: 2, outlined: 2, text: 2, gradient: 1 }),
        icon = r.chance(0.2),
        wide = false,
        small = false,
      } = {},
    ) {
      const h = (small ? r.int(24, 32) : r.int(34, 56)) * (0.5 + 0.5 * t.scale);
      const tone = r.weighted({ accent: 6, second: 1, dark: 1 });
      const css = {
        filled: `background:${fill[tone]};color:${tone === "dark" ? (t.dark ? "#111" : "#fff") : t.onAccent};box-shadow:${t.shadow};${bevel ? "border-bottom:2px solid rgba(0,0,0,.3);" : ""}`,
        tonal: `background:${t.tonal};color:${t.on};`,
        outlined: `border:${r.pick([1, 1, 1.5, 2])}px solid ${r.chance(0.5) ? t.accent : t.line};color:${t.accent};`,
        text: `color:${t.accent};`,
        gradient: `background:linear-gradient(${r.int(0, 180)}deg,${t.accent},${t.accent2});color:#fff;`,
      }[look];
      const e = make(
        "button",
        `all:unset;box-sizing:border-box;display:inline-flex;gap:6px;align-items:center;justify-content:center;white-space:nowrap;overflow:hidden;height:${h}px;padding:0 ${look === "text" ? r.int(6, 14) : r.int(12, 28)}px;border-radius:${t.buttonRadius}px;font-size:${((small ? 12 : r.int(13, 17)) * t.scale).toFixed(1)}px;font-weight:${r.pick([400, 500, 600, 700])};${wide ? "width:100%;" : "max-width:100%;"}${t.upper ? "text-transform:uppercase;" : ""}${r.chance(0.06) ? "opacity:.45;" : ""}${css}`,
        "button",
      );
      if (icon) e.append(glyph(r, t, 18));
      e.append(label);
      return e;
    },
    iconButton({
      size = r.pick([20, 24, 24, 24, 28]),
      box = r.pick([36, 40, 44, 48, 48]),
      look = r.weighted({ plain: 7, filled: 1, tonal: 1, outlined: 1 }),
      color = "inherit",
    } = {}) {
      const css = {
        plain: `color:${color}`,
        filled: `background:${t.accent};color:${t.onAccent}`,
        tonal: `background:${t.tonal};color:${t.on}`,
        outlined: `border:1px solid ${t.line}`,
      }[look];
      return make(
        "button",
        `all:unset;box-sizing:border-box;flex:none;display:inline-flex;align-items:center;justify-content:center;width:${box}px;height:${box}px;border-radius:${r.pick([50, 50, 50, 12, 6])}px;${css}`,
        "iconButton",
        [glyph(r, t, size)],
      );
    },
    fab(label) {
      const size = label ? r.int(44, 58) : r.pick([40, 48, 56, 56, 64]);
      const radius = t.style === "m3" ? 16 : 100;
      const e = make(
        "button",
        `all:unset;box-sizing:border-box;display:inline-flex;gap:8px;align-items:center;justify-content:center;height:${size}px;${label ? "padding:0 18px" : `width:${size}px`};border-radius:${radius}px;background:${r.chance(0.7) ? t.accent : t.tonal};color:${t.onAccent};font-size:${15 * t.scale}px;font-weight:500;box-shadow:0 3px 8px rgba(0,0,0,.35);`,
        label ? "button" : "iconButton",
        [glyph(r, t, 24)],
      );
      if (label) e.append(label);
      return e;
    },
    chip(label, on = r.chance(0.3)) {
      const h = r.int(26, 38);
      return make(
        "div",
        `flex:none;display:inline-flex;align-items:center;gap:4px;height:${h}px;padding:0 ${r.int(8, 16)}px;border-radius:${r.chance(0.7) ? 100 : t.radius}px;font-size:${13 * t.scale}px;white-space:nowrap;${on ? `background:${r.chance(0.5) ? t.accent : t.tonal};color:${t.on}` : r.chance(0.5) ? `border:1px solid ${t.line}` : `background:${t.field}`};`,
        "button",
        [r.chance(0.2) ? glyph(r, t, 16) : null, label],
      );
    },
    field(
      label,
      { value = r.chance(0.4) ? t.words.phrase(1, 3) : "", lines = r.chance(0.1) ? 3 : 1, icon = r.chance(0.25) } = {},
    ) {
      const look =
        t.style === "holo" || t.style === "m1" ? "under" : r.weighted({ outlined: 3, filled: 3, under: 1.5 });
      const h = (lines > 1 ? r.int(72, 130) : r.int(38, 60)) * (0.5 + 0.5 * t.scale);
      const css = {
        outlined: `border:${r.pick([1, 1, 2])}px solid ${r.chance(0.2) ? t.accent : t.line};border-radius:${t.buttonRadius > 30 ? 14 : t.buttonRadius}px`,
        filled: `background:${t.field};border-radius:${t.buttonRadius}px;${t.style === "m2" ? `border-bottom:1px solid ${t.sub}` : ""}`,
        under: `border-bottom:${r.pick([1, 2])}px solid ${r.chance(0.3) ? t.accent : t.line};padding-left:2px`,
      }[look];
      const shown = value || (r.chance(0.9) ? label : "");
      const inner = make(
        "span",
        `flex:1;overflow:hidden;white-space:nowrap;color:${value ? t.on : t.sub};${lines > 1 ? "align-self:flex-start;padding-top:10px;" : ""}`,
      );
      inner.textContent = shown;
      return make(
        "div",
        `box-sizing:border-box;display:flex;align-items:center;gap:8px;height:${h}px;padding:0 12px;width:100%;font-size:${15 * t.scale}px;${css}`,
        "field",
        [
          icon ? glyph(r, t, 20, `color:${t.sub}`) : null,
          inner,
          value && r.chance(0.15) ? make("span", `width:2px;height:20px;background:${t.accent}`) : null,
        ],
      );
    },
    checkbox(on = r.chance(0.5)) {
      const s = r.int(16, 24);
      return make(
        "span",
        `box-sizing:border-box;flex:none;display:inline-flex;align-items:center;justify-content:center;width:${s}px;height:${s}px;border-radius:${r.chance(0.2) ? 50 : r.pick([0, 2, 3, 6])}px;border:${r.pick([1, 2, 2])}px solid ${on ? t.accent : t.sub};${on ? `background:${t.accent};` : ""}color:${t.onAccent};font:bold ${s * 0.7}px/1 "DejaVu Sans";`,
        "checkbox",
        [on ? "✓" : null],
      );
    },
    radio(on = r.chance(0.4)) {
      const s = r.int(16, 24);
      return make(
        "span",
        `box-sizing:border-box;flex:none;display:inline-flex;align-items:center;justify-content:center;width:${s}px;height:${s}px;border-radius:50%;border:${r.pick([1.5, 2, 2])}px solid ${on ? t.accent : t.sub};`,
        "radio",
        [on ? make("span", `width:${s * 0.5}px;height:${s * 0.5}px;border-radius:50%;background:${t.accent}`) : null],
      );
    },
    switch(on = r.chance(0.5)) {
      const look =
        t.style === "m1" || t.style === "m2"
          ? "thin"
          : t.style === "holo"
            ? "holo"
            : r.weighted({ thick: 4, thin: 1, square: 0.3 });
      if (look === "holo") {
        const w = r.int(60, 90);
        return make(
          "span",
          `flex:none;display:inline-flex;width:${w}px;height:26px;background:${t.field};border:1px solid ${t.line}`,
          "switch",
          [
            make(
              "span",
              `margin-${on ? "left" : "right"}:50%;width:50%;background:${on ? t.accent : t.sub};color:#fff;font:11px/26px Roboto;text-align:center`,
              undefined,
              [on ? "ON" : "OFF"],
            ),
          ],
        );
      }
      const h = look === "thin" ? r.int(18, 22) : r.int(22, 34);
      const w = h * r.real(1.6, 2);
      const trackHeight = look === "thin" ? h * 0.68 : h;
      const knob = look === "thin" ? h : h * r.real(0.5, 0.9);
      const gap = look === "thin" ? 0 : (h - knob) / 2;
      const track = make(
        "span",
        `position:absolute;left:0;right:0;top:${(h - trackHeight) / 2}px;height:${trackHeight}px;border-radius:${look === "square" ? 3 : 99}px;${on ? `background:${t.accent};${look === "thin" ? "opacity:.5;" : ""}` : r.chance(0.3) ? `box-sizing:border-box;border:2px solid ${t.sub};` : `background:${t.dark ? "#555" : "#ccc"};`}`,
      );
      const dot = make(
        "span",
        `position:absolute;${on ? "right" : "left"}:${gap}px;top:${(h - knob) / 2}px;width:${knob}px;height:${knob}px;border-radius:${look === "square" ? 2 : 99}px;background:${on && look === "thin" ? t.accent : on ? "#fff" : r.chance(0.5) ? "#fff" : t.sub};box-shadow:0 1px 3px rgba(0,0,0,.4)`,
      );
      return make("span", `position:relative;flex:none;display:inline-block;width:${w}px;height:${h}px`, "switch", [
        track,
        dot,
      ]);
    },
    slider(at = r.real(0, 1)) {
      const thumb = r.pick([0, 10, 12, 16, 20, 24]);
      const bar = r.pick([2, 3, 4, 6, 16]);
      const h = Math.max(thumb, bar, 14);
      return make("span", `position:relative;display:block;height:${h}px;width:100%;min-width:90px`, "slider", [
        make(
          "span",
          `position:absolute;left:0;right:0;top:${(h - bar) / 2}px;height:${bar}px;border-radius:${bar}px;background:${t.dark ? "#555" : "#ccc"}`,
        ),
        make(
          "span",
          `position:absolute;left:0;width:${at * 100}%;top:${(h - bar) / 2}px;height:${bar}px;border-radius:${bar}px;background:${t.accent}`,
        ),
        thumb
          ? make(
              "span",
              `position:absolute;left:calc(${at * 100}% - ${thumb * at}px);top:${(h - thumb) / 2}px;width:${thumb}px;height:${thumb}px;border-radius:50%;background:${r.chance(0.6) ? t.accent : "#fff"};box-shadow:0 1px 3px rgba(0,0,0,.4)`,
            )
          : null,
      ]);
    },
    /** A strip of tabs at the top (`bottom` false) or navigation items below. */
    tabs(count, bottom) {
      const on = r.int(0, count - 1);
      const icons = bottom ? r.chance(0.92) : r.chance(0.15);
      const labels = !icons || (bottom ? r.chance(0.8) : r.chance(0.6));
      const filled = t.barFilled && !bottom;
      const scroll = !bottom && count > 4;
      const mark = r.weighted({ line: 3, pill: 2, none: 2, short: 2 });
      const big = !bottom && r.chance(0.15);
      const items = r.times(count, (i) => {
        const color = i === on ? (filled ? t.onAccent : t.accent) : filled ? t.onAccent : t.sub;
        const size = bottom ? r.pick([20, 24, 24, 28]) : 20;
        const label = make(
          "span",
          `font-size:${((bottom ? r.pick([10, 11, 12]) : big ? 18 : 14) * Math.min(t.scale, 1.3)).toFixed(1)}px;white-space:nowrap;overflow:hidden;max-width:100%;font-weight:${i === on ? 600 : 400};${!bottom && t.upper ? "text-transform:uppercase" : ""}`,
        );
        label.textContent = t.words.phrase(1, 1);
        const pill = bottom && mark === "pill" && i === on;
        const icon = icons
          ? make(
              "span",
              `display:inline-flex;align-items:center;justify-content:center;${pill ? `background:${t.tonal};border-radius:99px;padding:4px 18px` : "padding:2px"}`,
              undefined,
              [glyph(r, t, size)],
            )
          : null;
        const line =
          !bottom && i === on && (mark === "line" || mark === "short")
            ? make(
                "span",
                `position:absolute;bottom:0;height:${r.int(2, 4)}px;border-radius:3px;background:${color};width:${mark === "line" ? "100%" : "30%"}`,
              )
            : null;
        return make(
          "div",
          `position:relative;${scroll ? "flex:none;padding:0 16px" : "flex:1 1 0;min-width:0"};display:flex;flex-direction:column;align-items:center;justify-content:center;gap:1px;color:${color};${!bottom && mark === "pill" && i === on ? `background:${t.tonal};border-radius:99px;` : ""}`,
          "tab",
          [icon, labels ? label : null, line],
        );
      });
      const h = bottom ? r.int(48, 80) : icons && labels ? r.int(60, 72) : r.int(36, 52);
      return make(
        "div",
        `display:flex;flex:none;overflow:hidden;height:${h}px;background:${filled ? t.accent : bottom ? t.surface : "transparent"};${bottom && r.chance(0.6) ? `border-top:1px solid ${t.line};` : ""}${!bottom && r.chance(0.3) ? `border-bottom:1px solid ${t.line};` : ""}`,
        undefined,
        items,
      );
    },
    /** A list row; `before` and `after` are elements at its ends. Its kind is null if a touch does nothing. */
    row({ before, title, sub, after = [], touch = true, height = r.int(44, 76) }) {
      const words = make(
        "div",
        "flex:1;min-width:0;display:flex;flex-direction:column;align-items:flex-start;gap:2px;overflow:hidden",
        undefined,
        [
          text(t, title, 16, "white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:100%"),
          sub
            ? text(
                t,
                sub,
                13,
                `color:${t.sub};max-width:100%;${r.chance(0.6) ? "white-space:nowrap;overflow:hidden;text-overflow:ellipsis" : ""}`,
              )
            : null,
        ],
      );
      return make(
        "div",
        `box-sizing:border-box;display:flex;align-items:center;gap:${r.int(8, 18)}px;min-height:${height * t.tight}px;padding:${r.int(4, 10)}px ${t.pad}px;${t.dividers ? `border-bottom:1px solid ${t.line};` : ""}`,
        touch ? "row" : undefined,
        [before, words, ...after],
      );
    },
    card(children, touch, css = "") {
      return make(
        "div",
        `box-sizing:border-box;overflow:hidden;background:${t.surface};border-radius:${t.radius}px;box-shadow:${t.shadow};${t.border || t.shadow === "none" ? `border:1px solid ${t.line};` : ""}${css}`,
        touch ? "clickable" : undefined,
        children,
      );
    },
    appBar({ back = r.chance(0.6), title = t.words.phrase(1, 3), actions = r.int(0, 3), see = false } = {}) {
      const h = r.int(44, 64);
      const middle = r.chance(0.3);
      const filled = t.barFilled && !see;
      return make(
        "div",
        `flex:none;display:flex;align-items:center;gap:${r.int(0, 6)}px;height:${h}px;padding:0 ${r.int(2, 12)}px;${filled ? `background:${t.accent};color:${t.onAccent};` : see ? "color:#fff;" : `background:${t.bg};`}${r.chance(0.3) && !see ? `box-shadow:0 1px 4px rgba(0,0,0,.25);position:relative;z-index:2;` : ""}`,
        undefined,
        [
          back ? kit.iconButton({ look: "plain", box: 48 }) : make("span", "width:8px"),
          text(
            t,
            title,
            r.int(17, 22),
            `flex:1;white-space:nowrap;overflow:hidden;font-weight:${r.pick([400, 500, 600, 700])};${middle ? "text-align:center" : ""}`,
          ),
          ...r.times(actions, () =>
            r.chance(0.1)
              ? kit.button(t.words.phrase(1, 1), { look: "text", small: true, icon: false })
              : kit.iconButton({ look: "plain" }),
          ),
          middle && actions === 0 && back ? make("span", "width:40px") : null,
        ],
      );
    },
  };
  return kit;
}
