import type { UiElement } from "../../screen/element.js";
import { isMoney } from "../../screen/meaning.js";
import type { Concept } from "../concepts.js";
import type { Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords } from "../target-facts.js";
import { conceptsIn, type Said } from "../words.js";
import { isActivation } from "./activation.js";

/** Activities of Play's purchase sheet, and others with similar names. */
const BILLING = /billing|purchase|InAppProxy|LockToPortraitUiBuilderHost|acquire/i;
/** The longest price, in characters. */
const LONGEST_PRICE = 20;
/** The sign or the name of a currency. A number without one may count anything. */
const CURRENCY = /[\p{Sc}\p{L}]/u;
/** The longest name of a currency, in letters. */
const MOST_LETTERS = 5;

/** The word for a paid membership in many languages, together with another word. */
const MEMBERSHIP = /(?<![a-z])s?vip(?![a-z])/;

/** Concepts that mean a purchase if an amount of money is near. */
const ORDERS: readonly Concept[] = ["transfer", "confirm", "order", "pay", "subscribe", "subscription"];

/** Buttons that show a price, buttons that continue near an amount of money, and payment sheets. */
export const money: Rule = (situation) => {
  const { target, app, screen } = situation;
  if (target?.element.role !== "button" || !isActivation(situation)) return [];
  const { labels } = target.element;
  const price = labels.find(
    (label) =>
      label.length <= LONGEST_PRICE && /\p{Nd}/u.test(label) && CURRENCY.test(label) && isMoney(label) && isBare(label),
  );
  if (price !== undefined) return [bought({ kind: "price", value: price })];
  const membership = target.words.find(
    (words) => words.length > 4 && words.length <= LONGEST_PRICE && MEMBERSHIP.test(words),
  );
  if (membership !== undefined) return [{ ...bought({ kind: "label", value: membership }), severity: "confirm" }];
  const says = target.words.map(conceptsIn);
  const isNo = says.some(({ whole }) => whole.has("no"));
  if (isNo) return [];
  if (BILLING.test(app.activity ?? "") && says.some(({ whole }) => whole.has("yes") || whole.has("confirm")))
    return [bought({ kind: "activity", value: app.activity ?? "" })];
  // Some languages label the pay button with the noun for paying, alone or with a verb for "do".
  const paid = target.words.find((words) => isPayment(conceptsIn(words)));
  if (paid !== undefined) return [{ ...bought({ kind: "label", value: paid }), severity: "confirm" }];
  const asked = target.dialog.find((text) => asksFor(text));
  if (asked !== undefined && goesOn(situation)) return [bought({ kind: "dialog", value: asked.slice(0, 80) })];
  const isOrder = says.some(
    ({ any, near, whole }) =>
      !whole.has("done") &&
      ((!any.has("about") && ORDERS.some((one) => near.has(one))) ||
        (near.has("purchasing") && !any.has("yes") && !any.has("continue"))),
  );
  const isAsked = isOrder || (says.length > 0 && says.every(isUnknown) && mayPay(situation));
  const amount = isAsked ? screen?.elements.flatMap((one) => one.labels).find((label) => isMoney(label)) : undefined;
  if (amount === undefined) return [];
  const found = bought({ kind: "price", value: amount.slice(0, 80) });
  return [isOrder ? found : { ...found, severity: "confirm" }];
};

/**
 * Whether all words of a button are unknown. Near an amount of money it may be the pay button in a language whose words
 * are not in the lists; most other words on buttons are in them.
 */
function isUnknown({ any, near, length }: Said): boolean {
  return length <= MOST_WORDS && !near.has("harmless") && [...any].every((concept) => NOUNS.has(concept));
}

/**
 * Whether it is the first button with unknown words on a screen with an amount of money, and no other button is known
 * to pay.
 */
function mayPay({ screen, target }: Situation): boolean {
  const elements = screen?.elements ?? [];
  const buttons = elements.filter(
    ({ role, labels, systemBar }) => role === "button" && labels.length > 0 && !systemBar,
  );
  const saidBy = ({ labels }: UiElement) => labels.map((label) => conceptsIn(asWords(label)));
  return (
    elements.some(({ labels }) => labels.some(hasAmount)) &&
    !buttons.some((one) => saidBy(one).some(({ near }) => PAYS.some((concept) => near.has(concept)))) &&
    buttons.find((one) => saidBy(one).every(isUnknown)) === target?.element
  );
}

const PAYS: readonly Concept[] = ["buy", "pay", "order", "subscribe", "transfer", "payment", "purchasing"];

/** A longer label is a text, not the name of a button. */
const MOST_WORDS = 6;

/** Nouns that occur together with a verb, and small words. */
const NOUNS: ReadonlySet<Concept> = new Set([
  ...(["and", "all", "now", "goods", "stuff", "media", "message", "sensor", "screen"] as const),
  ...(["location", "app", "everywhere", "speech", "digit", "free", "trial"] as const),
]);

function isPayment({ whole, near, any, length }: Said): boolean {
  return (whole.has("payment") || (length === 1 && near.has("payment"))) && !any.has("about");
}

/** Whether a text is a question with an amount of money. */
function asksFor(text: string): boolean {
  return text.length <= LONGEST_QUESTION && /[?？؟]/.test(text) && text.split(/\s+/).length > 1 && hasAmount(text);
}

const LONGEST_QUESTION = 200;

/** Whether a text has a number next to the sign of a currency. */
function hasAmount(text: string): boolean {
  return /\p{Sc}\s?\p{Nd}|\p{Nd}\s?\p{Sc}/u.test(text);
}

/** Whether a button of a dialog continues, so it is not the one that says no. */
function goesOn({ target }: Situation): boolean {
  return target !== null && !/^(?:button\s?2|cancel button)$/.test(target.idWords);
}

/** Whether a label is only a number with a currency. */
function isBare(label: string): boolean {
  return label.replace(/[^\p{L}]/gu, "").length <= MOST_LETTERS;
}

function bought(signal: Signal): Finding {
  return { class: "purchase", severity: "block", signals: [signal] };
}
