import { quoteLabel } from "./label.js";
import { classReader } from "./role.js";
import { attributeNamed } from "./selector-words.js";

/** Translations of selectors from other tools; none if the text is not in the syntax of one. */
export function foreignSpellings(text: string): readonly string[] {
  return FOREIGN.flatMap((spell) => spell(text)).slice(0, 2);
}

type Spell = (text: string) => readonly string[];

const NUMBER = /\d{1,5}/g;

/** `540.5,1200.2` in pixels, `0.5,0.62` as shares of the screen. */
const fraction: Spell = (text) => {
  const pair = /^[[(]?\s*(\d{1,5}(?:\.\d{1,9})?)\s*,\s*(\d{1,5}(?:\.\d{1,9})?)\s*[\])]?$/.exec(text);
  const [x = 0, y = 0] = (pair ?? []).slice(1).map(Number);
  if (!pair || (Number.isInteger(x) && Number.isInteger(y))) return [];
  if (x <= 1 && y <= 1) return [`${Math.round(x * 100)}%,${Math.round(y * 100)}%`];
  return [`${Math.round(x)},${Math.round(y)}`];
};

/** `100 200`, `{"x":540,"y":1200}`, `x=540, y=1200`, `[0,0][1080,200]`: a point; for a rectangle its centre. */
const point: Spell = (text) => {
  if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return [quoteLabel(text)];
  if (fraction(text).length > 0 || !/^[[({"x:=\s]*\d[\d\s.,:;="xy[\](){}]*$/i.test(text)) return [];
  const [x = 0, y = 0, ...corner] = (text.match(NUMBER) ?? []).map(Number);
  const [right, bottom, ...more] = corner;
  const isWords = /^\d+\s+\d+$/.test(text);
  if (right === undefined) return /\d\D+\d/.test(text) ? [`${x},${y}`, ...(isWords ? [quoteLabel(text)] : [])] : [];
  if (bottom === undefined || more.length > 0) return [];
  return [`${Math.round((x + right) / 2)},${Math.round((y + bottom) / 2)}`];
};

/** `@e12`, `[ref=e12]`, `E12`. */
const ref: Spell = (text) => {
  const number = /^[@[]*(?:ref\s*[:=]\s*)?["']?e0*([1-9]\d{0,8})["']?\]?$/i.exec(text)?.[1];
  return number === undefined ? [] : [`e${number}`];
};

/** `@id/login`, `@+id/login`. */
const id: Spell = (text) => {
  const name = /^@\+?([\w.]+:)?id\/([\w.-]+)$/.exec(text);
  return name ? [`${name[1] ?? ""}id/${name[2]}`] : [];
};

/** `text: Sign up`, `id: login`. */
const attribute: Spell = (text) => {
  const [, name = "", value = ""] = /^([\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
  const kind = attributeNamed(name);
  if (kind === undefined || value === "") return [];
  const bare = value.replace(/^["'](.*)["']$/s, "$1");
  return [`${name}=${kind === "ref" ? bare : quoteLabel(bare)}`, quoteLabel(text)];
};

/** Whether a text is an XPath. */
export function isXPath(text: string): boolean {
  return /^\s*\(*\/\/|^\s*\/hierarchy\b/.test(text);
}

const ATTRIBUTE_IN_XPATH = /@([\w-]+)\s*(=|,)\s*(?:"([^"]*)"|'([^']*)')/g;

/** `//android.widget.Button[@text="Save"]`: its last step. */
const xpath: Spell = (text) => {
  if (!isXPath(text)) return [];
  const step =
    text
      .replace(/\[[^[\]]*\]/g, "")
      .split("/")
      .at(-1) ?? "";
  const role = roleOfClass(step.replace(/^[a-z-]+::/, ""));
  const parts = [...text.matchAll(ATTRIBUTE_IN_XPATH)].flatMap(([, name = "", sign, ...values]) => {
    const value = values.find((one) => one !== undefined) ?? "";
    const kind = attributeNamed(name);
    if (kind === "id") return [`id=${quoteLabel(value)}`];
    return kind === "label" ? [`${sign === "," ? "~" : ""}${quoteLabel(value)}`] : [];
  });
  const spelling = [...(role === null ? [] : [role]), ...parts].join(" ");
  return spelling === "" ? [] : [spelling];
};

/** `android.widget.Button`. */
const className: Spell = (text) => {
  const role = /^(?:android|androidx|com)\.[\w.]*$/.test(text) ? roleOfClass(text) : null;
  return role === null ? [] : [role];
};

const UI_SELECTOR = /(text|textContains|description|descriptionContains|resourceId)\(\s*["']([^"']*)["']\s*\)/g;

/** `new UiSelector().text("Save")`. */
const uiSelector: Spell = (text) => {
  if (!/^new\s+UiSelector/.test(text)) return [];
  const parts = [...text.matchAll(UI_SELECTOR)].map(([, method = "", value = ""]) =>
    method === "resourceId"
      ? `id=${quoteLabel(value)}`
      : `${method.endsWith("Contains") ? "~" : ""}${quoteLabel(value)}`,
  );
  return parts.length === 0 ? [] : [parts.join(" ")];
};

const FOREIGN: readonly Spell[] = [fraction, point, ref, id, attribute, xpath, className, uiSelector];

function roleOfClass(name: string): string | null {
  return classReader()({ className: name }) ?? null;
}
