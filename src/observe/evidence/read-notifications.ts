import { FoveaError } from "../../base/errors.js";
import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { type NotificationKey, parseNotificationKeys } from "./notification-keys.js";

/** A notification that is shown. Its words are written by an app. */
export interface ShownNotification {
  /** The device's key of the notification. */
  readonly key: string;
  readonly package: string;
  readonly tag: string | null;
  readonly title: string | null;
  readonly text: string | null;
  /** It stays until its app removes it. */
  readonly isOngoing: boolean;
  /**
   * False if the text of another app may imitate this notification: before Android 8, if several apps have
   * notifications; and if several records have its key: then its title and text are null.
   */
  readonly isProven: boolean;
}

/**
 * The notifications of all apps, as the device lists them. `--noredact` exists since Android 6
 * (NotificationManagerService.DumpFilter). Errors: as runShell, NOT_THIS_FORMAT.
 */
export async function readNotifications(session: Session, signal: AbortSignal): Promise<readonly ShownNotification[]> {
  const dump = async (option: string) => {
    const script = readScript(dumpsys(5, "notification", option));
    return (await retryRead(session.device, script, SHELL_LIMITS, signal)).stdout;
  };
  const text = (await dump("--noredact")).toString("utf8");
  if (!text.includes("Current Notification Manager state")) {
    const device = session.device.serial;
    throw new FoveaError("NOT_THIS_FORMAT", `${device} lists its notifications in an unknown format`, { device });
  }
  const records = parseNotifications(text);
  // A single record is genuine: the text of an app can add lines to a dump, but cannot remove any.
  if (records.length < 2) return records;
  const keys = parseNotificationKeys(await dump("--proto"));
  return keys === null ? unproven(records) : proven(records, keys);
}

/** An app can imitate its own notifications, but gains nothing from it. */
function unproven(records: readonly ShownNotification[]): readonly ShownNotification[] {
  const isProven = new Set(records.map((one) => one.package)).size === 1;
  return records.map((one) => ({ ...one, isProven }));
}

/**
 * The records with keys that the device confirms. The text of an app may look like further records, but cannot remove
 * any. If a key has no more records than the device reports, they are genuine; posted ones come before enqueued ones.
 */
function proven(records: readonly ShownNotification[], keys: readonly NotificationKey[]): readonly ShownNotification[] {
  return keys.flatMap(({ key, isPosted }) => {
    const found = records.filter((one) => one.key === firstLine(key) && one.package === key.split("|")[1]);
    const [first] = found;
    if (!isPosted || !first) return [];
    const isProven = found.length <= keys.filter((one) => one.key === key).length;
    return [isProven ? { ...first, key } : { ...first, key, title: null, text: null, isOngoing: false, isProven }];
  });
}

/** The tag, which an app chooses, may have several lines; the dump gives its first line. */
function firstLine(key: string): string {
  return key.split("\n", 1)[0] ?? key;
}

const LONGEST = 2_000;
const HEAD = "    NotificationRecord(0x";
const KEY = "      key=";

/**
 * Every record, genuine or imitated, in `dumpsys notification --noredact` (NotificationRecord.dump). Texts of apps may
 * be mixed into it: a dump prints all of their lines.
 */
export function parseNotifications(text: string): readonly ShownNotification[] {
  const lines = text.split("\n");
  const from = lines.indexOf("  Notification List:");
  if (from < 0) return [];
  const found: ShownNotification[] = [];
  for (const [index, line] of lines.entries()) {
    const record = index < from ? null : recordIn(line.slice(0, LONGEST));
    if (record) found.push({ ...UNKNOWN, ...record });
    const last = found.at(-1);
    if (last && !record) found[found.length - 1] = { ...last, ...factIn(line, last) };
  }
  return found;
}

/** `    NotificationRecord(0x…: pkg=… user=… id=… tag=… importance=… key=…`. */
function recordIn(line: string): Pick<ShownNotification, "package" | "tag"> | null {
  if (!line.startsWith(HEAD)) return null;
  const packageName = /: pkg=([\w.]{1,255}) /.exec(line.slice(0, 300))?.[1];
  if (packageName === undefined) return null;
  const from = line.indexOf(" tag=");
  const to = line.indexOf(" importance=", from);
  const tag = from < 0 || to < 0 ? "null" : line.slice(from + " tag=".length, to);
  return { package: packageName, tag: tag === "null" ? null : tag };
}

const UNKNOWN = { key: "", title: null, text: null, isOngoing: false, isProven: true } as const;

/** The first line with a field counts: the text of an app comes later. */
function factIn(line: string, known: ShownNotification): Partial<ShownNotification> {
  if (line.startsWith(KEY) && known.key === "") return { key: line.slice(KEY.length) };
  const cut = line.slice(0, LONGEST);
  const flags = /^ {6}flags=(.*)$/.exec(cut)?.[1];
  // FLAG_ONGOING_EVENT is 2; dumps print its name since Android 14.
  if (flags !== undefined) return { isOngoing: /ONGOING/.test(flags) || (Number(flags) & 2) === 2 };
  const [, field, words] = /^ {8,16}android\.(title|text)=(?:Spannable)?String(?:Builder)? \((.*?)\)?$/.exec(cut) ?? [];
  if (field === "title" && known.title === null) return { title: words ?? null };
  if (field === "text" && known.text === null) return { text: words ?? null };
  return {};
}
