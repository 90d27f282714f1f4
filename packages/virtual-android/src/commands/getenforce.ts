import { defineTool } from "../toybox/tool.js";

/** SELinux is enforcing on every user build. */
export const getenforce = defineTool({
  name: "getenforce",
  async run(tool) {
    await tool.write("Enforcing\n");
    return undefined;
  },
});
