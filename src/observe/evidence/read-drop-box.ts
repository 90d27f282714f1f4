import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";

/** A crash or an "app not responding" of an app, as Android stored it. */
export interface KeptFailure {
  /** When it happened: `2026-11-28 09:14:02`, by the clock and in the time zone of the device. */
  readonly at: string;
  readonly kind: "crash" | "anr" | "native_crash";
  /** The app is part of the system. */
  readonly isSystem: boolean;
  readonly process: string;
  readonly package: string | null;
  /** The input that the app did not respond to, or the exception with its message. */
  readonly cause: string;
  /** The lines of the stack, outermost last. */
  readonly stack: readonly string[];
}

const LIMITS = { ...SHELL_LIMITS, totalMs: 15_000, maxBytes: 16 * 1024 * 1024 };

/**
 * The crashes and ANRs in the drop box, oldest first, also from before the last boot: at most a thousand entries of
 * three days (DropBoxManagerService). Errors: those of the connection, SHELL_FAILED.
 */
export async function readDropBox(session: Session, signal: AbortSignal): Promise<readonly KeptFailure[]> {
  const script = readScript(dumpsys(10, "dropbox", "--print"));
  const { stdout, stderr } = await retryRead(session.device, script, LIMITS, signal);
  const text = stdout.toString("utf8");
  if (/^Drop box contents: \d+ entries/m.test(text)) return parseDropBox(text);
  const said = quoteUntrusted((stderr || text).trim().slice(0, 300));
  throw new FoveaError("SHELL_FAILED", `the drop box of ${session.device.serial} cannot be read: ${said}`, {
    device: session.device.serial,
  });
}

const HEAD = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (system_app|data_app|system_server)_(crash|anr|native_crash) \(/;

/** Entries are separated by a line of equals signs; entries that are not about apps are left out. */
export function parseDropBox(text: string): readonly KeptFailure[] {
  return text.split(/^={20,}$/m).flatMap((part) => {
    const lines = part.replace(/^\r?\n/, "").split(/\r?\n/);
    const [, at, owner, kind] = HEAD.exec(lines[0] ?? "") ?? [];
    if (at === undefined || (kind !== "crash" && kind !== "anr" && kind !== "native_crash")) return [];
    const value = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
        .trim() ?? null;
    const gap = lines.findIndex((line, place) => place > 0 && line.trim() === "");
    const body = gap < 0 ? [] : lines.slice(gap + 1);
    const stack = ofMainThread(body)
      .filter((line) => /^\s+at |^Caused by: |^\s+#\d\d pc /.test(line))
      .map((line) => line.trim());
    const cause = value("Subject") ?? body.find((line) => line.trim() !== "")?.trim() ?? "unknown";
    const process = value("Process") ?? "unknown";
    const named = value("Package")?.split(" ")[0] ?? null;
    return [{ at, kind, isSystem: owner !== "data_app", process, package: named, cause, stack }];
  });
}

/**
 * Why an app did not respond is in its main thread, of all that the runtime writes down (art/runtime/thread.cc,
 * Thread::DumpState); the app itself comes before other processes (AnrHelper, firstPids). All lines where there are no
 * threads.
 */
function ofMainThread(body: readonly string[]): readonly string[] {
  const from = body.findIndex((line) => line.startsWith('"main" prio='));
  if (from < 0) return body;
  const end = body.findIndex((line, place) => place > from && line.trim() === "");
  return body.slice(from, end < 0 ? undefined : end);
}
