import type { UiElement } from "../../screen/element.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";
import { nameElement } from "../../screen/outline.js";
import { ASSERT, requireOptions } from "../calls/call-shapes.js";
import { EXPECT_MS } from "../calls/expect-condition.js";
import { invalid } from "../failures.js";
import { inWordsOfPrograms } from "../program-words.js";
import type { AssertOptions, Expect, LocatorAssertions } from "../types.js";
import { type ElementLocator, requireLocator } from "./element-locator.js";
import type { Judged } from "./look-for.js";
import { textOfElement } from "./text-of.js";

/** See {@link Expect}. */
export const expect: Expect = (locator) => new Assertions(requireLocator(locator), false);

type Judge = (found: readonly UiElement[]) => Judged;

class Assertions implements LocatorAssertions {
  readonly #locator: ElementLocator;
  readonly #isNegated: boolean;

  constructor(locator: ElementLocator, isNegated: boolean) {
    this.#locator = locator;
    this.#isNegated = isNegated;
  }

  get not(): LocatorAssertions {
    return new Assertions(this.#locator, !this.#isNegated);
  }

  async toBeVisible(options?: AssertOptions): Promise<void> {
    await this.#check("toBeVisible()", (found) => ({ isTrue: found.length > 0, there: listed(found) }), options);
  }

  async toBeHidden(options?: AssertOptions): Promise<void> {
    await this.#check("toBeHidden()", (found) => ({ isTrue: found.length === 0, there: listed(found) }), options);
  }

  async toHaveCount(count: number, options?: AssertOptions): Promise<void> {
    if (!(Number.isInteger(count) && count >= 0))
      throw invalid(`toHaveCount: a count is a whole number from 0, and not ${String(count)}`, "expect");
    const judge: Judge = (found) => ({ isTrue: found.length === count, there: `there are ${found.length}` });
    await this.#check(`toHaveCount(${count})`, judge, options);
  }

  async toHaveText(text: string | RegExp, options?: AssertOptions): Promise<void> {
    if (!(text instanceof RegExp)) requireText("toHaveText", text, "a text or a regular expression");
    const judge = ofOne((one) => said(textOfElement(one), (own) => isText(own, text) || hasLabel(one, text)));
    await this.#check(`toHaveText(${print(text)})`, judge, options);
  }

  async toContainText(text: string, options?: AssertOptions): Promise<void> {
    requireText("toContainText", text, "a text");
    const wanted = normaliseLabel(text);
    const judge = ofOne((one) => said(textOfElement(one), (own) => normaliseLabel(own).includes(wanted)));
    await this.#check(`toContainText(${print(text)})`, judge, options);
  }

  async toHaveValue(value: string | RegExp, options?: AssertOptions): Promise<void> {
    if (!(value instanceof RegExp)) requireText("toHaveValue", value, "a text or a regular expression");
    const judge = ofOne((one) => {
      const own = heldBy(one);
      if (own === null) return { isTrue: null, there: `${nameElement(one)} has no value, or does not report it` };
      return said(own, () => isText(own, value));
    });
    await this.#check(`toHaveValue(${print(value)})`, judge, options);
  }

  async toBeChecked(options?: AssertOptions): Promise<void> {
    const judge = ofOne((one) => state(one, "checked", one.checked === "partial" ? false : one.checked));
    await this.#check("toBeChecked()", judge, options);
  }

  async toBeEnabled(options?: AssertOptions): Promise<void> {
    // An element whose source does not report `enabled` counts as enabled, as in selectors.
    await this.#check(
      "toBeEnabled()",
      ofOne((one) => state(one, "enabled", one.enabled !== false)),
      options,
    );
  }

  async toBeDisabled(options?: AssertOptions): Promise<void> {
    await this.#check(
      "toBeDisabled()",
      ofOne((one) => state(one, "disabled", one.enabled === false)),
      options,
    );
  }

  async toBeSelected(options?: AssertOptions): Promise<void> {
    await this.#check(
      "toBeSelected()",
      ofOne((one) => state(one, "selected", one.selected)),
      options,
    );
  }

  async toBeFocused(options?: AssertOptions): Promise<void> {
    await this.#check(
      "toBeFocused()",
      ofOne((one) => state(one, "focused", one.focused)),
      options,
    );
  }

  async #check(call: string, judge: Judge, options: AssertOptions = {}): Promise<void> {
    requireOptions("expect", options, ASSERT);
    const { timeoutMs = EXPECT_MS, ...limits } = options;
    const words = `expect(${this.#locator.description})${this.#isNegated ? ".not" : ""}.${call}`;
    const negated: Judge = (found) => {
      const { isTrue, there } = judge(found);
      return { isTrue: isTrue === null ? null : !isTrue, there };
    };
    const asked = { words, judge: this.#isNegated ? negated : judge };
    await this.#locator.check(asked, timeoutMs, limits).catch((error) => {
      throw inWordsOfPrograms(error, { name: "expect", options: Object.keys(ASSERT) });
    });
  }
}

/** Errors: INVALID_ARGUMENT, before the screen is read. */
function requireText(name: string, wanted: unknown, kind: string): void {
  if (typeof wanted !== "string") throw invalid(`${name} takes ${kind}, and not ${String(wanted)}`, "expect");
}

/** Asks a question about exactly one element; the answer is null if there is none or more than one. */
function ofOne(judge: (element: UiElement) => Judged): Judge {
  return (found) => {
    const [only, ...others] = found;
    return only && others.length === 0 ? judge(only) : { isTrue: null, there: listed(found) };
  };
}

const MOST_LISTED = 5;

function listed(found: readonly UiElement[]): string {
  if (found.length === 0) return "nothing on the screen matches";
  const names = found.slice(0, MOST_LISTED).map((one) => nameElement(one));
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : "";
  return `there is ${names.join(", ")}${more}`;
}

function said(own: string, judge: (own: string) => boolean): Judged {
  return { isTrue: judge(own), there: `it says ${quoteLabel(own)}` };
}

function state(element: UiElement, name: string, is: boolean | null): Judged {
  if (is === null) return { isTrue: null, there: `${nameElement(element)} does not report whether it is ${name}` };
  return { isTrue: is, there: `${nameElement(element)} is ${is ? "" : "not "}${name}` };
}

function isText(own: string, wanted: string | RegExp): boolean {
  if (typeof wanted === "string") return normaliseLabel(own) === normaliseLabel(wanted);
  // A RegExp with the flag g or y remembers the place of its last match, so it is copied without them.
  return new RegExp(wanted.source, wanted.flags.replaceAll(/[gy]/g, "")).test(own);
}

/**
 * The value of a field. If the source does not separate the entered text from the hint, the visible text is the value.
 */
function heldBy({ value, actions, labels }: UiElement): string | null {
  return value ?? (actions.includes("edit") ? labels.join(" ") : null);
}

/** An element may have several labels: it matches if any of them is the wanted text. */
function hasLabel({ value, labels }: UiElement, wanted: string | RegExp): boolean {
  return value === null && typeof wanted === "string" && labels.includes(normaliseLabel(wanted));
}

function print(wanted: string | RegExp): string {
  return typeof wanted === "string" ? quoteLabel(wanted) : String(wanted);
}
