import { normaliseLabel } from "../../screen/label.js";

/** An app as the package manager lists it for launchers. */
export interface LauncherEntry {
  readonly packageName: string;
  /** The label, if the manifest contains the words themselves; else null. */
  readonly text: string | null;
  /** The id of the resource with the label; null if the label is written out, or if there is none. */
  readonly resource: number | null;
  /** The paths of the files with its resources: its APK, and its splits for single languages. */
  readonly paths: readonly string[];
}

interface Named {
  readonly text: string | null;
  readonly resource: number | null;
}

const NAMELESS: Named = { text: null, resource: null };

/**
 * Parses the dump of `query-activities` (ResolveInfo.dump, ComponentInfo.dumpBack, PackageItemInfo.dumpFront of AOSP).
 * The label is that of the filter, else that of the activity, else that of the app; if an app has several entries, the
 * first one counts.
 */
export function parseLauncherEntries(said: string): readonly LauncherEntry[] {
  const blocks = said.split(/^ {2}Activity #\d+:\r?$/m).slice(1);
  const entries = blocks.flatMap((block) => entryIn(block) ?? []);
  return [...new Map(entries.toReversed().map((one) => [one.packageName, one])).values()].toReversed();
}

function entryIn(block: string): LauncherEntry | null {
  const lines = block.split(/\r?\n/);
  const ofActivity = placeOf(lines, "ActivityInfo:");
  const ofApp = placeOf(lines, "ApplicationInfo:");
  const parts = [lines.slice(0, ofActivity), lines.slice(ofActivity, ofApp), lines.slice(ofApp)];
  const packageName = behind(parts[1] ?? [], "packageName=");
  if (packageName === null || !/^[\w.]{1,255}$/.test(packageName)) return null;
  const named = parts.map(labelIn).find(({ text, resource }) => text !== null || resource !== null) ?? NAMELESS;
  const apk = behind(parts[2] ?? [], "sourceDir=");
  return { packageName, ...named, paths: apk === null ? [] : [apk, ...languageSplits(parts[2] ?? [])] };
}

function placeOf(lines: readonly string[], heading: string): number {
  const place = lines.findIndex((line) => line.trim() === heading);
  return place < 0 ? lines.length : place;
}

function behind(lines: readonly string[], name: string): string | null {
  const line = lines.find((one) => one.trimStart().startsWith(name));
  return line === undefined ? null : line.trimStart().slice(name.length).trim();
}

function labelIn(lines: readonly string[]): Named {
  const line = behind(lines, "labelRes=0x");
  const middle = line?.indexOf(" nonLocalizedLabel=") ?? -1;
  if (line === null || middle < 0) return NAMELESS;
  const rest = line.slice(middle + " nonLocalizedLabel=".length);
  const text = rest.slice(0, Math.max(0, rest.lastIndexOf(" icon=0x")));
  const resource = Number.parseInt(line.slice(0, middle), 16);
  if (text !== "null" && text !== "") return { text: normaliseLabel(text), resource: null };
  return { text: null, resource: resource > 0 ? resource : null };
}

/** The splits for languages, which Play delivers as separate files (`split_config.de.apk`). */
function languageSplits(lines: readonly string[]): readonly string[] {
  const all = (behind(lines, "splitSourceDirs=") ?? "").replace(/^\[|\]$/g, "").split(", ");
  return all.filter((path) => /\/split_config\.[a-z]{2,3}\.apk$/.test(path));
}
