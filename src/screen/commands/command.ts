import { FoveaError } from "../../base/errors.js";
import { lookUp } from "../../base/word-table.js";
import { asTarget } from "../plain-language.js";
import type { Target } from "../selector.js";
import type { MaskedText } from "./masked-text.js";

/** One action in the words of the tools that perform it. */
export type SpokenCommand =
  | { readonly verb: "tap"; readonly target: Target; readonly count: number; readonly holdMs: number }
  /** Switches an element that has a state; null for `on` toggles it. */
  | { readonly verb: "set"; readonly name: string; readonly on: boolean | null }
  | {
      readonly verb: "swipe";
      readonly direction: "up" | "down" | "left" | "right";
      readonly target: Target | null;
      readonly speed: "slow" | "normal" | "fast";
    }
  | { readonly verb: "swipeBetween" | "drag"; readonly from: Target; readonly to: Target }
  | { readonly verb: "pinch"; readonly target: Target | null; readonly percent: number }
  | {
      readonly verb: "type";
      readonly text: string;
      readonly target: Target | null;
      readonly clear: boolean;
      readonly submit: boolean;
    }
  | { readonly verb: "key"; readonly key: string; readonly count: number }
  /** `isApp` is true if the sentence says that it is an app; else it may also be an element on the screen. */
  | { readonly verb: "open"; readonly name: string; readonly isApp: boolean }
  | { readonly verb: "close"; readonly name: string }
  | { readonly verb: "url"; readonly url: string };

/**
 * A rule of the grammar: the form of a sentence, and the command that it means; undefined if the rule does not apply.
 */
export interface CommandRule {
  readonly form: RegExp;
  readonly read: (parts: Parts, text: MaskedText) => SpokenCommand | undefined;
}

/** What the named groups of a form matched. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** The error for a sentence that cannot be read. */
export function unclear(message: string, hint?: string): FoveaError {
  return new FoveaError("COMMAND_UNCLEAR", message, hint === undefined ? {} : { hint });
}

/** A target in the grammar of selectors, else plain words. Errors: SELECTOR_SYNTAX for words that name nothing. */
export function targetOf(part: string, text: MaskedText): Target {
  return asTarget(text.shown(part.trim()));
}

/** Matches "twice" and "3 times" at the end. */
export const TIMES = "(?: (?<times>once|twice|(?:\\d+|two|three|four|five) times))?";

const NUMBERS: Readonly<Record<string, number>> = { once: 1, twice: 2, two: 2, three: 3, four: 4, five: 5 };

/** How often to act; once if the sentence does not say. */
export function countOf(times: string | undefined): number {
  const [word = ""] = (times ?? "once").toLowerCase().split(" ");
  return lookUp(NUMBERS, word) ?? Number(word);
}
