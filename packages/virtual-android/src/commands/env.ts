import { runOther } from "../toybox/run-other.js";
import { defineTool } from "../toybox/tool.js";

/** Runs a program with a changed environment, or prints the environment. */
export const env = defineTool({
  name: "env",
  flags: "i0",
  values: "u",
  stopsAtFirst: true,
  async run(tool) {
    const { process } = tool.call;
    const variables = new Map(tool.has("i") ? [] : process.env);
    for (const name of tool.values("u")) variables.delete(name);
    const first = tool.args.findIndex((word) => !/^[^=]+=/.test(word));
    const count = first < 0 ? tool.args.length : first;
    for (const word of tool.args.slice(0, count))
      variables.set(word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1));
    if (first >= 0) {
      process.env = variables;
      return await runOther(tool, tool.args.slice(first));
    }
    const end = tool.has("0") ? "\0" : "\n";
    await tool.write([...variables].map(([name, value]) => `${name}=${value}${end}`).join(""));
    return undefined;
  },
});
