import type { Concept } from "../concepts.js";
import type { ActionClass, Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords, type TargetFacts } from "../target-facts.js";
import { conceptsIn, type Said } from "../words.js";
import { isActivation, isMenu } from "./activation.js";
import { togetherOf } from "./together.js";

/**
 * Where in a label a word has to be: it is the whole label; it is at the beginning or end; or it is anywhere in a short
 * label as well.
 */
type Place = "whole" | "edge" | "short";

interface Meaning {
  readonly class: ActionClass;
  readonly severity: Finding["severity"];
  readonly place: Place;
  /** Only in apps with such package names; in all apps if absent. */
  readonly in?: RegExp;
}

const SYSTEM = /^(?:android|com\.android\.settings|com\.android\.systemui)$|^com\.(?:samsung|miui|coloros|oplus)\./;
const STORE = /vending|store|market|packageinstaller|fdroid/i;
const FILES = /file|document|drive|gallery|photos|storage|cloud|nextcloud|dropbox|media/i;

/** The action of a control with this label. */
const MEANINGS: Partial<Record<Concept, Meaning>> = {
  send: { class: "send", severity: "confirm", place: "edge" },
  publish: { class: "send", severity: "confirm", place: "edge" },
  call: { class: "call", severity: "confirm", place: "edge" },
  dial: { class: "call", severity: "confirm", place: "whole" },
  emergency: { class: "call", severity: "block", place: "whole" },
  delete: { class: "delete", severity: "confirm", place: "edge" },
  trash: { class: "delete", severity: "confirm", place: "edge" },
  remove: { class: "delete", severity: "confirm", place: "whole" },
  buy: { class: "purchase", severity: "block", place: "edge" },
  pay: { class: "purchase", severity: "block", place: "edge" },
  order: { class: "purchase", severity: "block", place: "whole" },
  subscribe: { class: "purchase", severity: "block", place: "edge" },
  install: { class: "install", severity: "confirm", place: "edge" },
  update: { class: "install", severity: "confirm", place: "whole", in: STORE },
  uninstall: { class: "uninstall", severity: "confirm", place: "edge" },
  disable: { class: "uninstall", severity: "confirm", place: "whole", in: SYSTEM },
  stop: { class: "uninstall", severity: "confirm", place: "whole" },
  force: { class: "uninstall", severity: "confirm", place: "edge", in: SYSTEM },
  allow: { class: "permission", severity: "confirm", place: "whole" },
  record: { class: "capture", severity: "confirm", place: "edge" },
  broadcast: { class: "capture", severity: "confirm", place: "edge" },
  show: { class: "credential", severity: "block", place: "whole" },
  account: { class: "credential", severity: "confirm", place: "edge" },
  restart: { class: "system", severity: "confirm", place: "whole", in: SYSTEM },
  reset: { class: "system", severity: "block", place: "edge" },
  resetting: { class: "system", severity: "confirm", place: "edge", in: SYSTEM },
  forget: { class: "system", severity: "confirm", place: "short", in: SYSTEM },
  airplane: { class: "system", severity: "confirm", place: "whole", in: SYSTEM },
  developer: { class: "system", severity: "confirm", place: "edge", in: SYSTEM },
  lock: { class: "lock", severity: "confirm", place: "whole", in: SYSTEM },
  replace: { class: "file", severity: "confirm", place: "whole" },
  upload: { class: "file", severity: "confirm", place: "edge" },
  move: { class: "file", severity: "confirm", place: "edge", in: FILES },
  discard: { class: "close", severity: "confirm", place: "edge" },
};

/** The most words of a short label: the verb, its object, and an adverb. */
const FEW_WORDS = 3;

/** A label with more words is a text, not the name of a button. */
const MOST_WORDS = 6;

/** Classifies a pressed element by its labels. */
export const labels: Rule = (situation) => {
  const { target, app } = situation;
  if (!target || !isActivation(situation)) return [];
  return target.words.flatMap((words) => ofLabel(words, target, app.package ?? "", situation));
};

