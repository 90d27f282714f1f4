import { retryRead } from "../../devices/retry-read.js";
import { readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { type Crash, parseCrashLog } from "../parse/crash-log.js";

/** Reads the clock first: lines that are logged while the buffer is read do not seem older than they are. */
const SCRIPT = readScript(["date", "+%s%N"], ["logcat", "-b", "crash", "-d", "-v", "epoch", "-t", "400"]);
const LIMITS = { ...SHELL_LIMITS, totalMs: 4_000, maxBytes: 1024 * 1024 };

export interface CrashSpan {
  /** The start of the span, by performance.now(). */
  readonly startedAt: number;
  /** The app was seen alive after `startedAt`, so a crash shortly before cannot be mistaken for a later one. */
  readonly wasAlive: boolean;
}

/**
 * The crashes since `startedAt`, by the device's clock. The clock was read at an unknown moment between the question
 * and its answer. Crashes in this uncertain time count only if the app was alive after `startedAt`; else they may
 * belong to an earlier action. Errors: those of the connection.
 */
export async function readCrashes(
  session: Session,
  { startedAt, wasAlive }: CrashSpan,
  signal: AbortSignal,
): Promise<readonly Crash[]> {
  const askedAt = performance.now();
  const { stdout } = await retryRead(session.device, SCRIPT, LIMITS, signal);
  const ms = (wasAlive ? performance.now() : askedAt) - startedAt;
  const [clock = "", ...log] = stdout.toString("utf8").split("\n");
  const nowMs = clockOf(clock);
  return nowMs === null ? [] : parseCrashLog(log.join("\n")).filter(({ atMs }) => atMs >= nowMs - ms);
}

/** The clock in ms. A `date` without %N gives only seconds: the end of that second is taken. */
function clockOf(text: string): number | null {
  const [, seconds = "", ns = ""] = /^(\d{10})(\d{9})?\D*$/.exec(text) ?? [];
  if (seconds === "") return null;
  return ns === "" ? (Number(seconds) + 1) * 1000 : Number(seconds) * 1000 + Number(ns) / 1e6;
}
