import type { Color } from "../draw/color.js";

/** The colours of widgets by name; the values depend on the phone's light or dark theme. */
const LIGHT = {
  background: 0xfffdfbff,
  surface: 0xffffffff,
  surfaceDim: 0xffeff0f7,
  surfaceHigh: 0xffe4e6f0,
  primary: 0xff3f5aa9,
  onPrimary: 0xffffffff,
  primarySoft: 0xffdbe1ff,
  onPrimarySoft: 0xff00174b,
  accent: 0xff006b5b,
  accentSoft: 0xffc9f0e4,
  text: 0xff1b1b1f,
  textSoft: 0xff5b5d67,
  textFaint: 0xff8d909b,
  outline: 0xff757780,
  divider: 0xffe1e2ec,
  error: 0xffba1a1a,
  errorSoft: 0xffffdad6,
  scrim: 0x66000000,
  inverse: 0xff2f3036,
  onInverse: 0xfff2f0f4,
  inversePrimary: 0xffb5c4ff,
  keyboard: 0xffe6e8f0,
  key: 0xffffffff,
  keyDark: 0xffc9cddb,
} as const;

const DARK: Readonly<Record<keyof typeof LIGHT, Color>> = {
  background: 0xff121318,
  surface: 0xff1d1e25,
  surfaceDim: 0xff24262e,
  surfaceHigh: 0xff33353f,
  primary: 0xffb5c4ff,
  onPrimary: 0xff05297a,
  primarySoft: 0xff2a4290,
  onPrimarySoft: 0xffdbe1ff,
  accent: 0xff7fd8c2,
  accentSoft: 0xff005044,
  text: 0xffe5e4ea,
  textSoft: 0xffb3b4bf,
  textFaint: 0xff868893,
  outline: 0xff8f919b,
  divider: 0xff34363f,
  error: 0xffffb4ab,
  errorSoft: 0xff93000a,
  scrim: 0x99000000,
  inverse: 0xffe5e4ea,
  onInverse: 0xff2f3036,
  inversePrimary: 0xff3f5aa9,
  keyboard: 0xff23252d,
  key: 0xff3a3d48,
  keyDark: 0xff2c2e38,
};

export type ThemeColor = keyof typeof LIGHT;

/** A fixed colour, or the name of a colour of the theme. */
export type Paint = Color | ThemeColor;

export function colorOf(paint: Paint, isDark: boolean): Color {
  if (typeof paint === "number") return paint;
  return (isDark ? DARK : LIGHT)[paint];
}
