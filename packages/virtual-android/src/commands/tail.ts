import { bytesOf } from "../toybox/lines.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** How often `-f` checks for new bytes. */
const FOLLOW_MS = 100;

/** Prints the end of files; -f follows one file. */
export const tail = defineTool({
  name: "tail",
  flags: "f",
  values: "cn",
  numberOption: "n",
  async run(tool) {
    const [first] = tool.args;
    const isOldStyle = first !== undefined && /^\+\d+$/.test(first);
    const count = isOldStyle ? first : (tool.value("c") ?? tool.value("n") ?? "10");
    const paths = isOldStyle ? tool.args.slice(1) : tool.args;
    let printed = 0;
    for await (const input of tool.inputs(paths)) {
      if (paths.length > 1) await tool.write(`${printed > 0 ? "\n" : ""}==> ${input.name} <==\n`);
      printed += 1;
      const bytes = await bytesOf(input.chunks());
      await tool.write(tool.has("c") ? lastBytes(bytes, count) : lastLines(bytes, count));
      if (tool.has("f") && input.name !== "-") await follow(tool, input.name, bytes.length);
    }
    return undefined;
  },
});

function lastBytes(bytes: Buffer, count: string): Buffer {
  const number = Math.abs(Number(count));
  if (count.startsWith("+")) return bytes.subarray(Math.max(0, number - 1));
  return number === 0 ? Buffer.alloc(0) : bytes.subarray(-number);
}

function lastLines(bytes: Buffer, count: string): Buffer {
  const number = Math.abs(Number(count));
  if (count.startsWith("+")) return bytes.subarray(startOfLine(bytes, number - 1));
  if (number === 0) return Buffer.alloc(0);
  let at = bytes.length - 1;
  for (let lines = 0; lines < number && at >= 0; lines += 1) at = at === 0 ? -1 : bytes.lastIndexOf(10, at - 1);
  return bytes.subarray(at + 1);
}

/** The offset after this number of line breaks. */
function startOfLine(bytes: Buffer, breaks: number): number {
  let at = 0;
  for (let seen = 0; seen < breaks; seen += 1) {
    const next = bytes.indexOf(10, at);
    if (next < 0) return bytes.length;
    at = next + 1;
  }
  return at;
}

async function follow(tool: Tool, path: string, from: number): Promise<void> {
  let position = from;
  for (;;) {
    await tool.call.sleep(FOLLOW_MS);
    const bytes = tool.files.read(path);
    if (!bytes || bytes.length <= position) continue;
    await tool.write(bytes.subarray(position));
    position = bytes.length;
  }
}
