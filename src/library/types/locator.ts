import type { Acted, ActOptions, CallOptions, Scrolled, ScrollToOptions, TapOptions, WaitOptions } from "./calls.js";
import type { Element, Point } from "./screen.js";

/**
 * What to act on: a selector (`button "Save"`, `id/login`, `"Delete" in row "Milk"`), a ref (`e12`), an element of a
 * screen, a locator, or a point in device pixels.
 */
export type Target = string | Element | Locator | Point;

/** Where to type, and what to do before and after. */
export interface TypeOptions extends ActOptions {
  /** The field; the focused one if absent. */
  readonly target?: Target;
  readonly clear?: boolean;
  /** Press Enter at the end. */
  readonly submit?: boolean;
}

/**
 * Names elements without looking for them: each call looks at the screen as it is then. What acts waits until there is
 * exactly one, and refuses several with AMBIGUOUS_TARGET.
 */
export interface Locator {
  /** In words, for messages. */
  readonly description: string;
  /** Those that lie in an element that the other one names. */
  within(container: string | Locator): Locator;
  /** The one at this place in reading order, from 0. */
  nth(index: number): Locator;
  /** The one that is nearest to the one element that the other names; several where they are as near. */
  near(other: string | Locator): Locator;
  /** What is there now, in reading order; empty for none. */
  all(options?: CallOptions): Promise<readonly Element[]>;
  /** How many there are now. */
  count(options?: CallOptions): Promise<number>;
  /** The one element, waiting for it. Throws ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET. */
  element(options?: WaitOptions): Promise<Element>;
  /** What the one element says; of a field, what it holds. */
  text(options?: WaitOptions): Promise<string>;
  /** Whether there is any now; does not wait. */
  isVisible(options?: CallOptions): Promise<boolean>;
  /** Taps the one element, as `phone.tap` does. */
  tap(options?: TapOptions): Promise<Acted>;
  /** Types into the one element, as `phone.type` does. */
  type(text: string, options?: Omit<TypeOptions, "target">): Promise<Acted>;
  /** Drags the one element to a target. */
  dragTo(target: Target, options?: ActOptions): Promise<Acted>;
  /** Scrolls until it is on the screen; of a locator without `within`, `nth` and `near`. */
  scrollTo(options?: ScrollToOptions): Promise<Scrolled>;
  /** Waits until there is one (`visible`, if absent) or none. Throws WAIT_TIMEOUT. */
  waitFor(options?: WaitOptions & { readonly state?: "visible" | "hidden" }): Promise<void>;
}

/** How many ms to look again at most; 5,000 if absent. */
export interface AssertOptions extends CallOptions {
  /** How long to wait for it to become true; 5000 ms if absent, 0 looks once. */
  readonly timeoutMs?: number;
}

/**
 * What has to be true of a locator: the screen is read again until it is, and when the time is over
 * EXPECTATION_FAILED says what was there instead. What the screen does not show is a failure, too, with the code that
 * says why.
 */
export interface LocatorAssertions {
  /** The opposite of each. */
  readonly not: LocatorAssertions;
  /** At least one is on the screen. */
  toBeVisible(options?: AssertOptions): Promise<void>;
  /** None is on the screen. */
  toBeHidden(options?: AssertOptions): Promise<void>;
  /** The whole text of the one element, or what its field holds. */
  toHaveText(text: string | RegExp, options?: AssertOptions): Promise<void>;
  /** Its text contains this one. */
  toContainText(text: string, options?: AssertOptions): Promise<void>;
  /** What was entered in the field, or where the slider stands. */
  toHaveValue(value: string | RegExp, options?: AssertOptions): Promise<void>;
  /** So many are on the screen. */
  toHaveCount(count: number, options?: AssertOptions): Promise<void>;
  /** It is on. */
  toBeChecked(options?: AssertOptions): Promise<void>;
  /** It can be used. */
  toBeEnabled(options?: AssertOptions): Promise<void>;
  /** It cannot be used. */
  toBeDisabled(options?: AssertOptions): Promise<void>;
  /** It is the selected one, as of tabs. */
  toBeSelected(options?: AssertOptions): Promise<void>;
  /** It has the input focus. */
  toBeFocused(options?: AssertOptions): Promise<void>;
}

/** Assertions on a locator, which retry. Throws INVALID_ARGUMENT for anything else. */
export type Expect = (locator: Locator) => LocatorAssertions;
