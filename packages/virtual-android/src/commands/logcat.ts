import type { Command, CommandCall } from "../command.js";
import { formatTime } from "../dumps/text.js";
import type { CrashState } from "../phone-state.js";
import { complain, print } from "../shell-command.js";

/**
 * `logcat`: its crash buffer has the apps that crashed, its main buffer has the lines of the program `log`. `-d`, `-t`,
 * `-c` and `-g` end at once; any other call waits for lines that never come.
 */
export const logcat: Command = {
  name: "logcat",
  async run(call) {
    const words = call.argv.slice(1);
    const unknown = words.find((word) => /^-[^a-zA-Z-]/.test(word));
    if (unknown !== undefined) return complain(call, `logcat: Unrecognized Option ${unknown.slice(1)}`);
    if (words.includes("-g")) return print(call, ...BUFFERS.map(bufferText));
    if (words.includes("-c")) return 0;
    if (words.some((word) => /^-[dt]/.test(word))) return print(call, ...linesOf(call, words));
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

/** One line, with the name of its buffer. */
interface Entry {
  readonly buffer: "main" | "crash";
  readonly wallClockMs: number;
  readonly pid: number;
  readonly level: string;
  readonly tag: string;
  readonly message: string;
}

/** The lines of the selected buffers, with the selected lowest level, in the selected format. */
function linesOf({ phone }: CommandCall, words: readonly string[]): readonly string[] {
  const named = words.flatMap((word, place) => (word === "-b" ? (words[place + 1] ?? "").split(",") : []));
  const buffers = named.length > 0 ? named : DEFAULT_BUFFERS.split(",");
  const { crashes = [], log = [] } = phone.state();
  const all = [...log.map((one) => ({ ...one, buffer: "main" as const })), ...crashes.flatMap(crashEntries)];
  const wanted = all
    .filter(({ buffer }) => buffers.some((name) => name === buffer || name === "all"))
    .filter((entry) => isWanted(entry, words))
    .toSorted((one, other) => one.wallClockMs - other.wallClockMs);
  const isEpoch = words[words.indexOf("-v") + 1] === "epoch";
  const most = words.includes("-t") ? Number(words[words.indexOf("-t") + 1]) : Number.POSITIVE_INFINITY;
  return withDividers(wanted.slice(-most), isEpoch);
}

const LEVELS = "VDIWEF";

/** Filters by `TAG:LEVEL` and `*:LEVEL`; `-s` is `*:S`. */
function isWanted({ tag, level }: Entry, words: readonly string[]): boolean {
  const filters = words.flatMap((word) => {
    const [, name = "", least = ""] = /^([^-:]+|\*):([VDIWEFS*])$/i.exec(word) ?? [];
    return name === "" ? [] : [{ name, least: least === "*" ? "V" : least.toUpperCase() }];
  });
  const own = filters.findLast(({ name }) => name === tag) ?? filters.findLast(({ name }) => name === "*");
  const least = own?.least ?? (words.includes("-s") ? "S" : "V");
  return least !== "S" && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/** A divider line before the first line of each buffer. */
function withDividers(entries: readonly Entry[], isEpoch: boolean): readonly string[] {
  const begun = new Set<string>();
  return entries.flatMap((entry) => {
    const isFirst = !begun.has(entry.buffer);
    begun.add(entry.buffer);
    return [...(isFirst ? [`--------- beginning of ${entry.buffer}`] : []), ...entryLines(entry, isEpoch)];
  });
}

/**
 * The lines of an entry in the threadtime format; with `-v epoch`, seconds in place of date and time. Each line of a
 * message gets the prefix (android_log_formatLogLine of logprint.cpp).
 */
function entryLines({ wallClockMs, pid, level, tag, message }: Entry, isEpoch: boolean): readonly string[] {
  const seconds = `${Math.floor(wallClockMs / 1000)}.${String(Math.floor(wallClockMs) % 1000).padStart(3, "0")}`;
  const time = isEpoch ? seconds.padStart(19) : formatTime(wallClockMs).slice(5);
  const id = String(pid).padStart(5);
  return message.split("\n").map((line) => `${time} ${id} ${id} ${level} ${tag}: ${line}`);
}

/** The crash as RuntimeInit.logUncaught logs it. */
function crashEntries({ wallClockMs, pid, processName, exception }: CrashState): readonly Entry[] {
  return [
    "FATAL EXCEPTION: main",
    `Process: ${processName}, PID: ${pid}`,
    exception,
    "\tat android.app.ActivityThread.main(ActivityThread.java:7656)",
  ].map((message) => ({ buffer: "crash", wallClockMs, pid, level: "E", tag: "AndroidRuntime", message }));
}
