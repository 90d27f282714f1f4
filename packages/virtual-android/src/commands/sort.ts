import { type Line, linesOf } from "../toybox/lines.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Sorts lines. */
export const sort = defineTool({
  name: "sort",
  flags: "bcfgiMnrsuVxz",
  values: "kot",
  async run(tool) {
    const lines: Line[] = [];
    for await (const input of tool.inputs()) {
      for await (const line of linesOf(input.chunks())) lines.push(line);
    }
    const texts = lines.map((line) => line.bytes.toString());
    const compare = comparatorOf(tool);
    const sorted = texts.sort((a, b) => compare(a, b) || (tool.has("u") || tool.has("s") ? 0 : byText(a, b, tool)));
    const kept = tool.has("u")
      ? sorted.filter((text, index) => index === 0 || compare(sorted[index - 1] ?? "", text) !== 0)
      : sorted;
    const output = kept.map((text) => `${text}\n`).join("");
    const target = tool.value("o");
    if (target === undefined) await tool.write(output);
    else await tool.attempt(() => tool.files.write(target, Buffer.from(output)));
    return tool.status === 0 ? 0 : 2;
  },
});

type Compare = (a: string, b: string) => number;

function byText(a: string, b: string, tool: Tool): number {
  return (a < b ? -1 : Number(a > b)) * (tool.has("r") ? -1 : 1);
}

function comparatorOf(tool: Tool): Compare {
  const keys = tool.values("k").map((key) => keyComparator(tool, key));
  if (keys.length === 0) return plainComparator(tool, "");
  return (a, b) => {
    for (const key of keys) {
      const order = key(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** A key `FROM[.C][OPTIONS][,TO]`; positions of characters inside fields are not supported here. */
function keyComparator(tool: Tool, key: string): Compare {
  const [, from = "1", letters = "", to] = /^(\d+)(?:\.\d+)?([a-zA-Z]*)(?:,(\d+))?/.exec(key) ?? [];
  const compare = plainComparator(tool, letters);
  const separator = tool.value("t");
  const field = (text: string) => {
    const fields = separator === undefined ? text.trimStart().split(/\s+/) : text.split(separator);
    return fields.slice(Number(from) - 1, to === undefined ? undefined : Number(to)).join(separator ?? " ");
  };
  return (a, b) => compare(field(a), field(b));
}

function plainComparator(tool: Tool, letters: string): Compare {
  const has = (letter: string) => letters.includes(letter) || (letters === "" && tool.has(letter));
  const sign = has("r") ? -1 : 1;
  const fold = (text: string) => (has("f") ? text.toUpperCase() : text);
  if (has("n") || has("g")) return (a, b) => sign * (numberIn(a) - numberIn(b));
  return (a, b) => {
    const [left, right] = [fold(a), fold(b)];
    return sign * (left < right ? -1 : Number(left > right));
  };
}

function numberIn(text: string): number {
  return Number.parseFloat(text) || 0;
}
