import { FoveaError, isFoveaError } from "../../base/errors.js";
import { withDeadline } from "../../base/signals.js";
import { readDeviceApkEntry } from "../../devices/apk/device-apk.js";
import { type LocalisedTexts, readResourceTexts } from "../../devices/apk/resource-table.js";
import { textForLocales } from "../../devices/apk/text-for-locales.js";
import type { Device } from "../../devices/device.js";
import { retryRead } from "../../devices/retry-read.js";
import { command, pipe, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import { normaliseLabel } from "../../screen/label.js";
import { type LauncherEntry, parseLauncherEntries } from "./launcher-entries.js";

/** The labels of apps in launchers, by package id. */
export interface AppLabels {
  readonly labels: ReadonlyMap<string, string>;
  /** Apps whose label could not be read at all, or not in time. */
  readonly unread: readonly string[];
}

const QUERY = "cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
/** The lines of the dump that decide a label; the whole dump has some 60 lines per app. */
const LINES = "^ *(Activity #|ActivityInfo:|ApplicationInfo:|packageName=|labelRes=|sourceDir=|splitSourceDirs=)";
const SCRIPT = readScript(
  ["getprop", "persist.sys.locale"],
  ["getprop", "ro.product.locale"],
  command(["settings", "get", "system", "system_locales"], { stderr: "drop" }),
  ["echo", "fovea apps"],
  pipe(QUERY.split(" ") as ["cmd", ...string[]], ["grep", "-E", LINES]),
);

const TABLE = { name: "resources.arsc", mostBytes: 48 * 1024 * 1024 } as const;
/** How many files are read at the same time. */
const LANES = 4;
const READING_MS = 12_000;

/** Label texts that were read before: by path, size and time of the file, and by resource. */
const KNOWN = new WeakMap<Device, Map<string, LocalisedTexts>>();

/**
 * The labels of the apps that a launcher shows to the current user, in the user's language. A label comes from the
 * manifest if it is written there, else from the table of resources in the APK on the device. Texts that were read are
 * kept until the APK changes. Errors: as runShell.
 */
export async function readAppLabels(
  device: Device,
  wanted: (packageName: string) => boolean,
  signal: AbortSignal,
): Promise<AppLabels> {
  const { stdout, stderr, exitCode } = await retryRead(device, SCRIPT, SHELL_LIMITS, signal);
  const [head = "", said = ""] = stdout.toString("utf8").split("fovea apps\n");
  const entries = parseLauncherEntries(said).filter(({ packageName }) => wanted(packageName));
  if (exitCode !== 0 && said === "") {
    const message = `${device.serial} does not list what its launcher shows: ${normaliseLabel(stderr).slice(0, 200)}`;
    throw new FoveaError("SHELL_FAILED", message, { device: device.serial });
  }
  const labels = new Map(entries.flatMap(({ packageName, text }) => (text === null ? [] : [[packageName, text]])));
  const { texts, unread } = await readTexts(device, entries, signal);
  const locales = localesIn(head);
  for (const [packageName, localised] of texts) {
    const label = textForLocales(localised, locales);
    if (label !== null && label !== "") labels.set(packageName, normaliseLabel(label));
  }
  return { labels, unread };
}

/** `system_locales` names all languages of the user, if the user chose some; the properties name only the first. */
function localesIn(head: string): readonly string[] {
  const [first = "", product = "", chosen = ""] = head.split("\n").map((line) => line.trim());
  const all = [...(chosen === "null" ? [] : chosen.split(",")), first, product];
  return all.filter((tag) => tag !== "");
}

async function readTexts(
  device: Device,
  entries: readonly LauncherEntry[],
  signal: AbortSignal,
): Promise<{ readonly texts: ReadonlyMap<string, LocalisedTexts>; readonly unread: readonly string[] }> {
  const texts = new Map<string, LocalisedTexts>();
  const left = entries.filter(({ text, resource }) => text === null && resource !== null);
  const open = [...left];
  const files = await statFiles(
    device,
    left.flatMap(({ paths }) => paths),
    signal,
  );
  const lane = async (limit: AbortSignal) => {
    for (let one = open.shift(); one !== undefined; one = open.shift()) {
      const found = await readOne(device, one, files, limit).catch((error: unknown) => {
        if (limit.aborted || !isFoveaError(error)) throw error;
        return null; // what its APK does not say is not there
      });
      if (found) texts.set(one.packageName, found);
    }
  };
  const read = async (limit: AbortSignal) => {
    await Promise.all(Array.from({ length: LANES }, async () => await lane(limit)));
  };
  await withDeadline(READING_MS, "reading labels", read, signal).catch((error: unknown) => {
    if (signal.aborted || !isFoveaError(error, "TIMEOUT")) throw error;
  });
  return { texts, unread: left.map(({ packageName }) => packageName).filter((name) => !texts.has(name)) };
}

/** The sizes and times of files, by path. */
async function statFiles(
  device: Device,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, { readonly bytes: number; readonly changed: string }>> {
  if (paths.length === 0) return new Map();
  const script = readScript(command(["stat", "-L", "-c", "%s %Y %n", ...paths], { stderr: "drop" }));
  const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
  return new Map(
    stdout
      .toString("utf8")
      .split("\n")
      .flatMap((line) => {
        const [bytes = "", changed = "", ...path] = line.split(" ");
        return path.length === 0 ? [] : [[path.join(" "), { bytes: Number(bytes), changed }]];
      }),
  );
}

async function readOne(
  device: Device,
  { paths, resource }: LauncherEntry,
  files: Awaited<ReturnType<typeof statFiles>>,
  signal: AbortSignal,
): Promise<LocalisedTexts> {
  const known = KNOWN.get(device) ?? new Map<string, LocalisedTexts>();
  KNOWN.set(device, known);
  const all = new Map<string, string>();
  for (const path of paths) {
    const file = files.get(path);
    if (file === undefined) continue;
    const key = `${path} ${file.bytes} ${file.changed} ${resource}`;
    const read = async () => {
      const table = await readDeviceApkEntry(device, { path, bytes: file.bytes }, TABLE, signal);
      return readResourceTexts(table, resource ?? 0);
    };
    const texts = known.get(key) ?? (await read());
    known.set(key, texts);
    for (const [locale, text] of texts) if (!all.has(locale)) all.set(locale, text);
  }
  if (all.size === 0) throw new FoveaError("NOT_THIS_FORMAT", "its table of resources holds no such text");
  return all;
}
