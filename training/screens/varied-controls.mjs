import { glyph, make } from "./elements.mjs";

const TICK = "M2 8 L6.5 12.5 L14 4";
const CROSS = "M3 3 L13 13 M13 3 L3 13";
const DASH = "M3 8 L13 8";

function drawSign(path, size, color, width) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.style.cssText = `width:${size}px;height:${size}px;display:block;fill:none;stroke:${color};stroke-width:${width};stroke-linecap:round;stroke-linejoin:round`;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Controls in many more styles than a theme has. On a page, all controls of a kind have the same style. */
export function createVariedControls(r, t) {
  const quiet = r.pick([t.sub, t.line, t.on, t.sub, t.dark ? "#777" : "#bbb"]);
  const strong = r.pick([t.accent, t.accent, t.accent, t.accent2, t.on, t.dark ? "#eee" : "#222"]);
  const onStrong = strong === t.on || strong.startsWith("#") ? t.bg : t.onAccent;
  const paper = r.pick(["transparent", "transparent", t.field, t.surface, t.dark ? "#111" : "#fff"]);
  const stroke = r.pick([1, 1, 1.5, 2, 2, 2.5, 3]);
  return {
    checkbox: checkbox(r, t, { quiet, strong, onStrong, paper, stroke }),
    radio: radio(r, t, { quiet, strong, onStrong, paper, stroke }),
    switch: toggle(r, t, { quiet, strong, onStrong }),
    slider: slider(r, t, { strong }),
    field: field(r, t, { strong, quiet }),
  };
}

function checkbox(r, t, { quiet, strong, onStrong, paper, stroke }) {
  const size = r.int(14, 28);
  const radius = r.pick([0, 1, 2, 2, 3, 4, 6, 8, size / 2]);
  const look = r.weighted({ full: 5, line: 3, pale: 1.5 });
  const sign = r.weighted({ [TICK]: 8, [CROSS]: 1, [DASH]: 1 });
  const shadow = r.chance(0.12) ? `box-shadow:${t.shadow};` : "";
  return (on = r.chance(0.5)) => {
    const fill = on && look === "full" ? strong : on && look === "pale" ? t.tonal : paper;
    const edge = on ? strong : quiet;
    return make(
      "span",
      `box-sizing:border-box;flex:none;display:inline-flex;align-items:center;justify-content:center;width:${size}px;height:${size}px;border-radius:${radius}px;border:${stroke}px solid ${edge};background:${fill};${shadow}`,
      "checkbox",
      [on ? drawSign(sign, size * r.real(0.6, 0.9), look === "full" ? onStrong : strong, r.real(1.5, 3)) : null],
    );
  };
}

function radio(r, t, { quiet, strong, onStrong, paper, stroke }) {
  const size = r.int(14, 28);
  const look = r.weighted({ dot: 6, hole: 2, tick: 1.2, thick: 1.2, bare: 0.9 });
  const dot = size * r.real(0.35, 0.62);
  const shadow = r.chance(0.1) ? `box-shadow:${t.shadow};` : "";
  return (on = r.chance(0.4)) => {
    if (look === "bare")
      return make("span", `flex:none;display:inline-flex;width:${size}px;height:${size}px`, on ? "radio" : undefined, [
        on ? drawSign(TICK, size, strong, r.real(1.2, 2.5)) : null,
      ]);
    const full = on && (look === "hole" || look === "tick");
    const width = on && look === "thick" ? size * 0.28 : stroke;
    const inner =
      !on || look === "thick"
        ? null
        : look === "tick"
          ? drawSign(TICK, size * 0.6, onStrong, 2)
          : make(
              "span",
              `width:${dot}px;height:${dot}px;border-radius:50%;background:${look === "hole" ? onStrong : strong}`,
            );
    return make(
      "span",
      `box-sizing:border-box;flex:none;display:inline-flex;align-items:center;justify-content:center;width:${size}px;height:${size}px;border-radius:50%;border:${width}px solid ${on ? strong : quiet};background:${full ? strong : paper};${shadow}`,
      "radio",
      [inner],
    );
  };
}

