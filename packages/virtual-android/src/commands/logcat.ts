import type { Command, CommandCall } from "../command.js";
import { formatTime } from "../dumps/text.js";
import type { CrashState } from "../phone-state.js";
import { complain, print } from "../shell-commands/shell-command.js";

/**
 * `logcat`: the virtual phone logs nothing but the apps that stopped, in its crash buffer. `-d`, `-t`, `-c` and `-g`
 * end at once, everything else waits for lines that never come.
 */
export const logcat: Command = {
  name: "logcat",
  async run(call) {
    const words = call.argv.slice(1);
    const unknown = words.find((word) => /^-[^a-zA-Z-]/.test(word));
    if (unknown !== undefined) return complain(call, `logcat: Unrecognized Option ${unknown.slice(1)}`);
    if (words.includes("-g")) return print(call, ...BUFFERS.map(bufferText));
    if (words.includes("-c")) return 0;
    if (words.some((word) => /^-[dt]/.test(word))) return print(call, ...crashBuffer(call, words));
    while (!call.signal.aborted) await call.sleep(WAIT_MS);
    return 0;
  },
};

const BUFFERS = ["main", "system", "crash"];

const WAIT_MS = 3_600_000;

function bufferText(name: string): string {
  return `${name}: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B`;
}

const DEFAULT_BUFFERS = "main,system,crash";

/** The crash buffer, if it is among those that were asked for, in the format that was asked for. */
function crashBuffer({ phone }: CommandCall, words: readonly string[]): readonly string[] {
  const named = words.flatMap((word, place) => (word === "-b" ? (words[place + 1] ?? "").split(",") : []));
  const buffers = named.length > 0 ? named : DEFAULT_BUFFERS.split(",");
  const { crashes = [] } = phone.state();
  if (crashes.length === 0 || !buffers.some((name) => name === "crash" || name === "all")) return [];
  const isEpoch = words[words.indexOf("-v") + 1] === "epoch";
  const lines = crashes.flatMap((crash) => crashLines(crash, isEpoch));
  const most = Number(words[words.indexOf("-t") + 1]);
  return ["--------- beginning of crash", ...(words.includes("-t") ? lines.slice(-most) : lines)];
}

/** RuntimeInit.logUncaught, in the threadtime format or with the seconds of `-v epoch` in place of date and time. */
function crashLines({ wallClockMs, pid, processName, exception }: CrashState, isEpoch: boolean): readonly string[] {
  const seconds = `${Math.floor(wallClockMs / 1000)}.${String(Math.floor(wallClockMs) % 1000).padStart(3, "0")}`;
  const time = isEpoch ? seconds.padStart(19) : formatTime(wallClockMs).slice(5);
  const id = String(pid).padStart(5);
  return [
    "FATAL EXCEPTION: main",
    `Process: ${processName}, PID: ${pid}`,
    exception,
    "\tat android.app.ActivityThread.main(ActivityThread.java:7656)",
  ].map((message) => `${time} ${id} ${id} E AndroidRuntime: ${message}`);
}
