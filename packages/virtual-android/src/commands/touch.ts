import { defineTool } from "../toybox/tool.js";

/** Sets the times of files, or creates the files. */
export const touch = defineTool({
  name: "touch",
  flags: "acm",
  values: "drt",
  needs: 1,
  async run(tool) {
    const now = Math.floor(tool.call.phone.state().wallClockMs / 1000);
    for (const path of tool.args) {
      await tool.attempt(
        () => {
          if (tool.files.stat(path)) tool.files.setModified(path, now);
          else if (!tool.has("c")) tool.files.write(path, new Uint8Array(0));
        },
        (error) => `'${path}': ${error.message}`,
      );
    }
    return undefined;
  },
});
