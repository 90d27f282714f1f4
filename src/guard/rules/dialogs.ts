import type { Concept } from "../concepts.js";
import type { ActionClass, Finding } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords, factsOf, type TargetFacts } from "../target-facts.js";
import { conceptsIn, type Said } from "../words.js";
import { isActivation } from "./activation.js";
import { refuses } from "./refuses.js";
import { togetherOf } from "./together.js";

/** The class of a dialog that contains one of these concepts. */
const ABOUT: Partial<Record<Concept, ActionClass>> = {
  allow: "permission",
  call: "call",
  send: "send",
  delete: "delete",
  trash: "delete",
  remove: "delete",
  buy: "purchase",
  pay: "purchase",
  subscribe: "purchase",
  install: "install",
  uninstall: "uninstall",
  disable: "uninstall",
  record: "capture",
  broadcast: "capture",
  force: "uninstall",
  stop: "uninstall",
  replace: "file",
  discard: "close",
  reset: "system",
  restart: "system",
  account: "credential",
};

/** Ids of AlertDialog's buttons: button 1 acts, button 2 cancels. */
const POSITIVE = /^button\s?1$/;
const NEGATIVE = /^(?:button\s?2|cancel button|negative button|deny button|no button)$/;

/** The longest text of a dialog that is read, in words: a longer one is a document. */
const MOST_SAID = 60;

/** A button of a dialog that does not say no performs the action that the dialog asks about. */
export const dialogs: Rule = (situation) => {
  const { target } = situation;
  if (!target || target.dialog.length === 0 || !isActivation(situation)) return [];
  const { role, actions } = target.element;
  if (role === "field" || role === "checkbox" || role === "radio" || role === "switch" || !actions.includes("click"))
    return [];
  const own = target.words.map(conceptsIn);
  if (isNegative(target, own) && !isFirstOfTwo(situation, target)) return [];
  if (role !== "button" && !own.some(({ whole }) => whole.has("yes") || whole.has("confirm"))) return [];
  if (isOnlyInformation(situation, target)) return [];
  const isPositive = POSITIVE.test(target.idWords) || own.some(({ any }) => any.has("yes") || any.has("confirm"));
  const ownWords = new Set(target.words);
  const texts = target.dialog.map(asWords).filter((words) => !ownWords.has(words));
  const says = texts.map(conceptsIn).filter(({ length }) => length <= MOST_SAID);
  const found = says.map((one) => aboutOf(one, own)).find((one) => one.length > 0) ?? [];
  return found.map(
    (one): Finding => ({
      ...one,
      signals: [
        { kind: "dialog", value: (target.dialog[0] ?? "").slice(0, 80) },
        { kind: "role", value: isPositive ? "positive button" : "button" },
      ],
    }),
  );
};

/** Whether a button refuses, or keeps things as they are. */
function isNegative({ idWords, words }: TargetFacts, own: readonly Said[]): boolean {
  if (NEGATIVE.test(idWords) || own.some(saysNo) || words.some(refuses)) return true;
  return own.some(({ first, last, any }) => (first.has("keep") || last.has("keep")) && !any.has("discard"));
}

/**
 * Whether it is the first button of a dialog whose second button says no. If one word means both "discard" and
 * "refuse", the first button performs the action.
 */
function isFirstOfTwo({ screen }: Situation, { element, idWords }: TargetFacts): boolean {
  if (!POSITIVE.test(idWords)) return false;
  const others = screen?.elements.filter(({ role, window }) => role === "button" && window === element.window) ?? [];
  return others
    .map(factsOf)
    .some((one) => NEGATIVE.test(one.idWords) && one.words.some((words) => conceptsIn(words).whole.has("no")));
}

/** In some languages one word means both "reject" and "discard". */
function saysNo({ whole }: Said): boolean {
  return whole.has("no") && (whole.has("cancel") || !whole.has("discard"));
}

/** A dialog with one button and no question only informs: pressing the button decides nothing. */
function isOnlyInformation({ screen }: Situation, { element, dialog }: TargetFacts): boolean {
  if (dialog.some((text) => /[?？؟]/.test(text))) return false;
  const buttons = screen?.elements.filter(
    ({ role, window, context }) =>
      role === "button" && window === element.window && context.dialog.length > 0 && context.dialog[0] === dialog[0],
  );
  return buttons !== undefined && buttons.length === 1;
}

type About = Pick<Finding, "class" | "severity">;

/** The classes that a text of a dialog asks about, for a button with these words. */
function aboutOf(text: Said, own: readonly Said[]): readonly About[] {
  const { any, near } = text;
  const isSave = own.some(({ whole, first }) => whole.has("save") || first.has("save"));
  const concepts = [...any, ...FORMS.filter((concept) => near.has(concept) && !any.has(concept))].filter(
    (concept) => !(concept === "record" && any.has("save")),
  );
  const found = concepts.flatMap((concept): readonly About[] => {
    const of = ABOUT[concept];
    if (of === undefined || (of === "close" && isSave)) return [];
    // "End the call" stops no app.
    if (concept === "stop" && any.has("call")) return [];
    if (of === "call" && NO_CALL.some((one) => any.has(one))) return [];
    return [{ class: of, severity: of === "purchase" || concept === "reset" ? "block" : "confirm" }];
  });
  const isLost = LOST.some((one) => any.has(one)) || !own.some(({ any: words }) => words.has("yes"));
  const closes = ((near.has("changes") && isLost) || (any.has("without") && near.has("save"))) && !isSave;
  const asks = near.has("sensor") && own.some(({ any: words }) => words.has("allow"));
  return [
    ...found,
    ...togetherOf(text, "any"),
    ...(closes ? [{ class: "close", severity: "confirm" } as const] : []),
    ...(asks ? [{ class: "capture", severity: "confirm" } as const] : []),
  ];
}

/** Concepts of a dialog about a call that does not start one: to end it, to continue it, to open the list of calls. */
const NO_CALL: readonly Concept[] = ["end", "continue", "log", "record", "delete", "remove"];

/** Concepts that a dialog may write in another form of the verb, with the object after it. */
const FORMS: readonly Concept[] = ["delete", "replace", "uninstall", "force", "stop"];

/** Concepts that say that changes will be lost. */
const LOST: readonly Concept[] = ["lose", "without", "delete", "remove", "clear", "no", "discard"];
