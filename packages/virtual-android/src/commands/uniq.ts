import { type Line, linesOf } from "../toybox/lines.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Merges equal lines that follow each other. */
export const uniq = defineTool({
  name: "uniq",
  flags: "cdiu",
  async run(tool) {
    let current: Line | null = null;
    let count = 0;
    for await (const input of tool.inputs(tool.args.slice(0, 1))) {
      for await (const line of linesOf(input.chunks())) {
        if (current !== null && same(tool, current, line)) {
          count += 1;
          continue;
        }
        if (current !== null) await report(tool, current, count);
        current = line;
        count = 1;
      }
    }
    if (current !== null) await report(tool, current, count);
    return undefined;
  },
});

function same(tool: Tool, a: Line, b: Line): boolean {
  if (a.hasBreak !== b.hasBreak) return false; // toybox also compares the line breaks
  const [left, right] = [a.bytes.toString(), b.bytes.toString()];
  return tool.has("i") ? left.toLowerCase() === right.toLowerCase() : left === right;
}

async function report(tool: Tool, line: Line, count: number): Promise<void> {
  if ((tool.has("d") && count === 1) || (tool.has("u") && count > 1)) return;
  const before = tool.has("c") ? `${String(count).padStart(7)} ` : "";
  await tool.write(Buffer.concat([Buffer.from(before), line.bytes, Buffer.from(line.hasBreak ? "\n" : "")]));
}
