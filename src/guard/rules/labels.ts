import type { ActionClass, Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import type { TargetFacts } from "../target-facts.js";
import { type Concept, type Said, said } from "../words.js";
import { isActivation, isMenu } from "./activation.js";

/** Where in a label the word has to stand: alone, at its beginning or end, or anywhere. */
type Place = "whole" | "first" | "edge";

interface Meaning {
  readonly class: ActionClass;
  readonly severity: Finding["severity"];
  readonly place: Place;
  /** Only in apps of such names; everywhere if absent. */
  readonly in?: RegExp;
}

const SYSTEM = /^(?:android|com\.android\.settings|com\.android\.systemui)$|^com\.(?:samsung|miui|coloros|oplus)\./;
const STORE = /vending|store|market|packageinstaller|fdroid/i;
const FILES = /file|document|drive|gallery|photos|storage|cloud|nextcloud|dropbox|media/i;

/** What a control does whose label says so. */
const MEANINGS: Partial<Record<Concept, Meaning>> = {
  send: { class: "send", severity: "confirm", place: "edge" },
  publish: { class: "send", severity: "confirm", place: "whole" },
  call: { class: "call", severity: "confirm", place: "whole" },
  emergency: { class: "call", severity: "block", place: "whole" },
  delete: { class: "delete", severity: "confirm", place: "edge" },
  trash: { class: "delete", severity: "confirm", place: "edge" },
  remove: { class: "delete", severity: "confirm", place: "whole" },
  buy: { class: "purchase", severity: "block", place: "edge" },
  pay: { class: "purchase", severity: "block", place: "edge" },
  order: { class: "purchase", severity: "block", place: "whole" },
  subscribe: { class: "purchase", severity: "block", place: "whole" },
  install: { class: "install", severity: "confirm", place: "edge" },
  update: { class: "install", severity: "confirm", place: "whole", in: STORE },
  uninstall: { class: "uninstall", severity: "confirm", place: "edge" },
  disable: { class: "uninstall", severity: "confirm", place: "whole", in: SYSTEM },
  stop: { class: "uninstall", severity: "confirm", place: "whole" },
  record: { class: "capture", severity: "confirm", place: "edge" },
  show: { class: "credential", severity: "block", place: "whole" },
  account: { class: "credential", severity: "confirm", place: "edge" },
  restart: { class: "system", severity: "confirm", place: "whole", in: SYSTEM },
  reset: { class: "system", severity: "block", place: "edge" },
  forget: { class: "system", severity: "confirm", place: "edge", in: SYSTEM },
  airplane: { class: "system", severity: "confirm", place: "whole", in: SYSTEM },
  replace: { class: "file", severity: "confirm", place: "whole" },
  upload: { class: "file", severity: "confirm", place: "whole" },
  move: { class: "file", severity: "confirm", place: "whole", in: FILES },
  discard: { class: "close", severity: "confirm", place: "edge" },
};

/** A label of more words is a text and no name of a button. */
const MOST_WORDS = 6;

/** Whether what is touched, or activated by a key, says what it does. */
export const labels: Rule = (situation) => {
  const { target, app } = situation;
  if (!target || !isActivation(situation)) return [];
  return target.words.flatMap((words) => ofLabel(words, target, app.package ?? "", situation));
};

function ofLabel(words: string, target: TargetFacts, owner: string, situation: Situation): readonly Finding[] {
  const says = said(words);
  if (says.length > MOST_WORDS) return [];
  if (clears(says) && placeFor({ place: "edge" }, target, situation) !== null)
    return [{ class: "delete", severity: "confirm", signals: [{ kind: "label", value: words.slice(0, 80) }] }];
  return [...says.any].flatMap((concept): readonly Finding[] => {
    const meaning = MEANINGS[concept];
    if (
      !meaning ||
      (meaning.in && !meaning.in.test(owner)) ||
      !stands(concept, says, placeFor(meaning, target, situation))
    )
      return [];
    const signals: readonly Signal[] = [{ kind: "label", value: words.slice(0, 80) }];
    return [{ class: meaning.class, severity: meaning.severity, signals }];
  });
}

/** Whether something is cleared that cannot be had back: a history, a chat, the bin. */
function clears({ first, last, any }: Said): boolean {
  const isVerb = ["clear", "empty"].some((one) => [...first, ...last].some((concept) => concept === one));
  return isVerb && (any.has("stuff") || any.has("bin"));
}

function stands(concept: Concept, { whole, first, last, any }: Said, place: Place | null): boolean {
  // Some languages have one word for recording and saving.
  if (place === null || (concept === "record" && any.has("save"))) return false;
  if (whole.has(concept)) return true;
  return (place !== "whole" && first.has(concept)) || (place === "edge" && last.has(concept));
}

/** Rows of a page are content; those of menus, sheets and dialogs are commands. */
function placeFor(
  { place }: Pick<Meaning, "place">,
  { element, dialog }: TargetFacts,
  situation: Situation,
): Place | null {
  if (element.role === "tab" || element.role === "field" || element.role === "checkbox" || element.role === "radio")
    return null;
  if (element.role === "row" || element.role === "text" || element.role === "group")
    return isMenu(situation) || dialog.length > 0 ? place : null;
  return place;
}
