import { SystemError } from "../linux/errno.js";
import { defineTool } from "../toybox/tool.js";

/** Prints the target of a link. */
export const readlink = defineTool({
  name: "readlink",
  flags: "efmnq",
  needs: 1,
  async run(tool) {
    for (const path of tool.args) {
      const target = quietly(() => (tool.has("f") ? tool.files.realPath(path) : tool.files.readLink(path)));
      if (target === undefined) tool.status = 1;
      else await tool.write(tool.has("n") ? target : `${target}\n`);
    }
    return undefined;
  },
});

function quietly(look: () => string): string | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SystemError) return undefined;
    throw error;
  }
}
