import { SystemError } from "../linux/errno.js";
import { defineTool } from "../toybox/tool.js";

/** Removes empty folders. */
export const rmdir = defineTool({
  name: "rmdir",
  needs: 1,
  async run(tool) {
    for (const path of tool.args) {
      await tool.attempt(() => {
        const exists = tool.files.linkStat(path) !== undefined;
        if (exists && !tool.files.isFolder(path)) throw new SystemError("ENOTDIR", path);
        if (!tool.files.remove(path)) throw new SystemError("ENOENT", path);
      });
    }
    return undefined;
  },
});