function ofLabel(words: string, target: TargetFacts, owner: string, situation: Situation): readonly Finding[] {
  const says = conceptsIn(words);
  if (says.length > MOST_WORDS) return [];
  const signals: readonly Signal[] = [{ kind: "label", value: words.slice(0, 80) }];
  const together =
    says.whole.has("done") || placeFor({ place: "edge" }, target, situation) === null
      ? []
      : togetherOf(says, "edge")
          .filter((found) => !(ONGOING.has(found.class) && isOfOngoing(says)) && !isDigit(found.class, says))
          .map((found) => ({ ...found, signals }));
  const alone = [...says.any].flatMap((concept): readonly Finding[] => {
    const meaning = MEANINGS[concept];
    if (!meaning || (meaning.in && !meaning.in.test(owner))) return [];
    if (!stands(concept, says, placeFor(meaning, target, situation)) || isOnlyAbout(meaning.class, says, target))
      return [];
    if (concept === "discard" && says.whole.has("no") && !leavesUnsaved(target, situation)) return [];
    return [{ class: meaning.class, severity: meaning.severity, signals }];
  });
  // A language may join "emergency call" into one word.
  const isJoined = says.length === 1 && says.near.has("emergency") && !says.whole.has("emergency");
  const joined = isJoined && placeFor({ place: "whole" }, target, situation) !== null;
  return [...together, ...alone, ...(joined ? [{ class: "call", severity: "block", signals } as const] : [])];
}

/** Whether a label only mentions a purchase, a message or a call and does not perform it: "Pay later: details". */
function isOnlyAbout(of: ActionClass, { any, near, first, whole }: Said, { element }: TargetFacts): boolean {
  if (element.role === "switch") return !BY_SWITCH.has(of);
  if (isDigit(of, { near })) return true;
  const isCall = of === "call";
  if (isCall && any.has("log") && (whole.has("log") || !whole.has("call"))) return true;
  if (of === "purchase" && any.has("log") && whole.size === 0) return true;
  // "Call for help" makes a call, although "help" usually only informs.
  const isAbout =
    (any.has("about") && !(isCall && any.has("help"))) || (isCall && any.has("goods") && !first.has("call"));
  return (of === "purchase" || of === "send" || isCall) && isAbout && (isCall ? !whole.has("call") : whole.size === 0);
}

/** Whether it is the key of a keypad that deletes one digit. */
function isDigit(of: ActionClass, { near }: Pick<Said, "near">): boolean {
  return (of === "delete" || of === "close") && near.has("digit");
}

/** Classes that a switch can perform; for others, such as sending, a switch is only a preparation. */
const BY_SWITCH: ReadonlySet<ActionClass> = new Set(["permission", "capture", "credential", "system", "install"]);

function stands(concept: Concept, { whole, first, last, any, length }: Said, place: Place | null): boolean {
  // Some languages have one word for recording and saving, and one word for discarding and cancelling.
  if (place === null || (concept === "record" && any.has("save"))) return false;
  if (whole.has("done") && !whole.has(concept)) return false;
  // The word for a log of calls may be the word for recording.
  if (concept === "record" && any.has("log") && any.has("stuff") && !whole.has("record")) return false;
  if (concept === "discard" && (whole.has("cancel") || (any.has("cancel") && !whole.has("discard")))) return false;
  if (whole.has("no") && NOT_OF_NO.has(concept)) return false;
  if (GOES_ON.has(concept) && !whole.has(concept) && isOfOngoing({ first, last })) return false;
  // Some languages have one word for removing and uninstalling: an app is uninstalled.
  if (concept === "uninstall" && any.has("remove") && !any.has("app") && !whole.has("uninstall")) return false;
  if (whole.has(concept)) return true;
  // In languages of India, an auxiliary verb for "go" comes after the verb for "forget".
  if (place === "short" && length <= FEW_WORDS) return true;
  return place !== "whole" && (first.has(concept) || last.has(concept));
}

/** Classes of actions that go on for a while. */
const ONGOING: ReadonlySet<ActionClass> = new Set(["call", "capture"]);

/** Concepts of such actions; a label may continue or end them: "Keep recording", "End call". */
const GOES_ON: ReadonlySet<Concept> = new Set(["call", "record", "broadcast", "upload"]);

function isOfOngoing({ first, last }: Pick<Said, "first" | "last">): boolean {
  return (["continue", "end"] as const).some((one) => first.has(one) || last.has(one));
}

/** Whether a word that may also mean "reject" discards unsaved changes: it does in a menu, or beside a Save button. */
function leavesUnsaved({ element }: TargetFacts, situation: Situation): boolean {
  if (isMenu(situation)) return true;
  const { screen } = situation;
  const others = screen?.elements.filter(({ role, window }) => role === "button" && window === element.window) ?? [];
  return others.some(({ labels: own }) => own.some((label) => conceptsIn(asWords(label)).any.has("save")));
}

/** Concepts that do not count if the whole label means "no" or "later". */
const NOT_OF_NO: ReadonlySet<Concept> = new Set(["allow", "send", "publish", "order", "buy", "record", "upload"]);

/** Rows of a page are content; rows of menus, sheets and dialogs are commands. */
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
