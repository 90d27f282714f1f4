import type { Role } from "../../screen/element.js";

/** One colour per kind of control, all dark enough for white letters; red is reserved for the previous target. */
const BY_ROLE: Readonly<Record<Role, string>> = {
  button: "#1a56c4",
  field: "#00666b",
  dropdown: "#4c4a9e",
  checkbox: "#146c2e",
  switch: "#146c2e",
  radio: "#146c2e",
  slider: "#665a00",
  progress: "#665a00",
  tab: "#7d3c98",
  row: "#8c4a00",
  list: "#5f6368",
  pager: "#5f6368",
  scroll: "#5f6368",
  image: "#97267f",
  text: "#3c4043",
  web: "#3c4043",
  canvas: "#3c4043",
  group: "#3c4043",
};

/** The colours of letters, and of the halo around lines and labels. */
export const MARK_LIGHT = "#ffffff";
/** The colour of the frame around the previous target. */
export const PREVIOUS_COLOR = "#d50000";

/** The colour of an element's frame and label. */
export function markColor(role: Role): string {
  return BY_ROLE[role];
}

/** Contrast of two colours `#rrggbb`, 1–21, as WCAG 2 defines it. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance, 0–1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
