import { linesOf } from "../toybox/lines.js";
import { defineTool, type Tool, UsageError } from "../toybox/tool.js";

/** A range of numbers from 1; both ends are included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Prints columns of lines. */
export const cut = defineTool({
  name: "cut",
  flags: "sDn",
  values: "bcfdFO",
  async run(tool) {
    const list = tool.value("b") ?? tool.value("c") ?? tool.value("f");
    if (list === undefined) throw new UsageError(`no -CFcf (see "cut --help")`);
    const ranges = list.split(",").map(parseRange);
    for await (const input of tool.inputs()) {
      for await (const line of linesOf(input.chunks())) {
        const kept = tool.has("b") ? select([...line.bytes], ranges) : null;
        const text = kept ? Buffer.from(kept) : cutText(tool, line.bytes.toString(), ranges);
        if (text !== null) await tool.write(Buffer.concat([Buffer.from(text), Buffer.from("\n")]));
      }
    }
    return undefined;
  },
});

function parseRange(text: string): Range {
  const [, first, dash = "", last = ""] = /^(\d*)(?:(-)(\d*))?$/.exec(text) ?? [];
  if (first === undefined || text === "" || text === "-") throw new UsageError(`bad ${text}`);
  const start = first === "" ? 1 : Number(first);
  return { first: start, last: dash === "" ? start : last === "" ? Number.POSITIVE_INFINITY : Number(last) };
}

function select<T>(items: readonly T[], ranges: readonly Range[]): T[] {
  return items.filter((_, index) => ranges.some(({ first, last }) => index + 1 >= first && index + 1 <= last));
}

/** The selected parts; null if -s drops the line. */
function cutText(tool: Tool, text: string, ranges: readonly Range[]): string | null {
  if (!tool.has("f")) return select([...text], ranges).join("");
  const delimiter = tool.value("d") ?? "\t";
  if (!text.includes(delimiter)) return tool.has("s") ? null : text;
  return select(text.split(delimiter), ranges).join(delimiter);
}
