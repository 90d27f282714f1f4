import { defineTool, type Input, type Tool } from "../toybox/tool.js";

/** Prints the start of files. */
export const head = defineTool({
  name: "head",
  flags: "qv",
  values: "cn",
  numberOption: "n",
  async run(tool) {
    const isNamed = tool.has("v") || (tool.args.length > 1 && !tool.has("q"));
    let count = 0;
    for await (const input of tool.inputs()) {
      if (isNamed)
        await tool.write(`${count > 0 ? "\n" : ""}==> ${input.name === "-" ? "standard input" : input.name} <==\n`);
      count += 1;
      if (tool.has("c")) await copyBytes(tool, input, tool.number("c", 0));
      else await copyLines(tool, input, tool.number("n", 10));
    }
    return undefined;
  },
});

async function copyBytes(tool: Tool, input: Input, limit: number): Promise<void> {
  let left = limit;
  if (left <= 0) return;
  for await (const chunk of input.chunks()) {
    await tool.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) return;
  }
}

async function copyLines(tool: Tool, input: Input, limit: number): Promise<void> {
  let left = limit;
  if (left <= 0) return;
  for await (const chunk of input.chunks()) {
    let end = 0;
    while (left > 0 && end < chunk.length) {
      const at = chunk.indexOf(10, end);
      end = at < 0 ? chunk.length : at + 1;
      if (at >= 0) left -= 1;
    }
    await tool.write(chunk.subarray(0, end));
    if (left <= 0) return;
  }
}
