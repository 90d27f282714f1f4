import { isTouchTarget } from "./element.js";
import type { UiNode } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";
import type { Looks } from "./traits.js";

/** How the meaning of an element changed: not at all, only in the figures of its words, or in words, role or state. */
export type MeaningChange = "same" | "figures" | "other";

/** An element with its node, if the hierarchy has one. */
export interface Meant {
  readonly element: Looks;
  readonly node: UiNode | undefined;
}

/** Compares the same element in two observations: role, own words, state. Its context is not compared. */
export function compareMeaning(old: Meant, now: Meant): MeaningChange {
  if (isContainer(old.element) && isContainer(now.element)) return "same";
  if (kindOf(old.element) !== kindOf(now.element)) return "other";
  if (toggleOf(old.element) !== toggleOf(now.element)) return "other";
  if (hidesOther(old.element, now.element)) return "other";
  const [before, after] = [ownWords(old), ownWords(now)].map((words) => words.join("\u0001"));
  if (before === undefined || after === undefined || before === after) return "same";
  return isOnlyCounting(before, after, mostStepOf(now.element)) ? "figures" : "other";
}

/** Whether one of both is a field for a password and the other is not. Without a report, nothing is known of it. */
function hidesOther({ password: before }: Looks, { password: now }: Looks): boolean {
  return before !== null && now !== null && before !== now;
}

/** Classes that show the time or count it (android.widget). */
const CLOCK = /(?:^|\.)(?:Chronometer|TextClock|DigitalClock|AnalogClock)$/;

/** Whether its contents change with the time, by its class or role. */
export function isClock({ className, role }: Pick<Looks, "className" | "role">): boolean {
  return role === "progress" || role === "slider" || CLOCK.test(className ?? "");
}

/** The words with a sign in place of each figure. */
export function withoutFigures(words: string): string {
  return words.replace(/\p{Nd}+(?:[.,:]\p{Nd}+)*/gu, "#");
}

/**
 * Whether the words differ only in figures, by small steps, and are neither an amount of money nor words of payment. A
 * counter may count on by itself; but "Pay 5 €" may not become "Pay 500 €", nor "Invest 41", in any language, "Invest
 * 400".
 */
export function isOnlyCounting(before: string, after: string, mostStep = MOST_STEP): boolean {
  if (withoutFigures(before) !== withoutFigures(after) || !areNear(before, after, mostStep)) return false;
  return ![before, after].some((words) => isMoney(words) || PAYMENT.test(words));
}

/** The largest step of a figure: the minutes of a clock go back by 59 at the next hour. */
const MOST_STEP = 60;
/** The largest step for controls: their figures may be amounts without a word that shows it, such as "Invest 41". */
const MOST_STEP_OF_CONTROL = 10;

/** The largest step of the figures in the words of an element; for times, the step of a clock. */
function mostStepOf({ role, actions, labels }: Looks): number {
  const isClock = labels.some((label) => /\p{Nd}:\p{Nd}/u.test(label));
  return isTouchTarget({ actions }) && role !== "tab" && !isClock ? MOST_STEP_OF_CONTROL : MOST_STEP;
}

/** Whether each figure changed by no more than a counter can count between two observations. */
function areNear(before: string, after: string, mostStep: number): boolean {
  const [olds, news] = [before, after].map((words) => words.match(/\p{Nd}+/gu) ?? []);
  return (olds ?? []).every((old, at) => {
    const now = news?.[at] ?? "";
    const step = Math.abs(Number(now) - Number(old));
    // Digits other than ASCII's do not convert to a number here.
    return Number.isNaN(step) ? now.length === old.length : step <= mostStep;
  });
}

/** Whether the words may contain an amount of money. */
export function isMoney(words: string): boolean {
  return MONEY.test(words);
}

/**
 * Currency signs, ISO 4217 codes of large currencies, their names, and figures with two decimals or in groups of three.
 */
const MONEY =
  /\p{Sc}|(?<![\p{L}\p{N}])(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|RUB|BRL|CAD|AUD|NZD|MXN|PLN|CZK|HUF|RON|SEK|NOK|DKK|TRY|ZAR|KRW|IDR|THB|VND|AED|SAR|ILS|UAH|kr|zł|Kč|Ft|lei|Fr|Rs|руб|euros?|dollars?|pounds?|cents?|円|元|원)(?!\p{L})|\p{Nd}[.,]\p{Nd}{2}(?!\p{Nd})|\p{Nd}[.,' \u00a0\u202f]\p{Nd}{3}(?!\p{Nd})/iu;

/** Words on controls that pay or send: figures beside them are more than counters. */
const PAYMENT =
  /(?<!\p{L})(?:pay|buy|purchase|transfer|send|donate|tip|bid|bet|order|checkout|withdraw|zahlen|bezahlen|kaufen|überweisen|senden|spenden|bestellen|payer|acheter|virer|envoyer|commander|pagar|comprar|enviar|transferir|paga|pagare|acquista|invia|betalen|kopen|verzenden|zapłać|kup|wyślij|przelej|betala|köp|skicka|maksa|osta|оплатить|купить|перевести|отправить|öde|gönder)(?!\p{L})|支付|付款|购买|转账|发送|支払|購入|送金|送信|결제|구매|송금|보내기/iu;

/** Whether it has no words and takes no touch: its name depends on its contents, so it is not a target itself. */
function isContainer({ labels, actions, role }: Looks): boolean {
  if (labels.length > 0) return false;
  return !actions.some((action) => action !== "scroll") && role !== "image";
}

/**
 * The kind of control. A wide button is a row while its container scrolls, so both are one kind; elements that take no
 * touch are one kind, since they may be a text now and a group later.
 */
function kindOf({ role, actions }: Looks): string {
  if (!isTouchTarget({ actions })) return "";
  return role === "row" || role === "text" || role === "group" || role === "image" ? "button" : role;
}

/** The states that a touch would toggle. The selected state of a tab is left out: it only shows which page is open. */
export function toggleOf({ checked, expanded, selected, role, actions }: Looks): string {
  const isSelectable = role !== "tab" && actions.includes("click");
  return [checked, expanded, isSelectable && selected === true].join();
}

/** The element's own words: for fields the description and hint, never the entered text; for clocks none. */
function ownWords({ element, node }: Meant): readonly string[] {
  if (CLOCK.test(element.className ?? "")) return [];
  if (element.role === "slider" || element.role === "progress") return described(node);
  if (!element.actions.includes("edit")) return element.labels;
  return node === undefined || node.hint === null ? described(node) : element.labels;
}

function described(node: UiNode | undefined): readonly string[] {
  const label = withoutFigures(normaliseLabel(node?.contentDescription ?? ""));
  return label === "" ? [] : [label];
}
