import { targetsOf } from "../toybox/targets.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Copies files and folders. */
export const cp = defineTool({
  name: "cp",
  flags: "aDdfiLnPpRrTv",
  async run(tool) {
    for (const { source, target } of targetsOf(tool)) await copyPath(tool, source, target);
    return undefined;
  },
});

async function copyPath(tool: Tool, source: string, target: string): Promise<void> {
  const stat = await tool.attempt(() => tool.files.stat(source));
  if (!stat) return await tool.complain(`bad '${source}': No such file or directory`);
  if (!tool.files.isFolder(source)) {
    await tool.attempt(() => tool.files.write(target, tool.files.read(source) ?? new Uint8Array(0), stat.mode & 0o777));
    return;
  }
  if (!tool.has("r") && !tool.has("R") && !tool.has("a")) return await tool.complain(`Skipped dir '${source}'`);
  await tool.attempt(() => {
    if (!tool.files.isFolder(target)) tool.files.makeFolder(target);
  });
  for (const name of tool.files.list(source)) await copyPath(tool, `${source}/${name}`, `${target}/${name}`);
}
