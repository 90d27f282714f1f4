import type { ActionClass, Finding } from "../decision.js";
import type { Rule } from "../rule.js";
import { asWords } from "../target-facts.js";
import { type Concept, said } from "../words.js";
import { isActivation } from "./activation.js";

/** What a dialog is about that says one of these. */
const ABOUT: Partial<Record<Concept, ActionClass>> = {
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
  replace: "file",
  discard: "close",
  reset: "system",
  restart: "system",
  account: "credential",
};

/** Names of AlertDialog's buttons: the second is the one that does nothing. */
const POSITIVE = /^button\s?1$/;
const NEGATIVE = /^(?:button\s?2|cancel button|negative button|deny button|no button)$/;

/** A dialog says so much about itself at most: more is a text. */
const MOST_SAID = 60;

/** The button of a dialog that is not the one to say no does what the dialog asks about. */
export const dialogs: Rule = (situation) => {
  const { target } = situation;
  if (!target || target.dialog.length === 0 || !isActivation(situation)) return [];
  const { role, actions } = target.element;
  if (role === "field" || role === "checkbox" || role === "radio" || role === "switch" || !actions.includes("click"))
    return [];
  const own = target.words.map(said);
  if (NEGATIVE.test(target.idWords) || own.some(({ whole }) => whole.has("no"))) return [];
  if (role !== "button" && !own.some(({ whole }) => whole.has("yes") || whole.has("confirm"))) return [];
  const isPositive = POSITIVE.test(target.idWords) || own.some(({ any }) => any.has("yes") || any.has("confirm"));
  const ownWords = new Set(target.words);
  const texts = target.dialog.map(asWords).filter((words) => !ownWords.has(words));
  const [title, ...message] = texts.map(said);
  const says = [...(title ? [title] : []), ...message].filter(({ length }) => length <= MOST_SAID);
  const found = says.find(({ any }) => [...any].some((concept) => ABOUT[concept]));
  if (!found) return [];
  const about = [...found.any].filter((concept) => !(concept === "record" && found.any.has("save")));
  const classes = new Set(about.flatMap((concept) => ABOUT[concept] ?? []));
  return [...classes].map(
    (one): Finding => ({
      class: one,
      severity: one === "purchase" || (one === "system" && found.any.has("reset")) ? "block" : "confirm",
      signals: [
        { kind: "dialog", value: (target.dialog[0] ?? "").slice(0, 80) },
        { kind: "role", value: isPositive ? "positive button" : "button" },
      ],
    }),
  );
};
