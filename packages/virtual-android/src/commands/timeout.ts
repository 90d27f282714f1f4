import { abortable } from "../../../../src/base/signals.js";
import { SystemError } from "../linux/errno.js";
import { findSignal, type SignalName } from "../linux/signals.js";
import { parseDuration } from "../toybox/duration.js";
import { defineTool, type Tool, UsageError } from "../toybox/tool.js";

/** The exit status of a command that was ended by the time limit. */
const TIMED_OUT = 124;

/** Runs a program for a limited time. */
export const timeout = defineTool({
  name: "timeout",
  flags: "fv",
  values: "ks",
  stopsAtFirst: true,
  needs: 2,
  usageStatus: 125,
  async run(tool) {
    const [duration = "", ...argv] = tool.args;
    const limitMs = parseDuration(duration);
    const signal = findSignal(tool.value("s") ?? "TERM");
    if (!signal) throw new UsageError(`bad -s: '${tool.value("s")}'`);
    return await runLimited(tool, argv, limitMs, signal);
  },
});

async function runLimited(tool: Tool, argv: readonly string[], limitMs: number, signal: SignalName): Promise<number> {
  const { process, system } = tool.call;
  const child = startOrNull(tool, argv);
  if (!child) return await missing(tool, argv[0] ?? "");
  const ended = new AbortController();
  let isLate = false;
  const watch = async () => {
    await system.parts.clock.sleep(limitMs, AbortSignal.any([process.signal, ended.signal]));
    isLate = true;
    child.deliver(signal);
    const grace = tool.value("k");
    if (grace === undefined) return;
    await system.parts.clock.sleep(parseDuration(grace), AbortSignal.any([process.signal, ended.signal]));
    child.deliver("KILL");
  };
  watch().catch(() => {}); // the command ended in time
  try {
    const { status, signal: killedBy } = await abortable(child.ended, process.signal);
    return isLate && killedBy !== "KILL" ? TIMED_OUT : status;
  } finally {
    ended.abort();
  }
}

function startOrNull({ call: { process, system } }: Tool, argv: readonly string[]) {
  try {
    return system.spawn(process, argv, { descriptors: process.descriptors.copy() });
  } catch (error) {
    if (error instanceof SystemError) return null;
    throw error;
  }
}

async function missing(tool: Tool, name: string): Promise<number> {
  await tool.complain(`exec ${name}: No such file or directory`);
  return 127;
}
