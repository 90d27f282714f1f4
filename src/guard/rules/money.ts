import { isMoney } from "../../screen/meaning.js";
import type { Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { type Concept, said } from "../words.js";
import { isActivation } from "./activation.js";

/** Play's sheet for purchases in apps, and whatever else calls itself so. */
const BILLING = /billing|purchase|InAppProxy|LockToPortraitUiBuilderHost|acquire/i;
/** A price is no longer. */
const LONGEST_PRICE = 20;
/** Figures, and a sign or the name of a currency: figures alone may count anything. */
const CURRENCY = /[\p{Sc}\p{L}]/u;
/** Of the name of a currency. */
const MOST_LETTERS = 5;

/** What many languages call a paid membership, with a word beside it. */
const MEMBERSHIP = /(?<![a-z])s?vip(?![a-z])/;

/** What is bought where an amount stands beside. */
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
  const asked = target.dialog.find((text) => asksFor(text));
  if (asked !== undefined && goesOn(situation)) return [bought({ kind: "dialog", value: asked.slice(0, 80) })];
  const isOrder = says.some(
    ({ any, near }) =>
      (!any.has("about") && ORDERS.some((one) => near.has(one))) ||
      (near.has("purchasing") && !any.has("yes") && !any.has("continue")),
  );
  const amount = isOrder ? screen?.elements.flatMap((one) => one.labels).find((label) => isMoney(label)) : undefined;
  return amount === undefined ? [] : [bought({ kind: "price", value: amount.slice(0, 80) })];
};

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
