import { FoveaError } from "../../base/errors.js";
import { isMistyped } from "../../base/nearest.js";
import { lookUp } from "../../base/word-table.js";
import { retryRead } from "../../devices/retry-read.js";
import { readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import { parseComponent } from "../../observe/parse/component.js";
import { quoteWords } from "../../screen/label.js";
import { foldCase, plainLetters } from "../../screen/query/fold.js";
import type { Session } from "../../session/session.js";
import { readAppLabels } from "./app-labels.js";
import { requirePackage } from "./apps.js";

/** How many similar names are listed at most. */
const MOST_MEANT = 3;
const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";
const SCRIPT = readScript(["cmd", "package", "query-activities", "--brief", "-a", MAIN, "-c", LAUNCHER]);

/** Usual names of apps that do not occur in their package ids, with the package ids of the vendors and of AOSP. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  browser: ["com.android.chrome", "com.android.browser", "org.mozilla.firefox"],
  calculator: ["com.google.android.calculator", "com.android.calculator2"],
  calendar: ["com.google.android.calendar", "com.android.calendar"],
  camera: ["com.google.android.GoogleCamera", "com.android.camera2", "com.android.camera"],
  clock: ["com.google.android.deskclock", "com.android.deskclock"],
  contacts: ["com.google.android.contacts", "com.android.contacts"],
  drive: ["com.google.android.apps.docs"],
  files: ["com.google.android.apps.nbu.files", "com.google.android.documentsui", "com.android.documentsui"],
  gmail: ["com.google.android.gm"],
  maps: ["com.google.android.apps.maps"],
  messages: ["com.google.android.apps.messaging", "com.android.messaging", "com.android.mms"],
  phone: ["com.google.android.dialer", "com.android.dialer"],
  photos: ["com.google.android.apps.photos"],
  playstore: ["com.android.vending"],
  settings: ["com.android.settings"],
};

/**
 * The package of the app with this name, among the apps that a launcher shows. The name may be the package id, a part
 * of it, a well-known name, or the label in the launcher; undefined if no app has it. Errors: AMBIGUOUS_TARGET if
 * several apps have it.
 */
export async function findApp(session: Session, name: string, signal: AbortSignal): Promise<string | undefined> {
  const packages = await launchable(session, signal);
  if (packages.includes(name)) return name;
  const wanted = lettersOf(name);
  const known = (lookUp(PACKAGES, wanted) ?? []).filter((one) => packages.includes(one));
  const parts = (one: string) =>
    one
      .toLowerCase()
      .split(".")
      .map((part) => part.replace(/[^\p{L}\p{N}]/gu, ""));
  const named = packages.filter((one) => parts(one).includes(wanted));
  const last = named.filter((one) => parts(one).at(-1) === wanted);
  const byId = [...new Set([...known, ...(last.length > 0 ? last : named)])];
  const found = byId.length === 1 ? byId : await byLabel(session, wanted, byId, signal);
  if (found.length <= 1) return found[0];
  throw new FoveaError(
    "AMBIGUOUS_TARGET",
    `${found.length} apps have the name ${quoteWords(name)}: ${[...found].sort().join(", ")}`,
    {
      device: session.device.serial,
      hint: "Repeat the call with one of these package ids.",
    },
  );
}

/** The apps with this label; `byId`, the apps whose ids match, if no label matches. */
async function byLabel(
  session: Session,
  wanted: string,
  byId: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { labels, unread } = await readAppLabels(session.device, () => true, signal);
  const found = [...labels].flatMap(([name, label]) => (lettersOf(label) === wanted ? [name] : []));
  // An app whose label is unknown may have this label, too.
  return found.length > 0 ? [...new Set([...found, ...byId.filter((name) => unread.includes(name))])] : byId;
}

function lettersOf(words: string): string {
  return plainLetters(foldCase(words)).replace(/[^\p{L}\p{N}]/gu, "");
}

/** What can be the name of an app, in any language. Any other text is checked as a package id. */
const APP_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &'’+-]{0,79}$/u;

/**
 * The package id that `name` is, or the package id of the app with this name. Errors: INVALID_ARGUMENT for a text that
 * is neither, APP_NOT_FOUND, AMBIGUOUS_TARGET.
 */
export async function packageNamed(session: Session, name: string, signal: AbortSignal): Promise<string> {
  if (!APP_NAME.test(name)) return requirePackage(name);
  const found = await findApp(session, name, signal);
  if (found === undefined) throw await noSuchApp(session, name, signal);
  return found;
}

async function launchable(session: Session, signal: AbortSignal): Promise<readonly string[]> {
  const { stdout } = await retryRead(session.device, SCRIPT, SHELL_LIMITS, signal);
  const lines = stdout.toString("utf8").split("\n");
  const packages = lines.flatMap((line) => parseComponent(line.trim())?.package ?? []);
  return [...new Set(packages)];
}

/** The error that no app has this name. Errors: those of the connection. */
export async function noSuchApp(session: Session, name: string, signal: AbortSignal): Promise<FoveaError> {
  const { labels } = await readAppLabels(session.device, () => true, signal);
  const meant = [...labels].filter(([, label]) => isMistyped(lettersOf(name), lettersOf(label)));
  const words = meant.slice(0, MOST_MEANT).map(([id, label]) => `${quoteWords(label)} (${id})`);
  const message = `no app of ${session.device.serial} has the name ${quoteWords(name)}, as package id or as label in its launcher`;
  return new FoveaError("APP_NOT_FOUND", words.length === 0 ? message : `${message}; similar: ${words.join(", ")}`, {
    device: session.device.serial,
    hint: "Call list_apps for the package ids (with system for those that came with the device), or press_key home and tap the app's icon.",
  });
}
