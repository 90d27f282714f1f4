import { abortable } from "../../../../src/base/signals.js";
import { SystemError } from "../linux/errno.js";
import { bytesOf } from "../toybox/lines.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** toybox's default limit of one command line, in bytes. */
const MOST_BYTES = 131_072;

/** Builds command lines from its input. */
export const xargs = defineTool({
  name: "xargs",
  flags: "0optr",
  values: "EnPs",
  stopsAtFirst: true,
  async run(tool) {
    const words: string[] = [];
    for await (const input of tool.inputs(["-"]))
      words.push(...wordsOf((await bytesOf(input.chunks())).toString(), tool.has("0")));
    const command = tool.args.length > 0 ? tool.args : ["echo"];
    if (words.length === 0 && tool.has("r")) return 0;
    let status = 0;
    for (const group of groupsOf(words, tool.number("n", Number.POSITIVE_INFINITY))) {
      const result = await runOne(tool, [...command, ...group]);
      if (result >= 126) return result;
      if (result !== 0) status = 123;
    }
    return status;
  },
});

function wordsOf(text: string, isNullSeparated: boolean): readonly string[] {
  return text.split(isNullSeparated ? "\0" : /\s+/).filter((word) => word !== "");
}

/** At least one group, so that the command runs once even without words. */
function groupsOf(words: readonly string[], most: number): readonly (readonly string[])[] {
  const groups: string[][] = [[]];
  let size = 0;
  for (const word of words) {
    const group = groups[groups.length - 1] ?? [];
    size += Buffer.byteLength(word) + 1;
    if (group.length > 0 && (group.length >= most || size > MOST_BYTES)) {
      groups.push([word]);
      size = Buffer.byteLength(word) + 1;
    } else group.push(word);
  }
  return groups;
}

async function runOne(tool: Tool, argv: readonly string[]): Promise<number> {
  const { process, system } = tool.call;
  try {
    const child = system.spawn(process, argv, { descriptors: process.descriptors.copy() });
    return (await abortable(child.ended, process.signal)).status;
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    await tool.complain(`exec ${argv[0]}: ${error.message}`);
    return error.errno === "ENOENT" ? 127 : 126;
  }
}
