import type { Command } from "../command.js";
import { complain, print } from "../shell-commands/shell-command.js";

/**
 * `logcat`: the buffers of the virtual phone are empty. `-d`, `-t`, `-c` and `-g` end at once, everything else waits
 * for lines that never come.
 */
export const logcat: Command = {
  name: "logcat",
  async run(call) {
    const words = call.argv.slice(1);
    const unknown = words.find((word) => /^-[^a-zA-Z-]/.test(word));
    if (unknown !== undefined) return complain(call, `logcat: Unrecognized Option ${unknown.slice(1)}`);
    if (words.includes("-g")) return print(call, ...BUFFERS.map(bufferText));
    if (words.some((word) => /^-[dct]/.test(word))) return 0;
    while (!call.signal.aborted) await call.sleep(WAIT_MS);
    return 0;
  },
};

const BUFFERS = ["main", "system", "crash"];

const WAIT_MS = 3_600_000;

function bufferText(name: string): string {
  return `${name}: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B`;
}
