import { nullFile } from "../system/open-file.js";
import { runOther } from "../toybox/run-other.js";
import { defineTool } from "../toybox/tool.js";

/** Runs a program, and makes it ignore SIGHUP. */
export const nohup = defineTool({
  name: "nohup",
  stopsAtFirst: true,
  needs: 1,
  async run(tool) {
    const { process } = tool.call;
    process.ignoredSignals.add("HUP");
    if (process.descriptors.get(0)?.isTerminal) process.descriptors.set(0, nullFile());
    return await runOther(tool, tool.args);
  },
});
