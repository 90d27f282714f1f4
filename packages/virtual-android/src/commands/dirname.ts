import { withoutEnd } from "../../../../src/base/cut-text.js";
import { defineTool } from "../toybox/tool.js";

/** Prints the folder of a path. */
export const dirname = defineTool({
  name: "dirname",
  needs: 1,
  async run(tool) {
    for (const path of tool.args) await tool.write(`${folderOf(path)}\n`);
    return undefined;
  },
});

function withoutSlashes(path: string): string {
  return withoutEnd(path, (one) => one === "/");
}

function folderOf(path: string): string {
  const trimmed = withoutSlashes(withoutEnd(withoutSlashes(path), (one) => one !== "/"));
  if (trimmed !== "") return trimmed;
  return path.startsWith("/") ? "/" : ".";
}
