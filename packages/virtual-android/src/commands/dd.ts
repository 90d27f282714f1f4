import { bytesOf } from "../toybox/lines.js";
import { defineTool } from "../toybox/tool.js";

/** Copies part of a file: only `if=`, `bs=`, `skip=` and `count=` are supported. */
export const dd = defineTool({
  name: "dd",
  async run(tool) {
    const words = new Map(tool.args.map((arg) => [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)]));
    const unknown = [...words.keys()].find((name) => !["if", "bs", "skip", "count"].includes(name));
    if (unknown !== undefined) {
      await tool.complain(`unknown operand ${unknown}`);
      return undefined;
    }
    const number = (name: string, absent: number) => Number(words.get(name) ?? absent);
    const [size, from] = [number("bs", 512), number("skip", 0)];
    const path = words.get("if");
    for await (const input of tool.inputs(path === undefined ? [] : [path])) {
      const bytes = await bytesOf(input.chunks());
      const part = bytes.subarray(from * size, (from + number("count", Number.MAX_SAFE_INTEGER / size)) * size);
      await tool.write(part);
      const blocks = `${Math.floor(part.length / size)}+${part.length % size > 0 ? 1 : 0}`;
      await tool.call.stderr.write(`${blocks} records in\n${blocks} records out\n${part.length} bytes copied\n`);
    }
    return undefined;
  },
});
