import { SystemError } from "../linux/errno.js";
import { defineTool } from "../toybox/tool.js";

/** Prints a path with all links resolved. */
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
