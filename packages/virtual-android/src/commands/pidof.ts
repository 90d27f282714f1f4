import { allProcesses } from "../system/proc-files.js";
import { defineTool } from "../toybox/tool.js";

/** Prints the process ids of programs by name. */
export const pidof = defineTool({
  name: "pidof",
  flags: "s",
  values: "o",
  needs: 1,
  async run(tool) {
    const { phone, system, process } = tool.call;
    const pids = allProcesses(phone.state(), system.parts.processes)
      .filter(({ pid, argv }) => pid !== process.pid && tool.args.some((name) => isNamed(argv[0] ?? "", name)))
      .map(({ pid }) => pid);
    if (pids.length === 0) return 1;
    await tool.write(`${(tool.has("s") ? pids.slice(0, 1) : pids).join(" ")}\n`);
    return 0;
  },
});

function isNamed(program: string, name: string): boolean {
  return program === name || program.split("/").pop() === name;
}
