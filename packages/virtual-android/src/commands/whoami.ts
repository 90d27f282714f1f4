import { defineTool } from "../toybox/tool.js";

/** Everything over adb runs as shell. */
export const whoami = defineTool({
  name: "whoami",
  async run(tool) {
    await tool.write("shell\n");
    return undefined;
  },
});
