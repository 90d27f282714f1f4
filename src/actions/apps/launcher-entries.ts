import { normaliseLabel } from "../../screen/label.js";

/** An app as a launcher finds it. */
export interface LauncherEntry {
  readonly packageName: string;
  /** Its label where the manifest holds the words themselves. */
  readonly text: string | null;
  /** Else the resource that holds them; null if there is neither. */
  readonly resource: number | null;
  /** Where its resources lie: its APK, and those of single languages. */
  readonly paths: readonly string[];
}

interface Named {
  readonly text: string | null;
  readonly resource: number | null;
}

const NAMELESS: Named = { text: null, resource: null };

/**
 * The dump of `query-activities` (ResolveInfo.dump, ComponentInfo.dumpBack, PackageItemInfo.dumpFront of AOSP): the
 * label is that of the filter, else that of the activity, else that of the app; of several entries the first counts.
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

/** The splits of languages, which Play delivers as separate files (`split_config.de.apk`). */
function languageSplits(lines: readonly string[]): readonly string[] {
  const all = (behind(lines, "splitSourceDirs=") ?? "").replace(/^\[|\]$/g, "").split(", ");
  return all.filter((path) => /\/split_config\.[a-z]{2,3}\.apk$/.test(path));
}
