import { FoveaError } from "../../base/errors.js";
import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";

/** A notification that is shown. Its words are those of an app. */
export interface ShownNotification {
  /** As the device calls it. */
  readonly key: string;
  readonly package: string;
  readonly tag: string | null;
  readonly title: string | null;
  readonly text: string | null;
  /** It stays until its app takes it away. */
  readonly isOngoing: boolean;
}

/**
 * The notifications of all apps, as the device lists them. `--noredact` is there since Android 6
 * (NotificationManagerService.DumpFilter). Errors: as runShell, NOT_THIS_FORMAT.
 */
export async function readNotifications(session: Session, signal: AbortSignal): Promise<readonly ShownNotification[]> {
  const script = readScript(dumpsys(5, "notification", "--noredact"));
  const { stdout } = await retryRead(session.device, script, SHELL_LIMITS, signal);
  const text = stdout.toString("utf8");
  if (text.includes("Current Notification Manager state")) return parseNotifications(text);
  const device = session.device.serial;
  throw new FoveaError("NOT_THIS_FORMAT", `${device} lists its notifications in an unknown format`, { device });
}

const LONGEST = 2_000;
/** Followed by what the app gave, title and text among it, and `}` as far to the right. */
const EXTRAS = "extras={";

/** The records of `dumpsys notification --noredact` (NotificationRecord.dump), those that are shown alone. */
export function parseNotifications(text: string): readonly ShownNotification[] {
  const lines = text.split("\n");
  const from = lines.indexOf("  Notification List:");
  if (from < 0) return [];
  const found: ShownNotification[] = [];
  /** How the words of an app end; null outside of them. They may have several lines, as a dump writes them. */
  let extrasEnd: string | null = null;
  for (const line of lines.slice(from + 1)) {
    // The next part of the dump.
    if (extrasEnd === null && /^ {0,2}\S/.test(line)) break;
    const record = extrasEnd === null ? recordIn(line.slice(0, LONGEST)) : null;
    if (line === extrasEnd) extrasEnd = null;
    else extrasEnd ??= line.endsWith(EXTRAS) && line.trim() === EXTRAS ? line.replace(EXTRAS, "}") : null;
    if (record) found.push({ ...UNKNOWN, ...record });
    const last = found.at(-1);
    if (last && !record) found[found.length - 1] = { ...last, ...factIn(line, last) };
  }
  return found;
}

/** `    NotificationRecord(0x…: pkg=… user=… id=… tag=… importance=… key=…`. */
function recordIn(line: string): Pick<ShownNotification, "package" | "tag"> | null {
  if (!line.startsWith("    NotificationRecord(0x")) return null;
  const packageName = /: pkg=([\w.]{1,255}) /.exec(line.slice(0, 300))?.[1];
  if (packageName === undefined) return null;
  const from = line.indexOf(" tag=");
  const to = line.indexOf(" importance=", from);
  const tag = from < 0 || to < 0 ? "null" : line.slice(from + " tag=".length, to);
  return { package: packageName, tag: tag === "null" ? null : tag };
}

const UNKNOWN = { key: "", title: null, text: null, isOngoing: false } as const;

/** The first of each counts: what an app writes comes later. */
function factIn(line: string, known: ShownNotification): Partial<ShownNotification> {
  const cut = line.slice(0, LONGEST);
  const key = /^ {6}key=(.*)$/.exec(cut)?.[1];
  if (key !== undefined && known.key === "") return { key };
  const flags = /^ {6}flags=(.*)$/.exec(cut)?.[1];
  // FLAG_ONGOING_EVENT is 2; its name is there from Android 14 on.
  if (flags !== undefined) return { isOngoing: /ONGOING/.test(flags) || (Number(flags) & 2) === 2 };
  const [, field, words] = /^ {8,16}android\.(title|text)=(?:Spannable)?String(?:Builder)? \((.*?)\)?$/.exec(cut) ?? [];
  if (field === "title" && known.title === null) return { title: words ?? null };
  if (field === "text" && known.text === null) return { text: words ?? null };
  return {};
}
