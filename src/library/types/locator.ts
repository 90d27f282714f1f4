import type {
  Acted,
  ActOptions,
  CallOptions,
  Scrolled,
  ScrollToOptions,
  TapOptions,
  Target,
  TypeOptions,
  WaitOptions,
} from "./calls.js";
import type { Element } from "./screen.js";

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
  count(options?: CallOptions): Promise<number>;
  /** The one element, waiting for it. Throws ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET. */
  element(options?: WaitOptions): Promise<Element>;
  /** What the one element says; of a field, what it holds. */
  text(options?: WaitOptions): Promise<string>;
  /** Whether there is any now; does not wait. */
  isVisible(options?: CallOptions): Promise<boolean>;
  tap(options?: TapOptions): Promise<Acted>;
  type(text: string, options?: Omit<TypeOptions, "target">): Promise<Acted>;
  dragTo(target: Target, options?: ActOptions): Promise<Acted>;
  /** Scrolls until it is on the screen; of a locator without `within`, `nth` and `near`. */
  scrollTo(options?: ScrollToOptions): Promise<Scrolled>;
  /** Waits until there is one (`visible`, if absent) or none. Throws WAIT_TIMEOUT. */
  waitFor(options?: WaitOptions & { readonly state?: "visible" | "hidden" }): Promise<void>;
}

export interface AssertOptions extends CallOptions {
  /** How long to wait for it to become true; 5000 ms if absent, 0 looks once. */
  readonly timeoutMs?: number;
}

/**
 * What has to be true of a locator: each looks again until it is, and throws EXPECTATION_FAILED, which says what was
 * there instead, when the time is over. What the screen does not tell is a failure, too, with the code that says why.
 */
export interface LocatorAssertions {
  /** The opposite of each. */
  readonly not: LocatorAssertions;
  toBeVisible(options?: AssertOptions): Promise<void>;
  toBeHidden(options?: AssertOptions): Promise<void>;
  /** The whole text of the one element, or what its field holds. */
  toHaveText(text: string | RegExp, options?: AssertOptions): Promise<void>;
  toContainText(text: string, options?: AssertOptions): Promise<void>;
  /** What was entered in the field, or where the slider stands. */
  toHaveValue(value: string | RegExp, options?: AssertOptions): Promise<void>;
  toHaveCount(count: number, options?: AssertOptions): Promise<void>;
  toBeChecked(options?: AssertOptions): Promise<void>;
  toBeEnabled(options?: AssertOptions): Promise<void>;
  toBeDisabled(options?: AssertOptions): Promise<void>;
  toBeSelected(options?: AssertOptions): Promise<void>;
  toBeFocused(options?: AssertOptions): Promise<void>;
}

/** Assertions on a locator, which retry. Throws INVALID_ARGUMENT for anything else. */
export type Expect = (locator: Locator) => LocatorAssertions;
