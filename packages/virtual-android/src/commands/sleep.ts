import { parseDuration } from "../toybox/duration.js";
import { defineTool } from "../toybox/tool.js";

/** Waits in the phone's time. */
export const sleep = defineTool({
  name: "sleep",
  needs: 1,
  async run(tool) {
    for (const word of tool.args) await tool.call.sleep(parseDuration(word));
    return undefined;
  },
});
