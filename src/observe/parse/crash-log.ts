/** One entry of logd's crash buffer. */
export interface Crash {
  /** Name of the process: the package, with `:name` after it if the app has several processes. */
  readonly process: string;
  readonly pid: number;
  /** When it happened, by the device's clock, in ms since the epoch. */
  readonly atMs: number;
  /**
   * The exception's class, or `native`; null if the buffer ends before it. The exception's message is left out: it may
   * contain text that a user typed.
   */
  readonly cause: string | null;
}

/**
 * A line of logcat's epoch format, Android 7 to 16: `  1732250709.123  4321  4321 E AndroidRuntime: Process: com.app,
 * PID: 4321`.
 */
const LINE = /^\s*(\d+)\.(\d{3})\d*\s+(\d+)\s+\d+ [A-Z] ([^:]*): (.*)$/;

/**
 * The crashes in `logcat -b crash -v epoch`, oldest first. A Java crash is logged by AndroidRuntime
 * (RuntimeInit.logUncaught); for a native crash a line of the tombstone names the process (debuggerd's `>>> name <<<`).
 */
export function parseCrashLog(text: string): readonly Crash[] {
  const lines = text.split("\n").flatMap((line) => {
    const [, seconds = "", ms = "", pid = "", tag = "", message = ""] = LINE.exec(line) ?? [];
    return tag === ""
      ? []
      : [{ atMs: Number(seconds) * 1000 + Number(ms), pid: Number(pid), tag: tag.trimEnd(), message }];
  });
  return lines.flatMap((line, place) => {
    const java = line.tag === "AndroidRuntime" ? /^Process: (\S+), PID: (\d+)$/.exec(line.message) : null;
    if (java) {
      const next = lines[place + 1];
      const cause = next?.pid === line.pid ? (/^([\w.$]+)(?::|$)/.exec(next.message)?.[1] ?? null) : null;
      return [{ process: java[1] ?? "", pid: Number(java[2]), atMs: line.atMs, cause }];
    }
    const native = line.tag === "DEBUG" ? /^pid: (\d+), tid: \d+, .*>>> (\S+) <<<$/.exec(line.message) : null;
    return native ? [{ process: native[2] ?? "", pid: Number(native[1]), atMs: line.atMs, cause: "native" }] : [];
  });
}