function toggle(r, t, { quiet, strong, onStrong }) {
  const look = r.weighted({ inside: 5, over: 4, outline: 2, square: 0.7, words: 0.6 });
  const h = look === "over" ? r.int(16, 26) : r.int(18, 34);
  const w = h * r.real(1.5, 2.3);
  const track = look === "over" ? h * r.real(0.4, 0.8) : h;
  const radius = look === "square" ? r.int(0, 4) : 99;
  const small = h * r.real(0.45, 0.85);
  const knobOff = r.pick(["#fff", "#fff", "#fafafa", quiet, t.sub]);
  const knobOn = look === "over" ? strong : r.pick(["#fff", "#fff", onStrong]);
  const shadow = r.chance(0.6) ? `box-shadow:0 1px ${r.int(2, 5)}px rgba(0,0,0,${r.real(0.2, 0.5).toFixed(2)})` : "";
  const off = r.pick([t.line, t.dark ? "#444" : "#ccc", t.dark ? "#666" : "#e2e2e2", t.dark ? "#333" : "#999"]);
  const signs = r.chance(0.15);
  return (on = r.chance(0.5)) => {
    const knob = look === "over" ? h : look === "outline" && !on ? small * 0.8 : small;
    const gap = look === "over" ? 0 : (h - knob) / 2;
    const edge =
      look === "outline" ? `box-sizing:border-box;border:${r.pick([1, 2])}px solid ${on ? strong : quiet};` : "";
    const fill = on
      ? `${strong};opacity:${look === "over" ? r.real(0.4, 0.6).toFixed(2) : 1}`
      : look === "outline"
        ? "transparent"
        : off;
    return make("span", `position:relative;flex:none;display:inline-block;width:${w}px;height:${h}px`, "switch", [
      make(
        "span",
        `position:absolute;left:0;right:0;top:${(h - track) / 2}px;height:${track}px;border-radius:${radius}px;${edge}background:${fill}`,
      ),
      look === "words"
        ? make(
            "span",
            `position:absolute;${on ? "left" : "right"}:5px;top:0;font:600 ${h * 0.4}px/${h}px Roboto;color:${on ? onStrong : t.on}`,
            undefined,
            [on ? "ON" : "OFF"],
          )
        : null,
      make(
        "span",
        `position:absolute;${on !== t.rtl ? "right" : "left"}:${gap}px;top:${(h - knob) / 2}px;width:${knob}px;height:${knob}px;border-radius:${look === "square" ? radius : knob}px;background:${on ? knobOn : knobOff};${shadow};display:flex;align-items:center;justify-content:center`,
        undefined,
        [signs ? drawSign(on ? TICK : CROSS, knob * 0.6, on ? strong : off, 2) : null],
      ),
    ]);
  };
}

function slider(r, t, { strong }) {
  const look = r.weighted({ round: 6, none: 1.5, bar: 1.5, hollow: 1.5, square: 0.5 });
  const bar = r.pick([2, 2, 3, 4, 4, 6, 8, 16]);
  const thumb = look === "none" ? 0 : Math.max(bar + 2, r.int(10, 28));
  const wide = look === "bar" ? r.int(3, 8) : thumb;
  const h = Math.max(14, thumb, bar);
  const rest = r.pick([t.line, t.dark ? "#555" : "#ccc", t.dark ? "#444" : "#e4e4e4", t.tonal]);
  const two = r.chance(0.12);
  const ticks = r.chance(0.12) ? r.int(3, 10) : 0;
  const fade = r.chance(0.25) ? 0 : 1;
  const round = r.chance(0.8) ? bar : 0;
  return (at = r.real(0, 1)) => {
    const places = two ? [at * 0.5, 0.5 + at * 0.5] : [at];
    const from = two ? places[0] : 0;
    const to = places.at(-1);
    const start = t.rtl ? "right" : "left";
    const line = (css) =>
      make("span", `position:absolute;top:${(h - bar) / 2}px;height:${bar}px;border-radius:${round}px;${css}`);
    return make("span", `position:relative;display:block;height:${h}px;width:100%;min-width:90px`, "slider", [
      line(`left:0;right:0;background:${rest}`),
      fade ? line(`${start}:${from * 100}%;width:${(to - from) * 100}%;background:${strong}`) : null,
      ...r.times(ticks, (i) =>
        make(
          "span",
          `position:absolute;left:${(i / Math.max(1, ticks - 1)) * 98 + 1}%;top:${h / 2 - 1}px;width:2px;height:2px;background:${t.on}`,
        ),
      ),
      ...(thumb ? places : []).map((place) =>
        make(
          "span",
          `position:absolute;box-sizing:border-box;${start}:calc(${place * 100}% - ${wide * place}px);top:${(h - thumb) / 2}px;width:${wide}px;height:${thumb}px;border-radius:${look === "square" ? 2 : 99}px;${look === "hollow" ? `border:${r.pick([2, 3])}px solid ${strong};background:${t.bg}` : `background:${r.pick([strong, strong, "#fff"])};box-shadow:0 1px 3px rgba(0,0,0,.4)`}`,
        ),
      ),
    ]);
  };
}

