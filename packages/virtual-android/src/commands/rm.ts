import type { SystemError } from "../linux/errno.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Removes files and folders. */
export const rm = defineTool({
  name: "rm",
  flags: "firRv",
  needs: 0,
  async run(tool) {
    for (const path of tool.args) await removePath(tool, path);
    return undefined;
  },
});

async function removePath(tool: Tool, path: string): Promise<void> {
  await tool.attempt(
    async () => {
      const isLink = tool.files.linkStat(path)?.mode !== tool.files.stat(path)?.mode;
      if (!isLink && tool.files.isFolder(path)) await removeFolder(tool, path);
      else if (!tool.files.remove(path) && !tool.has("f")) await tool.complain(`${path}: No such file or directory`);
    },
    (error: SystemError) => `${path}: ${error.message}`,
  );
}

async function removeFolder(tool: Tool, path: string): Promise<void> {
  if (!tool.has("r") && !tool.has("R")) return await tool.complain(`${path}: Is a directory`);
  for (const name of tool.files.list(path)) await removePath(tool, `${path.replace(/\/$/, "")}/${name}`);
  tool.files.remove(path);
}
