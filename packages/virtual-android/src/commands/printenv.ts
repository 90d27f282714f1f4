import { defineTool } from "../toybox/tool.js";

/** Prints environment variables. */
export const printenv = defineTool({
  name: "printenv",
  async run(tool) {
    const variables = tool.call.env;
    const names = tool.args.length > 0 ? tool.args : [...variables.keys()];
    for (const name of names) {
      const value = variables.get(name);
      if (value === undefined) tool.status = 1;
      else await tool.write(`${tool.args.length > 0 ? "" : `${name}=`}${value}\n`);
    }
    return undefined;
  },
});
