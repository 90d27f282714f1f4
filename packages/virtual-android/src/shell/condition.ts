import { calculate, expandPattern, expandText } from "./expand.js";
import { matchesPattern } from "./pattern.js";
import type { Shell } from "./shell.js";
import type { Word } from "./syntax.js";
import { evaluateTest, type TestContext } from "./test-expression.js";
import { ShellError } from "./variables.js";

/** The files and variables of a shell for `test` and `[[`; numbers are expressions, as in mksh. */
export function testContextOf(shell: Shell): TestContext {
  return {
    files: shell.files,
    isTerminal: (descriptor) => shell.process.descriptors.get(descriptor)?.isTerminal ?? false,
    number: (text) => calculate(text, shell),
  };
}

/** The status of `[[ … ]]`: words are not split, and the right side of `=` is a pattern. */
export async function runCondition(shell: Shell, words: readonly Word[]): Promise<number> {
  const parser: Parser = { shell, words, at: 0 };
  const value = await parseOr(parser);
  if (parser.at < words.length) throw new ShellError("syntax error: unexpected ']]'");
  return value ? 0 : 1;
}

interface Parser {
  readonly shell: Shell;
  readonly words: readonly Word[];
  at: number;
}

/** The unexpanded text of the next word, by which operators are recognised. */
function peek(parser: Parser, offset = 0): string {
  const word = parser.words[parser.at + offset];
  const part = word?.[0];
  return word?.length === 1 && part?.kind === "text" ? part.text : "";
}

function take(parser: Parser, operator: string): boolean {
  if (peek(parser) !== operator) return false;
  parser.at += 1;
  return true;
}

async function parseOr(parser: Parser): Promise<boolean> {
  let value = await parseAnd(parser);
  while (take(parser, "||")) value = (await parseAnd(parser)) || value;
  return value;
}

async function parseAnd(parser: Parser): Promise<boolean> {
  let value = await parsePrimary(parser);
  while (take(parser, "&&")) value = (await parsePrimary(parser)) && value;
  return value;
}

async function parsePrimary(parser: Parser): Promise<boolean> {
  if (take(parser, "!")) return !(await parsePrimary(parser));
  if (take(parser, "(")) {
    const value = await parseOr(parser);
    if (!take(parser, ")")) throw new ShellError("syntax error: missing )");
    return value;
  }
  const { shell, words } = parser;
  if (/^-[a-zA-Z]$/.test(peek(parser)) && words[parser.at + 1]) {
    const operator = peek(parser);
    parser.at += 2;
    return evaluateTest([operator, await expandText(words[parser.at - 1] ?? [], shell)], testContextOf(shell));
  }
  return await parseBinary(parser);
}

async function parseBinary(parser: Parser): Promise<boolean> {
  const { shell, words } = parser;
  const word = words[parser.at];
  if (!word) throw new ShellError("syntax error: unexpected ']]'");
  const left = await expandText(word, shell);
  const operator = peek(parser, 1);
  const right = words[parser.at + 2];
  if (!right || !/^(?:==?|!=|[<>]|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(operator)) {
    parser.at += 1;
    return left !== "";
  }
  parser.at += 3;
  if (operator.startsWith("-") || operator === "<" || operator === ">") {
    return evaluateTest([left, operator, await expandText(right, shell)], testContextOf(shell));
  }
  return matchesPattern(left, await expandPattern(right, shell)) === (operator !== "!=");
}
