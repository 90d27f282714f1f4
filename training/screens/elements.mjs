import { drawPicture } from "./pictures.mjs";

/**
 * Makes an element. `kind` marks it as a target of the truth. Styles are given as CSS text.
 */
export function make(tag, css = "", kind, children = []) {
  const element = document.createElement(tag);
  element.style.cssText = css;
  if (kind) element.dataset.k = kind;
  element.append(...children.filter(Boolean));
  return element;
}

/** Marks the parts of a library's widget that are drawn; its other parts are invisible. */
export function drawn(element, selectors) {
  element.dataset.drawn = selectors;
  return element;
}

const pictures = [];
export function picture(r, css, kind = "image") {
  if (pictures.length < 60) pictures.push(drawPicture(r, r.int(80, 200), r.int(80, 200)));
  const url = r.pick(pictures);
  return make("div", `${css};background:url(${url}) center/cover`, kind);
}

/** Icons that are common in real apps, many of them thin: arrows, dots, crosses, magnifiers. */
const COMMON = [
  0xe5c4, 0xe5c4, 0xe5e0, 0xe5cd, 0xe5cd, 0xe5d2, 0xe5d4, 0xe5d4, 0xe5d3, 0xe8b6, 0xe8b6, 0xe145, 0xe5cc, 0xe5cc,
  0xe5cb, 0xe5cf, 0xe5ca, 0xe8b8, 0xe80d, 0xe87d, 0xe87e, 0xe037, 0xe034, 0xe044, 0xe045, 0xe872, 0xe3c9, 0xe88a,
  0xe7fd, 0xe7f4, 0xe8cc, 0xe838, 0xe029, 0xe163, 0xe166, 0xe15a, 0xe896, 0xe2c4, 0xe040, 0xe0b9, 0xe89e,
];
const COMMON_FAMILIES = ["material-icons", "material-icons-outlined", "material-icons-round"];

export function glyph(r, t, size, css = "", kind) {
  const common = !t.icons.held && r.chance(0.45);
  const code = r.pick(common ? COMMON : t.icons.codes);
  const family = common ? r.pick(COMMON_FAMILIES) : t.icons.family;
  const span = make(
    "span",
    `font:normal 400 ${size}px/1 "${family}";width:${size}px;height:${size}px;display:inline-flex;align-items:center;justify-content:center;overflow:hidden;flex:none;letter-spacing:0;${css}`,
    kind,
  );
  span.textContent = String.fromCodePoint(code);
  return span;
}

export function text(t, words, size, css = "") {
  const span = make("span", `font-size:${(size * t.scale).toFixed(1)}px;line-height:1.3;${css}`, "text");
  span.textContent = words;
  return span;
}

export const column = (css, children) => make("div", `display:flex;flex-direction:column;${css}`, undefined, children);
export const across = (css, children) => make("div", `display:flex;align-items:center;${css}`, undefined, children);

/** A layer at a fixed position on the screen. */
export const at = (css, children) => make("div", `position:absolute;${css}`, undefined, children);
