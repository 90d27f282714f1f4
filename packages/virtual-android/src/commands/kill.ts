import { findSignal, SIGNAL_NUMBERS } from "../linux/signals.js";
import { sendSignal } from "../system/send-signal.js";
import type { SystemCall, SystemCommand } from "../system/system.js";

/** toybox's `kill`, for calls without a shell. */
export const kill: SystemCommand = {
  name: "kill",
  async run(call) {
    const words = [...call.argv.slice(1)];
    if (words[0] === "-l") return await list(call);
    const name = words[0]?.startsWith("-") ? words.shift()?.slice(1) : "TERM";
    const signal = name === "0" ? null : findSignal(name === "s" ? (words.shift() ?? "") : (name ?? ""));
    if (signal === undefined) return await complain(call, `Unknown signal '${name}'`);
    let status = 0;
    for (const word of words) {
      const problem = sendSignal(call.system, word, signal);
      if (problem) status = await complain(call, `bad pid '${word}': ${problem}`);
    }
    return status;
  },
};

async function list({ stdout }: SystemCall): Promise<number> {
  for (const [name, number] of Object.entries(SIGNAL_NUMBERS))
    await stdout.write(`${String(number).padStart(2)} ${name}\n`);
  return 0;
}

async function complain({ stderr }: SystemCall, message: string): Promise<number> {
  await stderr.write(`kill: ${message}\n`);
  return 1;
}
