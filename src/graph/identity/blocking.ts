import { titleWords } from "../screen/mask-words.js";
import type { ScreenPrint } from "./screen-print.js";

export const DIFFERENCES = ["app", "kind", "activity", "tab", "dialog", "record"] as const;
/** The reason why two screens are different, however similar they are. */
export type Difference = (typeof DIFFERENCES)[number];

/**
 * The difference that makes two screens different: another app, kind of window or activity; another selected tab;
 * another title of a dialog or of a bar (another record); or a title in a bar on only one of them. Null if there is
 * none. Titles with counts or greetings split a screen as well: these are records of one family, and results at one of
 * them are known at all.
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
