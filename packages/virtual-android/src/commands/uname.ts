import { defineTool } from "../toybox/tool.js";

const FIELDS = ["s", "n", "r", "v", "m"] as const;

/** Prints facts about the kernel. */
export const uname = defineTool({
  name: "uname",
  flags: "asnrvmo",
  async run(tool) {
    const { build } = tool.call.phone;
    const texts: Readonly<Record<(typeof FIELDS)[number], string>> = {
      s: "Linux",
      n: "localhost",
      r: `5.10.0-android${build.release}`,
      v: "#1 SMP PREEMPT",
      m: "aarch64",
    };
    const wanted = FIELDS.filter((field) => tool.has("a") || tool.has(field));
    const words = (wanted.length > 0 ? wanted : (["s"] as const)).map((field) => texts[field]);
    await tool.write(`${[...words, ...(tool.has("a") || tool.has("o") ? ["Android"] : [])].join(" ")}\n`);
    return undefined;
  },
});
