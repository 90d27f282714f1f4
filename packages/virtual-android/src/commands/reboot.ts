import { defineTool } from "../toybox/tool.js";

/** `reboot [TARGET]`: asks init to reboot. It gives no exit status, because the reboot ends this process, too. */
export const reboot = defineTool({
  name: "reboot",
  flags: "p",
  async run(tool) {
    tool.call.system.parts.transport.reboot(tool.args[0] ?? "");
    return undefined;
  },
});
