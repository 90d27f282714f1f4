import { FoveaError } from "../../base/errors.js";
import { lookUp } from "../../base/word-table.js";
import { asTarget } from "../plain-language.js";
import type { Target } from "../selector.js";
import type { MaskedText } from "./masked-text.js";

/** One action in the words of the tools that perform it. */
export type SpokenCommand =
  | { readonly verb: "tap"; readonly target: Target; readonly count: number; readonly holdMs: number }
  /** To switch something that has a state; null turns it over. */
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
  /** `isApp` where it was said to be an app; else it may as well be something on the screen. */
  | { readonly verb: "open"; readonly name: string; readonly isApp: boolean }
  | { readonly verb: "close"; readonly name: string }
  | { readonly verb: "url"; readonly url: string };

/** What every rule of the grammar is: how it looks, and what it means; undefined if it is none of it after all. */
export interface CommandRule {
  readonly form: RegExp;
  readonly read: (parts: Parts, text: MaskedText) => SpokenCommand | undefined;
}

/** What the named groups of a form matched. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** A refusal of a sentence. */
export function unclear(message: string, hint?: string): FoveaError {
  return new FoveaError("COMMAND_UNCLEAR", message, hint === undefined ? {} : { hint });
}

/** A target of the grammar as it is written, else plain words. Errors: SELECTOR_SYNTAX for words that name nothing. */
export function targetOf(part: string, text: MaskedText): Target {
  return asTarget(text.shown(part.trim()));
}

/** Matches "twice" and "3 times" at the end. */
export const TIMES = "(?: (?<times>once|twice|(?:\\d+|two|three|four|five) times))?";

const NUMBERS: Readonly<Record<string, number>> = { once: 1, twice: 2, two: 2, three: 3, four: 4, five: 5 };

/** How often that is; once where nothing is said. */
export function countOf(times: string | undefined): number {
  const [word = ""] = (times ?? "once").toLowerCase().split(" ");
  return lookUp(NUMBERS, word) ?? Number(word);
}
