import { defineTool, UsageError } from "../toybox/tool.js";

const LEVELS = ["V", "D", "I", "W", "E", "F"];

/** `log [-p LEVEL] [-t TAG] MESSAGE…`: writes a line to the main buffer, as toybox does. */
export const log = defineTool({
  name: "log",
  values: "pt",
  async run(tool) {
    const level = (tool.value("p") ?? "I").toUpperCase();
    if (!LEVELS.includes(level)) throw new UsageError(`bad -p '${level}'`);
    const { phone } = tool.call;
    phone.log?.({ pid: 1, level, tag: tool.value("t") ?? "log", message: tool.args.join(" ") });
    return undefined;
  },
});
