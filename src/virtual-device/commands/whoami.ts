import { defineTool } from "../toybox/tool.js";

export const whoami = defineTool({
  name: "whoami",
  async run(tool) {
    await tool.write("shell\n");
    return undefined;
  },
});
