import type { SystemError } from "../linux/errno.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Makes folders. */
export const mkdir = defineTool({
  name: "mkdir",
  flags: "pv",
  values: "mZ",
  needs: 1,
  async run(tool) {
    const describe = (error: SystemError) => `'${error.path}': ${error.message}`;
    for (const path of tool.args) await tool.attempt(() => make(tool, path), describe);
    return undefined;
  },
});

function make(tool: Tool, path: string): void {
  const parts = path.split("/");
  if (!tool.has("p")) makeOne(tool, path);
  for (let count = 1; tool.has("p") && count <= parts.length; count += 1) {
    const part = parts.slice(0, count).join("/");
    if (part !== "" && !tool.files.isFolder(part)) makeOne(tool, part);
  }
}

function makeOne(tool: Tool, path: string): void {
  tool.files.makeFolder(path);
  const mode = tool.value("m");
  if (mode !== undefined) tool.files.setPermissions(path, Number.parseInt(mode, 8));
}
