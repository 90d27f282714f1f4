// The texts of an Android resource file: [name, text], without markup and aapt escapes.

import { readFileSync } from "node:fs";
import { XMLParser } from "fast-xml-parser";

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", stopNodes: ["resources.string"] });

export function textsOfXml(path) {
  const strings = parser.parse(readFileSync(path, "utf8")).resources?.string ?? [];
  return [strings].flat().flatMap((one) => {
    const text = plainText(String(one["#text"] ?? ""));
    return one.name === undefined || text === "" || text.startsWith("@") ? [] : [[one.name, text]];
  });
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plainText(raw) {
  return raw
    .replace(/<!\[CDATA\[|\]\]>|<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
      name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/^"(.*)"$/s, "$1")
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\\n/g, " ")
    .replace(/\\(.)/g, "$1")
    .trim();
}
