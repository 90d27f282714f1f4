import type { Concept } from "../concepts.js";
import type { ActionClass, Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords, type TargetFacts } from "../target-facts.js";
import { type Said, said } from "../words.js";
import { isActivation, isMenu } from "./activation.js";
import { togetherOf } from "./together.js";

/** Where in a label the word has to stand: alone, at its beginning or end, or anywhere in a short one as well. */
type Place = "whole" | "edge" | "short";

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

/** The verb, its object, and how it is done. */
const FEW_WORDS = 3;

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
  // One word of a language that joins them: an emergency call.
  const isJoined = says.length === 1 && says.near.has("emergency") && !says.whole.has("emergency");
  const joined = isJoined && placeFor({ place: "whole" }, target, situation) !== null;
  return [...together, ...alone, ...(joined ? [{ class: "call", severity: "block", signals } as const] : [])];
}

/** What can be bought, sent or called about which a label speaks, and which it does not do: "Pay later: details". */
function isOnlyAbout(of: ActionClass, { any, near, first, whole }: Said, { element }: TargetFacts): boolean {
  if (element.role === "switch") return !BY_SWITCH.has(of);
  if (isDigit(of, { near })) return true;
  const isCall = of === "call";
  if (isCall && any.has("log") && (whole.has("log") || !whole.has("call"))) return true;
  if (of === "purchase" && any.has("log") && whole.size === 0) return true;
  // Help is called, and not only spoken of.
  const isAbout =
    (any.has("about") && !(isCall && any.has("help"))) || (isCall && any.has("goods") && !first.has("call"));
  return (of === "purchase" || of === "send" || isCall) && isAbout && (isCall ? !whole.has("call") : whole.size === 0);
}

/** The key of a keypad that takes one digit away. */
function isDigit(of: ActionClass, { near }: Pick<Said, "near">): boolean {
  return (of === "delete" || of === "close") && near.has("digit");
}

/** What a switch may do; sending and the like it only prepares. */
const BY_SWITCH: ReadonlySet<ActionClass> = new Set(["permission", "capture", "credential", "system", "install"]);

function stands(concept: Concept, { whole, first, last, any, length }: Said, place: Place | null): boolean {
  // Some languages have one word for recording and saving, and one for discarding and cancelling.
  if (place === null || (concept === "record" && any.has("save"))) return false;
  if (whole.has("done") && !whole.has(concept)) return false;
  // A log of calls is called by the word for recording, too.
  if (concept === "record" && any.has("log") && any.has("stuff") && !whole.has("record")) return false;
  if (concept === "discard" && (whole.has("cancel") || (any.has("cancel") && !whole.has("discard")))) return false;
  if (whole.has("no") && NOT_OF_NO.has(concept)) return false;
  if (GOES_ON.has(concept) && !whole.has(concept) && isOfOngoing({ first, last })) return false;
  // And one for removing and uninstalling: of an app it is the second.
  if (concept === "uninstall" && any.has("remove") && !any.has("app") && !whole.has("uninstall")) return false;
  if (whole.has(concept)) return true;
  // In languages of India a verb of going comes after that of forgetting.
  if (place === "short" && length <= FEW_WORDS) return true;
  return place !== "whole" && (first.has(concept) || last.has(concept));
}

/** What such a label is about. */
const ONGOING: ReadonlySet<ActionClass> = new Set(["call", "capture"]);

/** What may be in progress, and a label lets go on or ends: "Keep recording", "End call". */
const GOES_ON: ReadonlySet<Concept> = new Set(["call", "record", "broadcast", "upload"]);

function isOfOngoing({ first, last }: Pick<Said, "first" | "last">): boolean {
  return (["continue", "end"] as const).some((one) => first.has(one) || last.has(one));
}

/** Whether a word that also rejects throws away what is not saved: in a menu, or beside a button that saves. */
function leavesUnsaved({ element }: TargetFacts, situation: Situation): boolean {
  if (isMenu(situation)) return true;
  const { screen } = situation;
  const others = screen?.elements.filter(({ role, window }) => role === "button" && window === element.window) ?? [];
  return others.some(({ labels: own }) => own.some((label) => said(asWords(label)).any.has("save")));
}

/** What a label does not say that as a whole says no, or later, whatever its words say besides. */
const NOT_OF_NO: ReadonlySet<Concept> = new Set(["allow", "send", "publish", "order", "buy", "record", "upload"]);

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
