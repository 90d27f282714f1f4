import { targetsOf } from "../toybox/targets.js";
import { defineTool } from "../toybox/tool.js";

/** Moves files and folders. */
export const mv = defineTool({
  name: "mv",
  flags: "finv",
  async run(tool) {
    for (const { source, target } of targetsOf(tool)) {
      if (!tool.files.linkStat(source)) await tool.complain(`bad '${source}': No such file or directory`);
      else await tool.attempt(() => tool.files.rename(source, target));
    }
    return undefined;
  },
});
