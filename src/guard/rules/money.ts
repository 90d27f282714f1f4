import type { UiElement } from "../../screen/element.js";
import { isMoney } from "../../screen/meaning.js";
import type { Concept } from "../concepts.js";
import type { Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords } from "../target-facts.js";
import { type Said, said } from "../words.js";
import { isActivation } from "./activation.js";

/** Play's sheet for purchases in apps, and whatever else calls itself so. */
const BILLING = /billing|purchase|InAppProxy|LockToPortraitUiBuilderHost|acquire/i;
/** A price is no longer. */
const LONGEST_PRICE = 20;
/** Figures, and a sign or the name of a currency: figures alone may count anything. */
const CURRENCY = /[\p{Sc}\p{L}]/u;
/** The longest name of a currency. */
const MOST_LETTERS = 5;

/** What many languages call a paid membership, with a word beside it. */
const MEMBERSHIP = /(?<![a-z])s?vip(?![a-z])/;

/** What is bought where an amount is beside. */
const ORDERS: readonly Concept[] = ["transfer", "confirm", "order", "pay", "subscribe", "subscription"];

/** A button that is a price, what goes on with money said beside it, and the sheets of payment. */
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
  const says = target.words.map(said);
  const isNo = says.some(({ whole }) => whole.has("no"));
  if (isNo) return [];
  if (BILLING.test(app.activity ?? "") && says.some(({ whole }) => whole.has("yes") || whole.has("confirm")))
    return [bought({ kind: "activity", value: app.activity ?? "" })];
  // The noun of paying alone, or with the verb of doing it, is what some languages write on the button.
  const paid = target.words.find((words) => isPayment(said(words)));
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
 * Whether nothing is known of what a button does: beside an amount of money it may be what pays, in a language of which
 * such words are not known. Most of what else stands on buttons is known.
 */
function isUnknown({ any, near, length }: Said): boolean {
  return length <= MOST_WORDS && !near.has("harmless") && [...any].every((concept) => NOUNS.has(concept));
}

/**
 * Whether this is the first button in unknown words on a screen that names an amount of money, where no other button is
 * known to pay it.
 */
function mayPay({ screen, target }: Situation): boolean {
  const elements = screen?.elements ?? [];
  const buttons = elements.filter(
    ({ role, labels, systemBar }) => role === "button" && labels.length > 0 && !systemBar,
  );
  const saidBy = ({ labels }: UiElement) => labels.map((label) => said(asWords(label)));
  return (
    elements.some(({ labels }) => labels.some(hasAmount)) &&
    !buttons.some((one) => saidBy(one).some(({ near }) => PAYS.some((concept) => near.has(concept)))) &&
    buttons.find((one) => saidBy(one).every(isUnknown)) === target?.element
  );
}

const PAYS: readonly Concept[] = ["buy", "pay", "order", "subscribe", "transfer", "payment", "purchasing"];

/** A longer label is a text. */
const MOST_WORDS = 6;

/** Words beside which a verb stands, and small ones. */
const NOUNS: ReadonlySet<Concept> = new Set([
  ...(["and", "all", "now", "goods", "stuff", "media", "message", "sensor", "screen"] as const),
  ...(["location", "app", "everywhere", "speech", "digit", "free", "trial"] as const),
]);

function isPayment({ whole, near, any, length }: Said): boolean {
  return (whole.has("payment") || (length === 1 && near.has("payment"))) && !any.has("about");
}

/** A question with an amount of money in it. */
function asksFor(text: string): boolean {
  return text.length <= LONGEST_QUESTION && /[?？؟]/.test(text) && text.split(/\s+/).length > 1 && hasAmount(text);
}

const LONGEST_QUESTION = 200;

/** Figures beside the sign of a currency, in a text. */
function hasAmount(text: string): boolean {
  return /\p{Sc}\s?\p{Nd}|\p{Nd}\s?\p{Sc}/u.test(text);
}

/** Whether a dialog's button goes on: the other one says no. */
function goesOn({ target }: Situation): boolean {
  return target !== null && !/^(?:button\s?2|cancel button)$/.test(target.idWords);
}

/** Figures with a currency and nothing else. */
function isBare(label: string): boolean {
  return label.replace(/[^\p{L}]/gu, "").length <= MOST_LETTERS;
}

function bought(signal: Signal): Finding {
  return { class: "purchase", severity: "block", signals: [signal] };
}
