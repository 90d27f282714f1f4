import type { ExpansionContext } from "./expansion-context.js";
import { type Fragment, patternOf, textOf } from "./fragments.js";
import { patternSource } from "./pattern.js";
import type { ParameterPart, Word } from "./syntax.js";
import { ShellError } from "./variables.js";

/** Expands the words inside `${…}`, one after another. */
export interface WordExpander {
  fragments(word: Word): Promise<readonly Fragment[]>;
  arithmetic(word: Word): Promise<number>;
}

/** Expands `$name` or `${name…}`. Errors: ShellError. */
export async function expandParameter(
  part: ParameterPart,
  context: ExpansionContext,
  expander: WordExpander,
): Promise<readonly Fragment[]> {
  const { name, operator, isQuoted } = part;
  const value = name === "@" || name === "*" ? joined(context) : context.parameter(name);
  if (operator === null || operator === "length") {
    requireSet(name, value, context);
    if (operator === "length") return [plain(lengthOf(name, value ?? "", context), isQuoted)];
    return name === "@" || name === "*" ? allArguments(name, isQuoted, context) : [plain(value ?? "", isQuoted)];
  }
  if (/^:?[-=?+]$/.test(operator)) return await conditional(part, value, { context, expander });
  requireSet(name, value, context);
  if (operator === ":") return [plain(await substring(part, value ?? "", expander), isQuoted)];
  const pattern = patternOf(await expander.fragments(part.word));
  if (operator.startsWith("/")) {
    const replacement = textOf(await expander.fragments(part.secondWord ?? []));
    return [plain(replaced(value ?? "", operator, { pattern, replacement }), isQuoted)];
  }
  return [plain(trimmed(value ?? "", operator, pattern), isQuoted)];
}

function plain(text: string, isQuoted: boolean): Fragment {
  return { text, isQuoted, splits: !isQuoted };
}

function requireSet(name: string, value: string | undefined, context: ExpansionContext): void {
  if (value === undefined && context.hasOption("nounset") && !"@*".includes(name)) {
    throw new ShellError(`${name}: parameter not set`);
  }
}

function joined(context: ExpansionContext): string | undefined {
  if (context.positional.length === 0) return undefined;
  return context.positional.join((context.parameter("IFS") ?? " ").slice(0, 1));
}

function lengthOf(name: string, value: string, context: ExpansionContext): string {
  return String(name === "@" || name === "*" ? context.positional.length : charactersIn(value));
}

/** The length as mksh counts it: 1 for a character of the BMP; for all others the number of bytes. */
function charactersIn(value: string): number {
  return [...value].reduce((count, character) => count + (character.length === 1 ? 1 : 4), 0);
}

function allArguments(name: string, isQuoted: boolean, context: ExpansionContext): readonly Fragment[] {
  if (name === "*" && isQuoted) return [plain(joined(context) ?? "", true)];
  return context.positional.flatMap((text, index): Fragment[] => [
    ...(index > 0 ? (["border"] as const) : []),
    plain(text, isQuoted),
  ]);
}

async function conditional(
  part: ParameterPart,
  value: string | undefined,
  { context, expander }: { readonly context: ExpansionContext; readonly expander: WordExpander },
): Promise<readonly Fragment[]> {
  const { name, isQuoted } = part;
  const operator = part.operator ?? "";
  const isMissing = value === undefined || (operator.startsWith(":") && value === "");
  const asIs = name === "@" || name === "*" ? allArguments(name, isQuoted, context) : [plain(value ?? "", isQuoted)];
  switch (operator.slice(-1)) {
    case "-":
      return isMissing ? await splitting(part.word, expander) : asIs;
    case "+":
      return isMissing ? [] : await splitting(part.word, expander);
    case "=":
      if (!isMissing) return asIs;
      context.variables.set(name, textOf(await expander.fragments(part.word)));
      return [plain(context.variables.get(name) ?? "", isQuoted)];
    default: {
      if (!isMissing) return asIs;
      const message = textOf(await expander.fragments(part.word));
      throw new ShellError(`${name}: ${message || `parameter ${operator === "?" ? "" : "null or "}not set`}`);
    }
  }
}

/** The unquoted text in the word of `${x:-a b}` is split like the value. */
async function splitting(word: Word, expander: WordExpander): Promise<readonly Fragment[]> {
  const fragments = await expander.fragments(word);
  return fragments.map((fragment) =>
    fragment === "border" || fragment.isQuoted ? fragment : { ...fragment, splits: true },
  );
}

async function substring(part: ParameterPart, value: string, expander: WordExpander): Promise<string> {
  const characters = [...value];
  const offset = await expander.arithmetic(part.word);
  const start = offset < 0 ? characters.length + offset : offset;
  if (start < 0) return "";
  if (!part.secondWord) return characters.slice(start).join("");
  const length = await expander.arithmetic(part.secondWord);
  return characters.slice(start, length < 0 ? length : start + length).join("");
}

/** `#` and `##` remove the shortest and the longest match at the start, `%` and `%%` at the end. */
function trimmed(value: string, operator: string, pattern: string): string {
  const matcher = new RegExp(`^(?:${patternSource(pattern)})$`, "su");
  const isFront = operator.startsWith("#");
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const candidate = isFront ? value.slice(0, length) : value.slice(value.length - length);
    if (matcher.test(candidate)) return isFront ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

interface Replacement {
  readonly pattern: string;
  readonly replacement: string;
}

function replaced(value: string, operator: string, { pattern, replacement }: Replacement): string {
  if (pattern === "") return value;
  const source = patternSource(pattern);
  const anchored = operator === "/#" ? `^(?:${source})` : operator === "/%" ? `(?:${source})$` : `(?:${source})`;
  return value.replace(new RegExp(anchored, operator === "//" ? "gsu" : "su"), () => replacement);
}
