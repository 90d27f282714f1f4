import { isFoveaError } from "../../base/errors.js";
import { foldCase, plainLetters } from "../../screen/query/fold.js";
import type { Session } from "../../session/session.js";
import { readAppLabels } from "./app-labels.js";

export interface LabelledApps {
  readonly packages: readonly string[];
  /** The labels in the launcher, by package id; apps that the launcher does not show have none. */
  readonly labels: ReadonlyMap<string, string>;
  /** Why labels are missing; null if all readable labels are present. */
  readonly note: string | null;
}

/** The packages whose id or label contains these words, with their labels. Errors: those of the connection. */
export async function labelledApps(
  session: Session,
  packages: readonly string[],
  contains: string,
  signal: AbortSignal,
): Promise<LabelledApps> {
  const among = new Set(packages);
  const { labels, note } = await labelsOf(session, (name) => among.has(name), signal);
  const wanted = plain(contains);
  const fits = (name: string) => plain(name).includes(wanted) || plain(labels.get(name) ?? "").includes(wanted);
  return { packages: packages.filter(fits), labels, note };
}

/**
 * The labels, and a note on missing ones. A failed reading of labels is not an error: ids are useful without labels.
 */
async function labelsOf(
  session: Session,
  wanted: (packageName: string) => boolean,
  signal: AbortSignal,
): Promise<Omit<LabelledApps, "packages">> {
  try {
    const { labels, unread } = await readAppLabels(session.device, wanted, signal);
    const count = unread.length;
    const what = count === 1 ? "the label of 1 app" : `the labels of ${count} apps`;
    return { labels, note: count === 0 ? null : `! ${what} could not be read, or not in time: call again` };
  } catch (error) {
    if (!isFoveaError(error, "SHELL_FAILED") || signal.aborted) throw error;
    return { labels: new Map(), note: `! labels are missing: ${error.message}` };
  }
}

function plain(words: string): string {
  return plainLetters(foldCase(words));
}
