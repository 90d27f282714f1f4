import { retryRead } from "../devices/retry-read.js";
import { readScript } from "../devices/script.js";
import { SHELL_LIMITS } from "../devices/shell.js";
import type { Session } from "../session/session.js";
import { type Crash, parseCrashLog } from "./parse/crash-log.js";

/** The clock first, so that what is logged while the buffer is read is not taken for older than it is. */
const SCRIPT = readScript(["date", "+%s"], ["logcat", "-b", "crash", "-d", "-v", "epoch", "-t", "400"]);
const LIMITS = { ...SHELL_LIMITS, totalMs: 4_000, maxBytes: 1024 * 1024 };
/** The clock is told in whole seconds. */
const SLACK_MS = 1_500;

/** The crashes of the last `ms`, by the device's clock. Errors: those of the connection. */
export async function readCrashes(session: Session, ms: number, signal: AbortSignal): Promise<readonly Crash[]> {
  const { stdout } = await retryRead(session.device, SCRIPT, LIMITS, signal);
  const [clock = "", ...log] = stdout.toString("utf8").split("\n");
  const nowMs = Number(clock) * 1000;
  if (!/^\d+$/.test(clock)) return [];
  return parseCrashLog(log.join("\n")).filter(({ atMs }) => atMs >= nowMs - ms - SLACK_MS);
}
