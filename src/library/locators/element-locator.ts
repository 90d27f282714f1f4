import { FoveaError, isFoveaError } from "../../base/errors.js";
import type { UiElement } from "../../screen/element.js";
import { printTarget } from "../../screen/selector-print.js";
import { drag } from "../../tools/drag.js";
import { tap } from "../../tools/tap.js";
import { typeText } from "../../tools/type-text.js";
import { holdToShapes, LOCATOR_CALLS } from "../calls/call-shapes.js";
import type { PhoneCalls } from "../calls/phone-calls.js";
import { described, invalid } from "../failures.js";
import { actFields, scrollFields, withoutUndefined } from "../fields.js";
import { publicElement } from "../screen.js";
import type {
  Acted,
  ActOptions,
  CallOptions,
  Element,
  Locator,
  Scrolled,
  ScrollToOptions,
  TapOptions,
  Target,
  TypeOptions,
  WaitOptions,
} from "../types.js";
import { describePlan, type LocatorPlan, planOf, withStep } from "./locator-plan.js";
import { asking, listing, locating, type Question } from "./look-for.js";
import { askRemote, listRemote, locateRemote } from "./remote-locating.js";
import { scrollFor } from "./scroll-for.js";
import { textOfElement } from "./text-of.js";

/**
 * How often a locator searches its element again if the element was gone before it could be touched. Nothing was
 * touched then.
 */
const MOST_TRIES = 3;

/** See {@link Locator}. */
export class ElementLocator implements Locator {
  readonly #calls: PhoneCalls;
  readonly #plan: LocatorPlan;

  constructor(calls: PhoneCalls, plan: LocatorPlan) {
    this.#calls = calls;
    this.#plan = plan;
    holdToShapes(this, LOCATOR_CALLS, "locator.");
  }

