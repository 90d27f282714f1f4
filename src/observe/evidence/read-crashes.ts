import { retryRead } from "../../devices/retry-read.js";
import { readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { type Crash, parseCrashLog } from "../parse/crash-log.js";

/** The clock first, so that what is logged while the buffer is read is not taken for older than it is. */
const SCRIPT = readScript(["date", "+%s%N"], ["logcat", "-b", "crash", "-d", "-v", "epoch", "-t", "400"]);
const LIMITS = { ...SHELL_LIMITS, totalMs: 4_000, maxBytes: 1024 * 1024 };

export interface CrashSpan {
  /** By performance.now(). */
  readonly startedAt: number;
  /**
   * The app was seen alive after that moment, so that none of its crashes shortly before is mistaken for a later one.
   */
  readonly wasAlive: boolean;
}

/**
 * The crashes since a moment, by the device's clock, which was read somewhere between the question and its answer: of
 * the time that this leaves open they count where the app was alive afterwards, else they may be another action's.
 * Errors: those of the connection.
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

/** In ns; a `date` that knows no %N gives seconds alone, which end at the latest when the next one begins. */
function clockOf(text: string): number | null {
  const [, seconds = "", ns = ""] = /^(\d{10})(\d{9})?\D*$/.exec(text) ?? [];
  if (seconds === "") return null;
  return ns === "" ? (Number(seconds) + 1) * 1000 : Number(seconds) * 1000 + Number(ns) / 1e6;
}
