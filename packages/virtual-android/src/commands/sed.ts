import { bytesOf } from "../toybox/lines.js";
import { BadPattern } from "../toybox/posix-regexp.js";
import { SedMachine } from "../toybox/sed-machine.js";
import { parseSedScript, type SedCommand } from "../toybox/sed-script.js";
import { defineTool, type Input, type Tool, UsageError } from "../toybox/tool.js";

/** sed without labels, branches, `r` and `w`. */
export const sed = defineTool({
  name: "sed",
  flags: "Ernsiz",
  values: "ef",
  async run(tool) {
    const { script, paths } = scriptOf(tool);
    const machine = new SedMachine(script, tool.has("n"));
    if (tool.has("i")) {
      for await (const input of tool.inputs(paths)) await editInPlace(tool, input, machine);
      return undefined;
    }
    const texts: string[] = [];
    for await (const input of tool.inputs(paths)) texts.push((await bytesOf(input.chunks())).toString());
    await tool.write(edited(texts.join(""), machine));
    return undefined;
  },
});

function scriptOf(tool: Tool): { script: readonly SedCommand[]; paths: readonly string[] } {
  const given = [
    ...tool.values("e"),
    ...tool.values("f").map((path) => Buffer.from(tool.files.read(path) ?? []).toString()),
  ];
  const paths = given.length > 0 ? tool.args : tool.args.slice(1);
  const text = given.length > 0 ? given.join("\n") : tool.args[0];
  if (text === undefined) throw new UsageError("Needs 1 argument");
  try {
    return { script: parseSedScript(text, tool.has("E") || tool.has("r")), paths };
  } catch (error) {
    if (error instanceof BadPattern) throw new UsageError(`bad regex '${text}': ${error.message}`);
    throw error;
  }
}

/** If the last line has no line break, neither has its output. */
function edited(text: string, machine: SedMachine): string {
  if (text === "") return "";
  const hasBreak = text.endsWith("\n");
  const lines = machine.run((hasBreak ? text.slice(0, -1) : text).split("\n"));
  return lines.length === 0 ? "" : lines.join("\n") + (hasBreak ? "\n" : "");
}

async function editInPlace(tool: Tool, input: Input, machine: SedMachine): Promise<void> {
  const text = (await bytesOf(input.chunks())).toString();
  await tool.attempt(() => tool.files.write(input.name, Buffer.from(edited(text, machine))));
}
