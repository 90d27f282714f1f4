import { defineTool } from "../toybox/tool.js";

/** Prints files. */
export const cat = defineTool({
  name: "cat",
  flags: "u",
  async run(tool) {
    for await (const input of tool.inputs()) {
      await tool.attempt(async () => {
        for await (const chunk of input.chunks()) await tool.write(chunk);
      });
    }
    return undefined;
  },
});
