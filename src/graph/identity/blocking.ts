import { titleWords } from "../screen/mask-words.js";
import type { ScreenPrint } from "./screen-print.js";

export const DIFFERENCES = ["app", "kind", "activity", "tab", "dialog", "record"] as const;
/** Why two screens are not one, however alike they are. */
export type Difference = (typeof DIFFERENCES)[number];

/**
 * What makes two screens two: another app, kind of window or activity, another selected tab, another title of a dialog
 * or of a bar (another record), or a title in a bar and none. Null if nothing does. Titles
 * that count or greet would split a screen, too: those are records of one family, and what is learnt at one of them
 * is known at all.
 */
export function blockingDifference(one: ScreenPrint, other: ScreenPrint): Difference | null {
  if (one.app !== other.app) return "app";
  if (one.kind !== other.kind) return "kind";
  if (one.activity !== "" && other.activity !== "" && one.activity !== other.activity) return "activity";
  if (haveOtherTabs(one.tabs, other.tabs)) return "tab";
  if (one.isTitled !== other.isTitled) return "record";
  if (!one.isTitled) return null;
  const [title, otherTitle] = [titleWords(one.title), titleWords(other.title)];
  if (title === "" || otherTitle === "" || title === otherTitle) return null;
  return one.kind === "screen" ? "record" : "dialog";
}

function haveOtherTabs(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  return one.length !== other.length || one.some((tab, place) => titleWords(tab) !== titleWords(other[place] ?? ""));
}
