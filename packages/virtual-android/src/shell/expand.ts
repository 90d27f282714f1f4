import { ArithmeticError, evaluateArithmetic } from "./arithmetic.js";
import type { ExpansionContext } from "./expansion-context.js";
import { expandBraces, type Fragment, patternOf, splitFields, textOf } from "./fragments.js";
import { globPaths } from "./glob.js";
import { expandParameter } from "./parameter.js";
import { hasWildcard, literalOf } from "./pattern.js";
import type { Word, WordPart } from "./syntax.js";
import { ShellError } from "./variables.js";

const DEFAULT_IFS = " \t\n";

/** Expands words to arguments. Errors: ShellError. */
export async function expandWords(words: readonly Word[], context: ExpansionContext): Promise<string[]> {
  const fields: string[] = [];
  for (const word of words) fields.push(...(await expandWord(word, context)));
  return fields;
}

/**
 * Expands a word to one text, without splitting and globbing: for assignments, redirections, `case`. Errors:
 * ShellError.
 */
export async function expandText(word: Word, context: ExpansionContext): Promise<string> {
  return textOf(await expandFragments(word, context));
}

/** Expands a word to a pattern in which quoted characters are literal. Errors: ShellError. */
export async function expandPattern(word: Word, context: ExpansionContext): Promise<string> {
  return patternOf(await expandFragments(word, context));
}

/** Expands and evaluates an expression. Errors: ShellError. */
export async function expandArithmetic(word: Word, context: ExpansionContext): Promise<number> {
  return calculate(await expandText(word, context), context);
}

/** Evaluates an expression that needs no expansion. Errors: ShellError. */
export function calculate(expression: string, context: ExpansionContext): number {
  const variables = {
    get: (name: string) => context.parameter(name),
    set: (name: string, value: string) => context.variables.set(name, value),
  };
  try {
    return evaluateArithmetic(expression, variables);
  } catch (error) {
    if (error instanceof ArithmeticError) throw new ShellError(error.message);
    throw error;
  }
}

async function expandWord(word: Word, context: ExpansionContext): Promise<readonly string[]> {
  const only = word[0];
  if (word.length === 1 && only?.kind === "text" && (only.isQuoted || !/[\\*?[{@+!]/.test(only.text)))
    return [only.text];
  const fragments = await expandFragments(word, context);
  if (context.positional.length === 0 && isLackingArguments(word, fragments)) return [];
  const fields = splitFields(fragments, context.parameter("IFS") ?? DEFAULT_IFS);
  return fields.flatMap(expandBraces).flatMap((field) => expandGlob(field, context));
}

/**
 * Whether a word gives no argument: as in mksh, quotes that start with an empty `$@` do not, if the rest is empty, too.
 */
function isLackingArguments(word: Word, fragments: readonly Fragment[]): boolean {
  if (textOf(fragments) !== "") return false;
  const isAll = (part: WordPart | undefined) => part?.kind === "parameter" && part.name === "@" && part.isQuoted;
  const isGone = (part: WordPart, index: number) => {
    if (part.kind === "parameter" && part.isQuoted && part.operator !== null) return false;
    return part.kind !== "text" || !part.isQuoted || isAll(word[index + 1]);
  };
  return word.some(isAll) && word.every(isGone);
}

function expandGlob(field: string, context: ExpansionContext): readonly string[] {
  if (context.hasOption("noglob") || !hasWildcard(field)) return [literalOf(field)];
  const paths = globPaths(field, context.files);
  return paths.length > 0 ? paths : [literalOf(field)];
}

async function expandFragments(word: Word, context: ExpansionContext): Promise<readonly Fragment[]> {
  const fragments: Fragment[] = [];
  for (const part of word) fragments.push(...(await expandPart(part, context)));
  return fragments;
}

async function expandPart(part: WordPart, context: ExpansionContext): Promise<readonly Fragment[]> {
  switch (part.kind) {
    case "text":
      return [{ text: part.text, isQuoted: part.isQuoted, splits: false }];
    case "home":
      return [{ text: context.parameter("HOME") ?? "~", isQuoted: true, splits: false }];
    case "command":
      return [resultOf(await context.substitute(part.commands), part.isQuoted)];
    case "arithmetic":
      return [resultOf(String(await expandArithmetic(part.expression, context)), part.isQuoted)];
    case "parameter":
      return await expandParameter(part, context, {
        fragments: (word) => expandFragments(word, context),
        arithmetic: (word) => expandArithmetic(word, context),
      });
    case "bad":
      throw new ShellError(`${part.text}: bad substitution`);
  }
}

function resultOf(text: string, isQuoted: boolean): Fragment {
  return { text, isQuoted, splits: !isQuoted };
}
