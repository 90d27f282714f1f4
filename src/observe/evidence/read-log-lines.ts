import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import { retryRead } from "../../devices/retry-read.js";
import { type Argv, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";

/** The levels of logcat, from the least to the most serious. */
export const LOG_LEVELS = ["verbose", "debug", "info", "warning", "error", "fatal"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LETTERS: Readonly<Record<LogLevel, string>> = {
  verbose: "V",
  debug: "D",
  info: "I",
  warning: "W",
  error: "E",
  fatal: "F",
};

/** One line of a log. */
export interface LogLine {
  /** Wall clock of the device, ms since the epoch. */
  readonly atMs: number;
  readonly pid: number;
  readonly level: string;
  readonly tag: string;
  readonly message: string;
}

export interface LogRequest {
  /**
   * Only the lines of this app: those of its processes, also crashed ones, and lines that name it. Null for all lines.
   */
  readonly package: string | null;
  readonly least: LogLevel;
  /** The age of the oldest line, in seconds by the clock of the device. */
  readonly sinceSeconds: number;
}

/** The lines of the log, and the processes of the app. */
export interface LogLines {
  readonly lines: readonly LogLine[];
  /** Pids of the app; empty if it does not run. */
  readonly pids: readonly number[];
}

const LIMITS = { ...SHELL_LIMITS, totalMs: 15_000, maxBytes: 16 * 1024 * 1024 };
const MARK = "--";
const MOST_READ = 20_000;

/**
 * The lines in the main, system and crash buffers since a moment, oldest first. The device's clock is read first: the
 * span counts by it. `-v epoch` exists since Android 7 (logcat.cpp). Errors: those of the connection, SHELL_FAILED if
 * there is no logcat.
 */
export async function readLogLines(session: Session, request: LogRequest, signal: AbortSignal): Promise<LogLines> {
  const pidof: Argv = request.package === null ? ["true"] : ["pidof", request.package];
  const filter = `*:${LETTERS[request.least]}`;
  const log: Argv = ["logcat", "-b", "main,system,crash", "-d", "-v", "epoch", "-t", String(MOST_READ), filter];
  const script = readScript(["date", "+%s"], pidof, ["echo", MARK], log);
  const { stdout, stderr, exitCode } = await retryRead(session.device, script, LIMITS, signal);
  const text = stdout.toString("utf8").split("\n");
  const mark = text.indexOf(MARK);
  const [clock = "", ...running] = text.slice(0, Math.max(0, mark));
  const nowS = Number(/^(\d{9,11})\s*$/.exec(clock)?.[1] ?? Number.NaN);
  if (exitCode !== 0 || mark < 0 || Number.isNaN(nowS)) {
    const said = quoteUntrusted((stderr || stdout.toString("utf8")).trim().slice(0, 300));
    throw new FoveaError("SHELL_FAILED", `the log of ${session.device.serial} cannot be read: ${said}`, {
      device: session.device.serial,
    });
  }
  const pids = running
    .join(" ")
    .split(/\s+/)
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number);
  const all = text.slice(mark + 1).flatMap(parseLogLine);
  const since = all.filter(({ atMs }) => atMs >= (nowS - request.sinceSeconds) * 1000);
  return { lines: request.package === null ? since : linesOf(since, request.package, pids), pids };
}

/** `  1732250709.123  4321  4321 E AndroidRuntime: words`; empty for the lines that separate buffers. */
const LINE = /^\s*(\d{6,11})\.(\d{3})\d*\s+(\d+)\s+\d+ ([VDIWEFA]) ([^:]*): ?(.*)$/;

export function parseLogLine(line: string): readonly LogLine[] {
  const [, seconds = "", ms = "", pid = "", level = "", tag = "", message = ""] = LINE.exec(line) ?? [];
  if (seconds === "") return [];
  return [
    {
      atMs: Number(seconds) * 1000 + Number(ms),
      pid: Number(pid),
      level,
      tag: tag.trimEnd(),
      message: message.trimEnd(),
    },
  ];
}

function linesOf(lines: readonly LogLine[], packageName: string, running: readonly number[]): readonly LogLine[] {
  const crashed = lines.flatMap(({ message }) => {
    const [, name, pid] = /^Process: (\S+), PID: (\d+)/.exec(message) ?? [];
    return name === packageName && pid !== undefined ? [Number(pid)] : [];
  });
  const own = new Set([...running, ...crashed]);
  return lines.filter(({ pid, message }) => own.has(pid) || message.includes(packageName));
}
