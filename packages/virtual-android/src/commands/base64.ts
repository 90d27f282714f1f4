import { bytesOf } from "../toybox/lines.js";
import { defineTool } from "../toybox/tool.js";

/** Encodes to and from base64. */
export const base64 = defineTool({
  name: "base64",
  flags: "di",
  values: "w",
  async run(tool) {
    for await (const input of tool.inputs()) {
      const bytes = await tool.attempt(() => bytesOf(input.chunks()));
      if (!bytes) continue;
      if (tool.has("d")) await tool.write(Buffer.from(bytes.toString("latin1"), "base64"));
      else await tool.write(wrapped(bytes.toString("base64"), tool.number("w", 76)));
    }
    return undefined;
  },
});

function wrapped(text: string, width: number): string {
  if (text === "") return "";
  return width === 0 ? text : text.replace(new RegExp(`.{1,${width}}`, "g"), "$&\n");
}
