import { baseName } from "../toybox/targets.js";
import { defineTool } from "../toybox/tool.js";

/** Prints the last name of a path. */
export const basename = defineTool({
  name: "basename",
  needs: 1,
  async run(tool) {
    const [path = "", suffix = ""] = tool.args;
    const name = baseName(path) || (path.startsWith("/") ? "/" : "");
    const isCut = suffix !== "" && suffix !== name && name.endsWith(suffix);
    await tool.write(`${isCut ? name.slice(0, -suffix.length) : name}\n`);
    return undefined;
  },
});
