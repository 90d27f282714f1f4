import { defineTool } from "../toybox/tool.js";

/** All programs that adb starts run as the user shell. */
export const whoami = defineTool({
  name: "whoami",
  async run(tool) {
    await tool.write("shell\n");
    return undefined;
  },
});
