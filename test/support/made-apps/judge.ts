import type { Said } from "./callers.js";
import type { ChangeInjector } from "./change-injector.js";
import type { Entry } from "./made-app.js";
import type { MadePlace } from "./made-place.js";
import { type Meaning, meaningsOf, sameness } from "./made-state.js";
import type { Plan, Verb } from "./plan.js";
import { codeIn, verdictIn } from "./shown-text.js";
import { FILLED, TYPED } from "./typed.js";
import { isInView, namesNow, type Wanted } from "./wanted.js";

/**
 * - `right`: the target was touched once, or got the whole text, and the call reports a success.
 * - `doubt`: the target was touched, or got the text or its beginning, but the call failed or says that it is unsure.
 * - `wrong`: something else or nothing was touched or got text, and the call reports a success.
 * - `reported`: something else or nothing was touched or got text, and the call failed or reports that it is unsure.
 * - `refused`: nothing was touched, and the call reports this.
 * - `needless`: refused, although the target was there and nothing happened that concerns it.
 */
export type Outcome = "right" | "doubt" | "wrong" | "reported" | "refused" | "needless";
export const OUTCOMES: readonly Outcome[] = ["right", "doubt", "wrong", "reported", "refused", "needless"];

export interface Judged {
  readonly outcome: Outcome;
  /** The element that was touched or got text, or the error's code. */
  readonly what: string;
}

interface Case {
  readonly plan: Plan;
  readonly wanted: Wanted;
  readonly said: Said;
  readonly injector: ChangeInjector;
  /** The text of the field before the call. */
  readonly textBefore: string;
}

/** The outcome of a call, by the app's own log. */
export function judge(place: MadePlace, all: Case): Judged {
  return all.plan.verb === "tap" ? judgeTap(place, all) : judgeText(place, all);
}

function judgeTap(place: MadePlace, all: Case): Judged {
  const { app } = place;
  const { said, wanted } = all;
  const [press, second] = app.presses;
  if (!press) return untouched(place, all);
  const what = second ? `${app.presses.length} things` : wordsOf(press);
  const isRight = !second && isMeant(place, press, wanted);
  return { outcome: outcomeOf(isRight, said), what };
}

function judgeText(place: MadePlace, given: Case): Judged {
  const { app } = place;
  const { said, wanted, plan } = given;
  const stray = app.presses.filter(({ kind }) => kind !== "field");
  if (app.entries.length + app.submits.length + stray.length === 0) return untouched(place, given);
  const last = app.entries.at(-1);
  const all = [...app.entries, ...app.submits];
  // Before the call the surroundings identify a field; during the call its own words and its place do.
  const isInCall = plan.moment !== "before" && wanted.way === "ref";
  const isField = (meaning: Meaning) =>
    isInCall ? meaning.words?.text === wanted.shown.words?.text : isMeant(place, meaning, wanted);
  const isRight = stray.length === 0 && all.every(({ meaning }) => isField(meaning));
  const isWhole = isAllOf(plan.verb, given.textBefore, last?.text);
  const isEnded = app.submits.length === (plan.verb === "submit" || plan.verb === "enter" ? 1 : 0);
  const submits = app.submits.map(({ meaning }) => `Enter in ${wordsOf(meaning)}`);
  const what = [...stray.map(wordsOf), ...intoOf(app.entries), ...submits].join(", ");
  const isDone = isWhole && isEnded;
  // The target has the text that was typed so far, and the call says that it stopped there.
  if (isRight && !isDone && !saysDone(said)) return { outcome: "doubt", what };
  return { outcome: outcomeOf(isRight && isDone, said), what };
}

/** Whether a field has the text that it should have after the action. */
function isAllOf(verb: Verb, before: string, now: string | undefined): boolean {
  switch (verb) {
    case "tap":
      return true;
    case "enter":
      return now === undefined;
    case "delete":
      return now?.length === before.length - 1;
    case "KEYCODE_X":
      return now?.length === before.length + 1 && now.toLowerCase().includes("x");
    case "replace":
      return now === TYPED;
    case "type":
    case "submit":
      return now === TYPED || now === FILLED + TYPED;
  }
}

function intoOf(entries: readonly Entry[]): readonly string[] {
  const into = new Map(entries.map(({ meaning, text }) => [wordsOf(meaning), text]));
  return [...into].map(([field, text]) => `"${text}" in ${field}`);
}

function outcomeOf(isRight: boolean, said: Said): Outcome {
  const isReported = !saysDone(said);
  if (isRight) return isReported ? "doubt" : "right";
  return isReported ? "reported" : "wrong";
}

/** Whether the answer reports a success: every other verdict says that the result differs or is not proven. */
function saysDone({ isError, text }: Said): boolean {
  const verdict = isError ? null : verdictIn(text);
  return verdict === "changed" || verdict === "no_effect";
}

function untouched(place: MadePlace, all: Case): Judged {
  const { said, plan, injector } = all;
  if (!said.isError) {
    return { outcome: saysDone(said) && verdictIn(said.text) === "changed" ? "wrong" : "reported", what: "nothing" };
  }
  const what = codeIn(said.text);
  // If the device compared the target and did not click, there was no click.
  const isTouched = injector.isTouched && !/; nothing was (?:touched|clicked)\b/.test(said.text);
  if (isTouched && plan.verb === "tap") return { outcome: "reported", what: `nothing, ${what}` };
  // On a screen that always changes a dump fails, and the call reports this.
  const isHonest = plan.ticking !== "nothing" && !place.usesCompanion && what.startsWith("HIERARCHY_");
  return { outcome: plan.isBenign && !isHonest && isThere(place, all) ? "needless" : "refused", what };
}

function isMeant(place: MadePlace, touched: Meaning, wanted: Wanted): boolean {
  const { shown, way, alike } = wanted;
  if (way !== "ref") return namesNow(place, touched, wanted);
  if (sameness(shown, touched) === "different") return false;
  if (touched.key === shown.key) return true;
  // Another control with the same words is only recognisable if its twin is in view.
  const now = meaningsOf(place.app.state).filter((one) => sameness(one, touched) !== "different");
  return alike === 1 && !now.some((one) => one.slot !== touched.slot && isInView(place, one));
}

/** Whether the target is there as it was shown, unique and not covered. */
function isThere(place: MadePlace, { wanted }: Case): boolean {
  const now = meaningsOf(place.app.state).find((one) => one.key === wanted.shown.key);
  if (!now || wanted.alike > 1) return false;
  // If the selector now matches another control, too, the target is ambiguous.
  if (wanted.way !== "ref" && !namesNow(place, now, wanted)) return false;
  const same = sameness(wanted.shown, now);
  if (same !== "same" && !(same === "volatile" && wanted.isTicking)) return false;
  return isInView(place, now);
}

function wordsOf({ kind, words, row, isOn, title, heading }: Meaning): string {
  const own = words ? ` "${words.text}"` : "";
  const on = isOn === null ? "" : isOn ? " on" : " off";
  const around = [...row, ...(heading ? [heading] : []), title].map(({ text }) => text).join(" < ");
  return `${kind}${own}${on} (${around})`;
}

export { wordsOf as meaningWords };
