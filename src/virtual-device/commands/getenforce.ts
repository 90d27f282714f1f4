import { defineTool } from "../toybox/tool.js";

export const getenforce = defineTool({
  name: "getenforce",
  async run(tool) {
    await tool.write("Enforcing\n");
    return undefined;
  },
});