  get description(): string {
    return describePlan(this.#plan);
  }

  within(container: string | Locator): Locator {
    return this.#with({ kind: "within", other: planFrom(this.#calls, container) });
  }

  nth(index: number): Locator {
    if (!Number.isInteger(index) || index < 0)
      throw invalid(`nth(${index}): a place is a whole number from 0`, `nth ${index}`);
    return this.#with({ kind: "nth", index });
  }

  near(other: string | Locator): Locator {
    return this.#with({ kind: "near", other: planFrom(this.#calls, other) });
  }

  async all(options: CallOptions = {}): Promise<readonly Element[]> {
    const found = this.#calls.isRemote
      ? await listRemote(this.#calls, this.#plan, options)
      : (await this.#calls.call(listing(this.#plan), this.#fields(0), options)).data;
    return found.map((one) => this.#calls.given(publicElement(one)));
  }

  async count(options: CallOptions = {}): Promise<number> {
    return (await this.all(options)).length;
  }

  async element(options: WaitOptions = {}): Promise<Element> {
    return this.#calls.given(publicElement(await this.#one(options)));
  }

  async text(options: WaitOptions = {}): Promise<string> {
    return textOfElement(await this.#one(options));
  }

  async isVisible(options: CallOptions = {}): Promise<boolean> {
    return (await this.all(options)).length > 0;
  }

  async tap(options: TapOptions = {}): Promise<Acted> {
    const { count, holdMs } = options;
    return await this.#act(options, async (target, rest) => {
      const fields = withoutUndefined({ target, count, hold_ms: holdMs, ...actFields(rest) });
      return this.#calls.acted(await this.#calls.call(tap, fields, options));
    });
  }

  async type(text: string, options: Omit<TypeOptions, "target"> = {}): Promise<Acted> {
    const { clear, submit } = options;
    return await this.#act(options, async (target, rest) => {
      const fields = withoutUndefined({ text, target, clear, submit, ...actFields(rest) });
      return this.#calls.acted(await this.#calls.call(typeText, fields, options));
    });
  }

  async dragTo(target: Target, options: ActOptions = {}): Promise<Acted> {
    return await this.#act(options, async (from, rest) => {
      const to = await toolTarget(this.#calls, target, options);
      return this.#calls.acted(
        await this.#calls.call(drag, withoutUndefined({ from, to, ...actFields(rest) }), options),
      );
    });
  }

  async scrollTo(options: ScrollToOptions = {}): Promise<Scrolled> {
    if (this.#plan.steps.length > 0)
      throw invalid(`${this.description}: scrolling looks for a selector, without steps`, "scrollTo");
    return await scrollFor(this.#calls, scrollFields(printTarget(this.#plan.selector), options), options);
  }

  async waitFor({ state = "visible", timeoutMs, ...limits }: Parameters<Locator["waitFor"]>[0] = {}): Promise<void> {
    const isHidden = state === "hidden";
    if (!isHidden && state !== "visible") throw invalid(`waitFor: state is visible or hidden, not ${state}`, "waitFor");
    const words = `waitFor ${this.description} ${state}`;
    const judge = (found: readonly UiElement[]) => {
      return { isTrue: (found.length === 0) === isHidden, there: `${found.length} of them are there` };
    };
    try {
      await this.check({ words, judge }, timeoutMs ?? WAIT_MS, limits);
    } catch (error) {
      if (!isFoveaError(error, "EXPECTATION_FAILED")) throw error;
      throw new FoveaError("WAIT_TIMEOUT", error.message, { ...error.context, cause: error });
    }
  }

  /** Checks a question about the located elements. Errors: EXPECTATION_FAILED. */
  async check(question: Question, timeoutMs: number, limits: CallOptions): Promise<void> {
    const asked = { plan: this.#plan, question, timeoutMs };
    if (this.#calls.isRemote) await askRemote(this.#calls, asked, limits);
    else await this.#calls.call(asking(this.#plan, question), this.#fields(timeoutMs), limits);
  }

  /** The target for a call: the selector itself, or the present ref of the one element. */
  async asTarget(options: WaitOptions, calls = this.#calls): Promise<string> {
    this.#requireOn(calls);
    if (this.#plan.steps.length === 0) return printTarget(this.#plan.selector);
    return (await this.#one(options)).ref;
  }

  /**
   * The plan of this locator, for a locator that is chained to it. Errors: INVALID_ARGUMENT if it is of another
   * connection.
   */
  planOn(calls: PhoneCalls): LocatorPlan {
    this.#requireOn(calls);
    return this.#plan;
  }

  #requireOn(calls: PhoneCalls): void {
    if (calls.isSame(this.#calls)) return;
    const own = `the locator ${this.description} belongs to another connection, to ${this.#calls.serial}`;
    throw invalid(`${own}: make one on ${calls.serial}; nothing was touched`, "locator");
  }

  async #one({ timeoutMs, ...limits }: WaitOptions): Promise<UiElement> {
    const patience = timeoutMs ?? this.#calls.context.config.actionTimeoutMs;
    const { timeout_ms, ...fields } = this.#fields(patience);
    if (this.#calls.isRemote)
      return await locateRemote(this.#calls, { plan: this.#plan, timeoutMs: timeout_ms }, limits);
    return (await this.#calls.call(locating(this.#plan), { ...fields, timeout_ms }, limits)).data;
  }

  /**
   * Acts on the one element. If it went or changed before the touch, nothing was touched: it is searched again, within
   * the same time.
   */
  async #act(options: ActOptions, perform: (target: string, options: ActOptions) => Promise<Acted>): Promise<Acted> {
    if (this.#plan.steps.length === 0) return await perform(await this.asTarget(options), options);
    const patience = options.timeoutMs ?? this.#calls.context.config.actionTimeoutMs;
    const endAt = performance.now() + patience;
    for (let tries = 1; ; tries += 1) {
      const timeoutMs = Math.max(0, Math.round(endAt - performance.now()));
      const { ref } = await this.#one({ ...options, timeoutMs });
      try {
        return await perform(ref, options);
      } catch (error) {
        if (tries >= MOST_TRIES || !isMovedOn(error) || performance.now() >= endAt) throw error;
      }
    }
  }

  #with(step: Parameters<typeof withStep>[1]): Locator {
    return new ElementLocator(this.#calls, withStep(this.#plan, step));
  }

  #fields(timeoutMs: number): { readonly locator: string; readonly timeout_ms: number } {
    return { locator: this.description, timeout_ms: Math.round(timeoutMs) };
  }
}

/** The same time as a wait for a condition. */
const WAIT_MS = 15_000;

function isMovedOn(error: unknown): error is FoveaError {
  if (!isFoveaError(error) || error.context.mayHaveHappened === true) return false;
  return error.code === "REF_STALE" || error.code === "REF_CHANGED";
}

function planFrom(calls: PhoneCalls, other: string | Locator): LocatorPlan {
  if (typeof other === "string") return described(`locator ${other}`, () => planOf(other));
  return requireLocator(other).planOn(calls);
}

/** Errors: INVALID_ARGUMENT for a value that is not a locator of this package. */
export function requireLocator(given: unknown): ElementLocator {
  if (given instanceof ElementLocator) return given;
  throw invalid("a locator is what phone.locator(…) gives", "locator");
}

/** Converts a target to a text that tools take; a locator with steps is resolved to a ref first. */
export async function toolTarget(calls: PhoneCalls, target: Target, options: ActOptions): Promise<string> {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null)
    throw invalid("a target is a selector, a ref, an element, a locator or a point { x, y }", "target");
  if ("ref" in target) {
    calls.requireOwn(target);
    return target.ref;
  }
  if ("x" in target && !(Number.isFinite(target.x) && Number.isFinite(target.y)))
    throw invalid(`{ x: ${target.x}, y: ${target.y} } is not a point of the screen`, "target");
  if ("x" in target) return `${target.x},${target.y}`;
  return await requireLocator(target).asTarget(options, calls);
}
