import { lookUp } from "../../base/word-table.js";

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Decodes the value of an XML attribute. Old releases of uiautomator write an emoji as references to its two UTF-16
 * surrogates (`&#55357;&#56842;`), which no XML parser accepts: they are joined here. References to characters that XML
 * forbids, and surrogates without a pair, are dropped.
 */
export function decodeAttribute(value: string): string {
  if (!value.includes("&")) return dropLoneSurrogates(ownCopy(value));
  const decoded = value.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return lookUp(NAMED, name) ?? all;
    return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
  return dropLoneSurrogates(decoded);
}

/** The length from which V8 makes a view (SlicedString::kMinLength). */
const SHORTEST_VIEW = 13;

/**
 * The same text in its own memory. In V8 a longer part of a string is a view of the whole string: a single kept label
 * would keep the whole dump in memory.
 */
function ownCopy(text: string): string {
  return text.length < SHORTEST_VIEW ? text : ` ${text}`.slice(1);
}

function characterOf(code: number): string {
  const isForbidden = (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code > 0x10ffff;
  if (isForbidden) return "";
  return code >= 0xd800 && code <= 0xdfff ? String.fromCharCode(code) : String.fromCodePoint(code);
}

function dropLoneSurrogates(text: string): string {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "");
}
