import { isTouchTarget } from "./element.js";
import type { UiNode } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";
import type { Looks } from "./traits.js";

/**
 * The outcome of what an element means to a reader: nothing, only figures in what it says, or its words, role or state.
 */
export type MeaningChange = "same" | "figures" | "other";

/** An element with its node, where a hierarchy has one. */
export interface Meant {
  readonly element: Looks;
  readonly node: UiNode | undefined;
}

/** Compares the same element in two observations: role, own words, state. Its context is not compared. */
export function compareMeaning(old: Meant, now: Meant): MeaningChange {
  if (isContainer(old.element) && isContainer(now.element)) return "same";
  if (kindOf(old.element) !== kindOf(now.element)) return "other";
  if (toggleOf(old.element) !== toggleOf(now.element)) return "other";
  const [before, after] = [ownWords(old), ownWords(now)].map((words) => words.join("\u0001"));
  if (before === undefined || after === undefined || before === after) return "same";
  return isOnlyCounting(before, after, mostStepOf(now.element)) ? "figures" : "other";
}

/** Classes that show the time or count it (android.widget). */
const CLOCK = /(?:^|\.)(?:Chronometer|TextClock|DigitalClock|AnalogClock)$/;

/** What it shows changes with the time, by its class or role. */
export function isClock({ className, role }: Pick<Looks, "className" | "role">): boolean {
  return role === "progress" || role === "slider" || CLOCK.test(className ?? "");
}

/** The words with a sign in place of each figure. */
export function withoutFigures(words: string): string {
  return words.replace(/\p{Nd}+(?:[.,:]\p{Nd}+)*/gu, "#");
}

/**
 * Only figures are different, by few, and they are neither an amount of money nor in something that sends or pays. A
 * counter may count on by itself; "Pay 5 €" may not become "Pay 500 €", nor "Invest 41" in any language "Invest
 * 400".
 */
export function isOnlyCounting(before: string, after: string, mostStep = MOST_STEP): boolean {
  if (withoutFigures(before) !== withoutFigures(after) || !areNear(before, after, mostStep)) return false;
  return ![before, after].some((words) => isMoney(words) || PAYMENT.test(words));
}

/** A clock's minutes go back by 59 when an hour is over. */
const MOST_STEP = 60;
/** A figure may say what a touch does where no word gives it away as a sum: "Invest 41", in any language. */
const MOST_STEP_OF_CONTROL = 10;

/** By how much the figures in the words of an element may go on; of a time by as much as a clock's. */
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
    // Other digits than ASCII's are no number here.
    return Number.isNaN(step) ? now.length === old.length : step <= mostStep;
  });
}

/** They may be an amount of money. */
export function isMoney(words: string): boolean {
  return MONEY.test(words);
}

/**
 * Currency signs, ISO 4217 codes of large currencies, their names, and figures with two decimals or in groups of three.
 */
const MONEY =
  /\p{Sc}|(?<![\p{L}\p{N}])(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|RUB|BRL|CAD|AUD|NZD|MXN|PLN|CZK|HUF|RON|SEK|NOK|DKK|TRY|ZAR|KRW|IDR|THB|VND|AED|SAR|ILS|UAH|kr|zł|Kč|Ft|lei|Fr|Rs|руб|euros?|dollars?|pounds?|cents?|円|元|원)(?!\p{L})|\p{Nd}[.,]\p{Nd}{2}(?!\p{Nd})|\p{Nd}[.,' \u00a0\u202f]\p{Nd}{3}(?!\p{Nd})/iu;

/** Words on things that pay or send, by which a figure is more than a counter. */
const PAYMENT =
  /(?<!\p{L})(?:pay|buy|purchase|transfer|send|donate|tip|bid|bet|order|checkout|withdraw|zahlen|bezahlen|kaufen|überweisen|senden|spenden|bestellen|payer|acheter|virer|envoyer|commander|pagar|comprar|enviar|transferir|paga|pagare|acquista|invia|betalen|kopen|verzenden|zapłać|kup|wyślij|przelej|betala|köp|skicka|maksa|osta|оплатить|купить|перевести|отправить|öde|gönder)(?!\p{L})|支付|付款|购买|转账|发送|支払|購入|送金|送信|결제|구매|송금|보내기/iu;

/** It holds others and says nothing itself: what it is called depends on what is in it, and nobody means it by that. */
function isContainer({ labels, actions, role }: Looks): boolean {
  if (labels.length > 0) return false;
  return !actions.some((action) => action !== "scroll") && role !== "image";
}

/**
 * A wide button is a row as long as what it lies in scrolls; what takes no touch may be text one day, a group the next.
 */
function kindOf({ role, actions }: Looks): string {
  if (!isTouchTarget({ actions })) return "";
  return role === "row" || role === "text" || role === "group" || role === "image" ? "button" : role;
}

/** Whether it is on, as far as a touch would turn it. A tab that is selected is only the page that is shown. */
export function toggleOf({ checked, expanded, selected, role, actions }: Looks): string {
  const isSelectable = role !== "tab" && actions.includes("click");
  return [checked, expanded, isSelectable && selected === true].join();
}

/** What it says itself: of a field its description and hint, never what was entered; of a clock nothing. */
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
