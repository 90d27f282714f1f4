import { baseName } from "../toybox/targets.js";
import { defineTool, UsageError } from "../toybox/tool.js";

/** Makes symbolic links; hard links are refused, as the phone's file systems do for the shell user. */
export const ln = defineTool({
  name: "ln",
  flags: "fnrstTv",
  needs: 1,
  async run(tool) {
    const [target = "", given = baseName(target)] = tool.args;
    if (!tool.has("s"))
      throw new UsageError(`cannot create hard link from '${target}' to '${given}': Permission denied`);
    const path = tool.files.isFolder(given) ? `${given}/${baseName(target)}` : given;
    await tool.attempt(
      () => {
        if (tool.has("f")) tool.files.remove(path);
        tool.files.makeLink(path, target);
      },
      (error) => `cannot create symbolic link from '${target}' to '${path}': ${error.message}`,
    );
    return undefined;
  },
});
