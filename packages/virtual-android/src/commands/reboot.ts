import { defineTool } from "../toybox/tool.js";

/** `reboot [TARGET]`: asks init, and is gone with everything else. */
export const reboot = defineTool({
  name: "reboot",
  flags: "p",
  async run(tool) {
    tool.call.system.parts.transport.reboot(tool.args[0] ?? "");
    return undefined;
  },
});
