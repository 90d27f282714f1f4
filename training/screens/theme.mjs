import { createWords, isRightToLeft, pickLanguage } from "./words.mjs";

const FONTS = ["Roboto", "Open Sans", "Noto Sans", "DejaVu Sans", "Noto Serif", "sans-serif", "Roboto", "Roboto"];
const STYLES = { m3: 5, m2: 4, m1: 2, holo: 1, ios: 2, flat: 4, brand: 4, brutal: 1 };

const hsl = (h, s, l, a = 1) => `hsla(${h.toFixed(0)},${s.toFixed(0)}%,${l.toFixed(0)}%,${a})`;

/** Chooses the style and the language of one screen. `icons` is a list of `{ family, codes, weight }`. */
export function createTheme(r, icons, fixed = {}) {
  const style = fixed.style ?? r.weighted(STYLES);
  const dark = fixed.dark ?? r.chance(0.35);
  const hue = r.real(0, 360);
  const strength = r.chance(0.2) ? r.real(0, 20) : r.real(45, 95);
  const tint = style === "m3" || r.chance(0.3) ? r.real(5, 25) : 0;
  const base = dark ? r.real(0, 16) : r.chance(0.6) ? 100 : r.real(92, 99);
  const accentLight = dark ? r.real(45, 75) : r.real(30, 58);
  const language = r.chance(0.5) ? "en" : pickLanguage(r);
  const square = style === "holo" || style === "brutal";
  return {
    style,
    dark,
    language,
    rtl: isRightToLeft(language),
    words: createWords(r, language),
    font: r.pick(FONTS),
    icons: r.pick(icons),
    accent: hsl(hue, strength, accentLight),
    onAccent: accentLight > 62 ? "#111" : "#fff",
    tonal: hsl(hue, Math.min(strength, 60), dark ? 26 : 88),
    accent2: hsl((hue + r.pick([30, 120, 180, 210])) % 360, strength, accentLight),
    bg: hsl(hue, tint, base),
    surface: hsl(hue, tint, dark ? base + r.real(0, 9) : r.chance(0.7) ? 100 : base - r.real(0, 5)),
    field: hsl(hue, tint, dark ? base + 10 : 94),
    on: dark ? hsl(hue, 5, r.real(85, 100)) : hsl(hue, 10, r.real(0, 18)),
    sub: dark ? hsl(hue, 5, r.real(55, 72)) : hsl(hue, 5, r.real(38, 60)),
    line: dark ? hsl(hue, 5, base + 14) : hsl(hue, 8, r.real(78, 90)),
    radius: square ? r.int(0, 3) : r.int(2, 26),
    buttonRadius: square ? r.int(0, 2) : r.pick([2, 4, 6, 8, 12, 20, 100]),
    shadow: r.chance(0.5) ? `0 ${r.int(1, 5)}px ${r.int(2, 14)}px rgba(0,0,0,${r.real(0.1, 0.4).toFixed(2)})` : "none",
    border: r.chance(0.3),
    dividers: r.chance(0.5),
    grouped: r.chance(0.35),
    pad: r.int(8, 24),
    scale: r.chance(0.75) ? 1 : r.pick([0.85, 1.15, 1.3, 1.5]),
    tight: r.real(0.75, 1.25),
    upper: (style === "m1" || style === "m2" || style === "holo") && r.chance(0.7),
    barFilled: r.chance(style === "m1" || style === "m2" ? 0.8 : 0.25),
  };
}
