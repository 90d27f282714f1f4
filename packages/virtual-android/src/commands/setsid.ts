import { runOther } from "../toybox/run-other.js";
import { defineTool } from "../toybox/tool.js";

/** Runs a program in a new session, which the hang-up of the terminal does not reach. */
export const setsid = defineTool({
  name: "setsid",
  flags: "cdw",
  stopsAtFirst: true,
  needs: 1,
  async run(tool) {
    const { process } = tool.call;
    process.session = { leaderPid: process.pid, terminal: null };
    return await runOther(tool, tool.args);
  },
});
