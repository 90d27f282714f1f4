import { retryRead } from "../../devices/retry-read.js";
import { readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";

const SCRIPT = readScript(["date", "+%Y-%m-%d"]);

/**
 * The device's date, `2024-06-01`, if one of the targets is a query that needs it; else null, also if the device does
 * not report it. Errors: those of the connection.
 */
export async function deviceToday(
  session: Session,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<string | null> {
  if (!targets.some((target) => "query" in target && /today|tomorrow|yesterday/i.test(target.query))) return null;
  const { stdout } = await retryRead(session.device, SCRIPT, SHELL_LIMITS, signal);
  return /^\d{4}-\d{2}-\d{2}$/.exec(stdout.toString("utf8").trim())?.[0] ?? null;
}
