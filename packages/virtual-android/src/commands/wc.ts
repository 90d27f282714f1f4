import { bytesOf } from "../toybox/lines.js";
import { defineTool, type Tool } from "../toybox/tool.js";

const ALL = ["l", "w", "c", "m"] as const;

type Counts = Readonly<Record<(typeof ALL)[number], number>>;

/** Counts lines, words, bytes and characters. */
export const wc = defineTool({
  name: "wc",
  flags: "lwcm",
  async run(tool) {
    const wanted = ALL.filter((letter) => tool.has(letter));
    const columns = wanted.length > 0 ? wanted : (["l", "w", "c"] as const);
    const rows: Counts[] = [];
    for await (const input of tool.inputs()) {
      const counts = countIn(await bytesOf(input.chunks()));
      rows.push(counts);
      await tool.write(rowOf(tool, columns, { ...counts, name: tool.args.length > 0 ? input.name : "" }));
    }
    if (tool.args.length > 1) await tool.write(rowOf(tool, columns, { ...sumOf(rows), name: "total" }));
    return undefined;
  },
});

function countIn(bytes: Buffer): Counts {
  const text = bytes.toString();
  const words = text.match(/\S+/g)?.length ?? 0;
  return { l: text.split("\n").length - 1, w: words, c: bytes.length, m: [...text].length };
}

function sumOf(rows: readonly Counts[]): Counts {
  const total = (letter: keyof Counts) => rows.reduce((sum, row) => sum + row[letter], 0);
  return { l: total("l"), w: total("w"), c: total("c"), m: total("m") };
}

/** Numbers are padded to columns if there are several files, or if there are no arguments at all. */
function rowOf(tool: Tool, columns: readonly (keyof Counts)[], row: Counts & { readonly name: string }): string {
  const isPadded = tool.args.length > 1 || (tool.args.length === 0 && !ALL.some((letter) => tool.has(letter)));
  const numbers = columns.map((letter) => String(row[letter]).padStart(isPadded ? 7 : 0));
  return `${[...numbers, ...(row.name === "" ? [] : [row.name])].join(" ")}\n`;
}
