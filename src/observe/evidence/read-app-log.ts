import { redactionOf } from "../../base/redaction.js";
import { retryRead } from "../../devices/retry-read.js";
import { readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";

const LIMITS = { ...SHELL_LIMITS, totalMs: 5_000, maxBytes: 4 * 1024 * 1024 };
const MARK = "--";
const MOST_LINES = 200;

/** The last lines that an app logged, oldest first, even if the app has died. Errors: those of the connection. */
export async function readAppLog(session: Session, packageName: string, signal: AbortSignal): Promise<string> {
  const script = readScript(
    ["pidof", packageName],
    ["echo", MARK],
    ["logcat", "-b", "main,system,crash", "-d", "-v", "threadtime", "-t", "4000"],
  );
  const { stdout } = await retryRead(session.device, script, LIMITS, signal);
  const lines = stdout.toString("utf8").split("\n");
  const mark = lines.indexOf(MARK);
  const running = lines.slice(0, Math.max(0, mark)).join(" ").split(/\s+/);
  return linesOf(lines.slice(mark + 1), { packageName, running })
    .slice(-MOST_LINES)
    .join("\n");
}

/** The lines of its processes (also crashed ones) and lines that name it: `date time pid tid level tag: words`. */
function linesOf(
  lines: readonly string[],
  { packageName, running }: { readonly packageName: string; readonly running: readonly string[] },
): readonly string[] {
  const crashed = lines.flatMap((line) => {
    const [, name, pid] = /Process: (\S+), PID: (\d+)/.exec(line) ?? [];
    return name === packageName && pid !== undefined ? [pid] : [];
  });
  const own = new Set([...running, ...crashed].filter((pid) => pid !== ""));
  return lines.filter((line) => own.has(line.split(/\s+/, 3)[2] ?? "") || line.includes(packageName));
}

/** How many lines of the log the report of a failed step has at most. */
const MOST_SHOWN = 100;

/** The last lines of the log, without what the patterns of `--redact` cover. Errors: as readAppLog. */
export async function readCoveredLog(
  session: Session,
  { app, redact }: { readonly app: string; readonly redact: readonly string[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const log = redactionOf(redact).text(await readAppLog(session, app, signal));
  return log === "" ? [] : log.split("\n").slice(-MOST_SHOWN);
}
