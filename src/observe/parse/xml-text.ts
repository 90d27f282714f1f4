import { lookUp } from "../../base/word-table.js";

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The value of an XML attribute as uiautomator meant it. Old releases write an emoji as the references of its two
 * UTF-16 halves (`&#55357;&#56842;`), which no XML parser accepts: they come together again here. References to
 * characters that XML forbids, and halves without their other half, are dropped.
 */
export function decodeAttribute(value: string): string {
  if (!value.includes("&")) return dropLoneSurrogates(ownCopy(value));
  const decoded = value.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return lookUp(NAMED, name) ?? all;
    return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
  return dropLoneSurrogates(decoded);
}

/** V8: SlicedString::kMinLength. */
const SHORTEST_VIEW = 13;

/**
 * The same text in its own memory. V8 makes a longer part of a string a view of the whole: one label
 * that is kept would keep the whole dump.
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
