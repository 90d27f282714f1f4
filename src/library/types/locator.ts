import type { Acted, ActOptions, CallOptions, Scrolled, ScrollToOptions, TapOptions, WaitOptions } from "./calls.js";
import type { Element, Point } from "./screen.js";

/**
 * The target of an action: a selector (`button "Save"`, `id/login`, `"Delete" in row "Milk"`), a ref (`e12`), an
 * element of a screen, a locator, or a point in device pixels.
 */
export type Target = string | Element | Locator | Point;

/** Where to type, and what to do before and after. */
export interface TypeOptions extends ActOptions {
  /** The field; the focused field if absent. */
  readonly target?: Target;
  readonly clear?: boolean;
  /** Presses Enter at the end. */
  readonly submit?: boolean;
}

/**
 * Names elements, and does not search them yet: each call reads the screen again. A call that acts waits until exactly
 * one element matches, and fails with AMBIGUOUS_TARGET if several match.
 */
export interface Locator {
  /** The locator in words, for messages. */
  readonly description: string;
  /** Only elements that are inside an element of `container`. */
  within(container: string | Locator): Locator;
  /** Only the element at this place in reading order, from 0. */
  nth(index: number): Locator;
  /** Only the element that is nearest to the element of `other`; several if they are equally near. */
  near(other: string | Locator): Locator;
  /** The elements that match now, in reading order; empty if none match. */
  all(options?: CallOptions): Promise<readonly Element[]>;
  /** How many elements match now. */
  count(options?: CallOptions): Promise<number>;
  /** Waits for the one element that matches. Throws ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET. */
  element(options?: WaitOptions): Promise<Element>;
  /** The text of the one element; for a field, its value. */
  text(options?: WaitOptions): Promise<string>;
  /** Whether any element matches now; does not wait. */
  isVisible(options?: CallOptions): Promise<boolean>;
  /** Taps the one element, as `phone.tap` does. */
  tap(options?: TapOptions): Promise<Acted>;
  /** Types into the one element, as `phone.type` does. */
  type(text: string, options?: Omit<TypeOptions, "target">): Promise<Acted>;
  /** Drags the one element to a target. */
  dragTo(target: Target, options?: ActOptions): Promise<Acted>;
  /** Scrolls until the element is on the screen; only for a locator without `within`, `nth` and `near`. */
  scrollTo(options?: ScrollToOptions): Promise<Scrolled>;
  /** Waits until an element matches (`visible`, if absent) or none does. Throws WAIT_TIMEOUT. */
  waitFor(options?: WaitOptions & { readonly state?: "visible" | "hidden" }): Promise<void>;
}

/** How long to wait until the assertion is true. */
export interface AssertOptions extends CallOptions {
  /** The longest time in ms; 5000 if absent. With 0, the screen is read once. */
  readonly timeoutMs?: number;
}

/**
 * Assertions on a locator. The screen is read again until the assertion is true. If the time is over before that,
 * EXPECTATION_FAILED says what the screen showed instead. If the screen does not show whether it is true, the assertion
 * fails, too, with the code of the reason.
 */
export interface LocatorAssertions {
  /** The opposite of each assertion. */
  readonly not: LocatorAssertions;
  /** At least one element is on the screen. */
  toBeVisible(options?: AssertOptions): Promise<void>;
  /** No element is on the screen. */
  toBeHidden(options?: AssertOptions): Promise<void>;
  /** The one element has exactly this text, or its field this value. */
  toHaveText(text: string | RegExp, options?: AssertOptions): Promise<void>;
  /** The text of the one element contains this text. */
  toContainText(text: string, options?: AssertOptions): Promise<void>;
  /** The field has this entered text, or the slider this position. */
  toHaveValue(value: string | RegExp, options?: AssertOptions): Promise<void>;
  /** Exactly this many elements are on the screen. */
  toHaveCount(count: number, options?: AssertOptions): Promise<void>;
  /** The one element is checked. */
  toBeChecked(options?: AssertOptions): Promise<void>;
  /** The one element is enabled. */
  toBeEnabled(options?: AssertOptions): Promise<void>;
  /** The one element is disabled. */
  toBeDisabled(options?: AssertOptions): Promise<void>;
  /** The one element is selected, such as a tab. */
  toBeSelected(options?: AssertOptions): Promise<void>;
  /** The one element has the input focus. */
  toBeFocused(options?: AssertOptions): Promise<void>;
}

/** Makes assertions on a locator; they are retried. Throws INVALID_ARGUMENT for any other value. */
export type Expect = (locator: Locator) => LocatorAssertions;