function field(r, t, { strong, quiet }) {
  const look = r.weighted({ outlined: 3, under: 3.5, filled: 3, filledUnder: 2, raised: 1.5, pale: 1 });
  const name = r.weighted({ inside: 4, floating: 3, none: 1 });
  const h = r.int(28, 64) * (0.5 + 0.5 * t.scale);
  const radius = look === "under" ? 0 : look === "filledUnder" ? r.int(0, 6) : r.pick([0, 2, 4, 4, 8, 12, 28]);
  const pad = look === "under" ? r.pick([0, 0, 2, 8]) : r.int(8, 18);
  const size = Math.min(h * 0.45, r.int(13, 17) * t.scale);
  const edge = r.pick([quiet, t.line, t.sub]);
  const css = {
    outlined: `border:${r.pick([1, 1, 1.5, 2])}px solid ${edge};`,
    under: `border-bottom:${r.pick([1, 1, 2])}px solid ${edge};`,
    filled: `background:${t.field};`,
    filledUnder: `background:${t.field};border-bottom:${r.pick([1, 2])}px solid ${edge};`,
    raised: `background:${t.surface};box-shadow:0 1px 4px rgba(0,0,0,.35);`,
    pale: `background:${t.surface};border:1px solid ${t.line};`,
  }[look];
  return (
    label,
    { value = r.chance(0.4) ? t.words.phrase(1, 3) : "", lines = r.chance(0.08) ? 3 : 1, icon = r.chance(0.2) } = {},
  ) => {
    const focused = r.chance(0.1);
    const high = lines > 1 ? r.int(72, 130) : h;
    const above = name === "floating" && (value || focused) && lines === 1;
    const shown = value || (above || name === "none" ? "" : label);
    const words = make(
      "span",
      `flex:1;min-width:0;overflow:hidden;white-space:nowrap;font-size:${size}px;color:${value ? t.on : t.sub};${lines > 1 ? "align-self:flex-start;padding-top:8px;" : ""}${above && look !== "outlined" && h > 44 ? "padding-top:12px;" : ""}`,
    );
    words.textContent = shown;
    const title =
      above && (look === "outlined" || h > 44)
        ? make(
            "span",
            `position:absolute;${look === "outlined" ? `top:-7px;background:${t.bg};padding:0 4px;` : "top:4px;"}${t.rtl ? "right" : "left"}:${pad}px;max-width:70%;overflow:hidden;white-space:nowrap;font-size:11px;line-height:14px;color:${focused ? strong : t.sub}`,
            undefined,
            [label],
          )
        : null;
    return make(
      "div",
      `position:relative;box-sizing:border-box;display:flex;align-items:center;gap:8px;height:${high}px;padding:0 ${pad}px;width:100%;border-radius:${radius}px;${css}${focused ? `border-color:${strong};` : ""}`,
      "field",
      [
        icon ? glyph(r, t, Math.min(20, h * 0.6), `color:${t.sub}`) : null,
        words,
        focused ? make("span", `width:2px;height:${size * 1.2}px;background:${strong}`) : null,
        r.chance(0.15) ? glyph(r, t, Math.min(20, h * 0.6), `color:${t.sub}`) : null,
        title,
      ],
    );
  };
}
