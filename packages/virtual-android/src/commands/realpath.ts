import { SystemError } from "../linux/errno.js";
import { defineTool } from "../toybox/tool.js";

/** A path without links. */
export const realpath = defineTool({
  name: "realpath",
  needs: 1,
  async run(tool) {
    for (const path of tool.args) {
      await tool.attempt(async () => {
        if (!tool.files.stat(path)) throw new SystemError("ENOENT", path);
        await tool.write(`${tool.files.realPath(path)}\n`);
      });
    }
    return undefined;
  },
});
