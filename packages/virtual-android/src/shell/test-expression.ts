import { TYPE_BITS, TYPE_MASK } from "../files/node.js";
import { SystemError } from "../linux/errno.js";
import type { ProcessFiles } from "../system/process-files.js";

/** The words are not a condition. `message` is the program's, without its prefix; the exit status is 2. */
export class TestError extends Error {}

/** The files and numbers that a condition can use. */
export interface TestContext {
  readonly files: ProcessFiles;
  isTerminal(descriptor: number): boolean;
  /** Reads the operand of `-eq` and similar operators. Errors: TestError. */
  number(text: string): number;
}

type Binary = (left: string, right: string, context: TestContext) => boolean;
type Unary = (operand: string, context: TestContext) => boolean;

const BINARY: Readonly<Record<string, Binary>> = {
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "-eq": (a, b, { number }) => number(a) === number(b),
  "-ne": (a, b, { number }) => number(a) !== number(b),
  "-lt": (a, b, { number }) => number(a) < number(b),
  "-le": (a, b, { number }) => number(a) <= number(b),
  "-gt": (a, b, { number }) => number(a) > number(b),
  "-ge": (a, b, { number }) => number(a) >= number(b),
  "-nt": (a, b, context) => modified(a, context) > modified(b, context),
  "-ot": (a, b, context) => modified(a, context) < modified(b, context),
  "-ef": (a, b, context) => realPath(a, context) !== undefined && realPath(a, context) === realPath(b, context),
};

const UNARY: Readonly<Record<string, Unary>> = {
  "-n": (text) => text !== "",
  "-z": (text) => text === "",
  "-e": (path, context) => modeOf(path, context) !== undefined,
  "-f": (path, context) => isType(path, TYPE_BITS.file, context),
  "-d": (path, context) => isType(path, TYPE_BITS.folder, context),
  "-c": (path, context) => isType(path, TYPE_BITS.device, context),
  "-b": () => false,
  "-p": () => false,
  "-S": () => false,
  "-L": isLink,
  "-h": isLink,
  "-r": (path, context) => isAllowed(path, 4, context),
  "-w": (path, context) => isAllowed(path, 2, context),
  "-x": (path, context) => isAllowed(path, 1, context),
  "-s": (path, context) => (quietly(() => context.files.stat(path))?.size ?? 0) > 0,
  "-t": (text, { isTerminal, number }) => isTerminal(number(text)),
};

/** Evaluates the words of `test` or of `[ … ]` without its brackets. Errors: TestError. */
export function evaluateTest(words: readonly string[], context: TestContext): boolean {
  if (words.length === 0) return false;
  if (words.length === 1) return words[0] !== "";
  const [first = "", second = "", third = ""] = words;
  if (words.length === 2 && first === "!") return second === "";
  if (words.length === 3 && BINARY[second]) return BINARY[second](first, third, context);
  const parser = { words, at: 0, context };
  const value = parseOr(parser);
  if (parser.at < words.length) throw new TestError(`${words[parser.at]}: unexpected operator/operand`);
  return value;
}

interface Parser {
  readonly words: readonly string[];
  readonly context: TestContext;
  at: number;
}

function parseOr(parser: Parser): boolean {
  let value = parseAnd(parser);
  while (parser.words[parser.at] === "-o") {
    parser.at += 1;
    const right = parseAnd(parser);
    value = value || right;
  }
  return value;
}

function parseAnd(parser: Parser): boolean {
  let value = parsePrimary(parser);
  while (parser.words[parser.at] === "-a") {
    parser.at += 1;
    const right = parsePrimary(parser);
    value = value && right;
  }
  return value;
}

function parsePrimary(parser: Parser): boolean {
  const { words, at, context } = parser;
  const [word, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (word === undefined) throw new TestError("expression expected");
  const binary = BINARY[second ?? ""];
  if (binary && third !== undefined) {
    parser.at += 3;
    return binary(word, third, context);
  }
  if (word === "!") {
    parser.at += 1;
    return !parsePrimary(parser);
  }
  if (word === "(") return parseParentheses(parser);
  const unary = UNARY[word];
  if (unary && second !== undefined) {
    parser.at += 2;
    return unary(second, context);
  }
  parser.at += 1;
  return word !== "";
}

function parseParentheses(parser: Parser): boolean {
  parser.at += 1;
  const value = parseOr(parser);
  if (parser.words[parser.at] !== ")") throw new TestError("missing )");
  parser.at += 1;
  return value;
}

/** A path that may not be read does not exist for the condition. */
function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SystemError) return undefined;
    throw error;
  }
}

function modeOf(path: string, { files }: TestContext): number | undefined {
  return quietly(() => files.stat(path))?.mode;
}

function isType(path: string, type: number, context: TestContext): boolean {
  return ((modeOf(path, context) ?? 0) & TYPE_MASK) === type;
}

function isLink(path: string, { files }: TestContext): boolean {
  return ((quietly(() => files.linkStat(path))?.mode ?? 0) & TYPE_MASK) === TYPE_BITS.link;
}

function isAllowed(path: string, bit: number, { files }: TestContext): boolean {
  return quietly(() => files.isAllowed(path, bit)) ?? false;
}

function modified(path: string, { files }: TestContext): number {
  return quietly(() => files.stat(path))?.mtimeSeconds ?? Number.NEGATIVE_INFINITY;
}

function realPath(path: string, { files }: TestContext): string | undefined {
  return quietly(() => (files.stat(path) ? files.realPath(path) : undefined));
}
