import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { RE2JS } from "re2js";
import { programModule } from "./assets.js";
import { re2Syntax } from "./re2-syntax.js";

/**
 * A regular expression whose search time is proportional to the length of the text, whatever the pattern and the text
 * are.
 */
export interface LinearPattern {
  /** The number of steps of the compiled pattern: each character of a text may need all of them. */
  readonly steps: number;
  /** Whether it matches any part of the text. */
  test(text: string): boolean;
  /** Whether it matches the whole text. */
  matchesWhole(text: string): boolean;
  /** The first match that begins at or after `from`; null if there is none. */
  find(text: string, from: number): { readonly start: number; readonly end: number } | null;
}

export interface PatternFlags {
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
  /** The greatest number of steps; 500 if absent. A pattern with more steps is refused. */
  readonly mostSteps?: number;
}

/** The limit for one pattern: repetition counts multiply the steps, and each character may need all of them. */
const MOST_STEPS = 500;

/**
 * Compiles a pattern in JavaScript's syntax with the flag `u`. If it is not valid, or cannot be searched in linear
 * time, the result is the reason in words: look-ahead, back references (`\1`), properties that are neither a category
 * nor a script, counts that multiply.
 */
export function linearPattern(pattern: string, flags: PatternFlags = {}): LinearPattern | string {
  try {
    new RegExp(pattern, "u");
  } catch (cause) {
    return `it is not a regular expression: ${messageOf(cause)}`;
  }
  const { mostSteps = MOST_STEPS } = flags;
  const source = re2Syntax(pattern, flags);
  if (typeof source !== "string") return `${source.unknown} cannot be matched in linear time`;
  try {
    const { RE2JS } = re2();
    const compiled = RE2JS.compile(source, RE2JS.LOOKBEHINDS | bitsOf(flags));
    if (compiled.programSize() <= mostSteps) return patternOf(compiled);
    return `it has ${compiled.programSize()} steps, and ${mostSteps} at most are allowed: its repetitions multiply`;
  } catch (cause) {
    return `it cannot be matched in linear time: ${messageOf(cause)}`;
  }
}

/** Loaded on first use, because most processes need no pattern. */
function re2(): typeof import("./re2.js") {
  const load = createRequire(import.meta.url);
  return load(fileURLToPath(programModule("base/re2.js")));
}

function patternOf(compiled: RE2JS): LinearPattern {
  return {
    steps: compiled.programSize(),
    test: (text) => compiled.test(text),
    matchesWhole: (text) => compiled.testExact(text),
    find: (text, from) => {
      const matcher = compiled.matcher(text);
      return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : null;
    },
  };
}

function bitsOf({ ignoreCase, multiline }: PatternFlags): number {
  const { RE2JS } = re2();
  return (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
