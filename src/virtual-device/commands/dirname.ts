import { defineTool } from "../toybox/tool.js";

/** The folder of a path. */
export const dirname = defineTool({
  name: "dirname",
  needs: 1,
  async run(tool) {
    for (const path of tool.args) await tool.write(`${folderOf(path)}\n`);
    return undefined;
  },
});

function folderOf(path: string): string {
  const trimmed = path.replace(/\/+$/, "").replace(/\/*[^/]+$/, "");
  if (trimmed !== "") return trimmed;
  return path.startsWith("/") ? "/" : ".";
}
