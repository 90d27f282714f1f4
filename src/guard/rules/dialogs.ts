import type { Concept } from "../concepts.js";
import type { ActionClass, Finding } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords, factsOf, type TargetFacts } from "../target-facts.js";
import { type Said, said } from "../words.js";
import { isActivation } from "./activation.js";
import { refuses } from "./refuses.js";
import { togetherOf } from "./together.js";

/** What a dialog is about that says one of these. */
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

/** Names of AlertDialog's buttons: the second is the one that does nothing. */
const POSITIVE = /^button\s?1$/;
const NEGATIVE = /^(?:button\s?2|cancel button|negative button|deny button|no button)$/;

/** The longest text of a dialog: a longer one is a document. */
const MOST_SAID = 60;

/** The button of a dialog that is not the one to say no does what the dialog asks about. */
export const dialogs: Rule = (situation) => {
  const { target } = situation;
  if (!target || target.dialog.length === 0 || !isActivation(situation)) return [];
  const { role, actions } = target.element;
  if (role === "field" || role === "checkbox" || role === "radio" || role === "switch" || !actions.includes("click"))
    return [];
  const own = target.words.map(said);
  if (isNegative(target, own) && !isFirstOfTwo(situation, target)) return [];
  if (role !== "button" && !own.some(({ whole }) => whole.has("yes") || whole.has("confirm"))) return [];
  if (isOnlyInformation(situation, target)) return [];
  const isPositive = POSITIVE.test(target.idWords) || own.some(({ any }) => any.has("yes") || any.has("confirm"));
  const ownWords = new Set(target.words);
  const texts = target.dialog.map(asWords).filter((words) => !ownWords.has(words));
  const says = texts.map(said).filter(({ length }) => length <= MOST_SAID);
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

/** The button that says no, or that things stay as they are. */
function isNegative({ idWords, words }: TargetFacts, own: readonly Said[]): boolean {
  if (NEGATIVE.test(idWords) || own.some(saysNo) || words.some(refuses)) return true;
  return own.some(({ first, last, any }) => (first.has("keep") || last.has("keep")) && !any.has("discard"));
}

/**
 * Whether it is the first button of a dialog whose second says no: where one word discards and refuses, the first does
 * what is asked about.
 */
function isFirstOfTwo({ screen }: Situation, { element, idWords }: TargetFacts): boolean {
  if (!POSITIVE.test(idWords)) return false;
  const others = screen?.elements.filter(({ role, window }) => role === "button" && window === element.window) ?? [];
  return others
    .map(factsOf)
    .some((one) => NEGATIVE.test(one.idWords) && one.words.some((words) => said(words).whole.has("no")));
}

/** In some languages one word rejects and discards. */
function saysNo({ whole }: Said): boolean {
  return whole.has("no") && (whole.has("cancel") || !whole.has("discard"));
}

/** A dialog with one button and no question only informs: pressing it decides nothing. */
function isOnlyInformation({ screen }: Situation, { element, dialog }: TargetFacts): boolean {
  if (dialog.some((text) => /[?？؟]/.test(text))) return false;
  const buttons = screen?.elements.filter(
    ({ role, window, context }) =>
      role === "button" && window === element.window && context.dialog.length > 0 && context.dialog[0] === dialog[0],
  );
  return buttons !== undefined && buttons.length === 1;
}

type About = Pick<Finding, "class" | "severity">;

/** What a text of a dialog asks about, as far as a button of these words goes on with it. */
function aboutOf(text: Said, own: readonly Said[]): readonly About[] {
  const { any, near } = text;
  const isSave = own.some(({ whole, first }) => whole.has("save") || first.has("save"));
  const concepts = [...any, ...FORMS.filter((concept) => near.has(concept) && !any.has(concept))].filter(
    (concept) => !(concept === "record" && any.has("save")),
  );
  const found = concepts.flatMap((concept): readonly About[] => {
    const of = ABOUT[concept];
    if (of === undefined || (of === "close" && isSave)) return [];
    // A call is ended, and no app.
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

/** What a dialog asks about a call that it does not make: to end it, to go on with it, to look at the list of calls. */
const NO_CALL: readonly Concept[] = ["end", "continue", "log", "record", "delete", "remove"];

/** What a dialog also asks about in another form of the verb, with its object after it. */
const FORMS: readonly Concept[] = ["delete", "replace", "uninstall", "force", "stop"];

/** What becomes of changes that a dialog speaks of. */
const LOST: readonly Concept[] = ["lose", "without", "delete", "remove", "clear", "no", "discard"];
