import type { OpenFile } from "../../system/open-file.js";
import type { Builtin, BuiltinCall } from "../shell.js";

interface ReadOptions {
  readonly isRaw: boolean;
  readonly delimiter: number;
  /** The most characters to read; null for no limit. */
  readonly limit: number | null;
  readonly descriptor: number;
  readonly timeoutMs: number | null;
  readonly names: readonly string[];
}

/**
 * `read [-r] [-d C] [-n N] [-t S] [-u FD] [NAME…]`: reads one line byte by byte, so that other readers get the rest.
 */
export const read: Builtin = { name: "read", run: readLine };

async function readLine({ shell, argv, fail }: BuiltinCall): Promise<number> {
  const options = parseOptions(argv.slice(1));
  if (!options) return await fail("unknown option", 2);
  const file = shell.process.descriptors.get(options.descriptor);
  if (!file) return await fail(`-u: ${options.descriptor}: bad file descriptor`);
  const ofProcess = shell.process.signal;
  const { timeoutMs } = options;
  const signal = timeoutMs === null ? ofProcess : AbortSignal.any([ofProcess, AbortSignal.timeout(timeoutMs)]);
  try {
    const { text, isComplete } = await takeLine(file, options, signal);
    assign(shell, text, options);
    return isComplete ? 0 : 1;
  } catch (error) {
    shell.process.signal.throwIfAborted();
    if (signal.aborted) return 1;
    throw error;
  }
}

function parseOptions(words: readonly string[]): ReadOptions | null {
  const options = { isRaw: false, delimiter: 10, limit: null, descriptor: 0, timeoutMs: null, names: ["REPLY"] };
  const found: { -readonly [K in keyof ReadOptions]: ReadOptions[K] } = options;
  let at = 0;
  for (; /^-./.test(words[at] ?? "") && words[at] !== "--"; at += 1) {
    const [, letter = "", attached = ""] = /^-(.)(.*)$/s.exec(words[at] ?? "") ?? [];
    if (letter === "r") found.isRaw = true;
    else if ("dnNtu".includes(letter)) {
      const value = attached || (words[++at] ?? "");
      if (letter === "d") found.delimiter = value.charCodeAt(0) || 0;
      else if (letter === "t") found.timeoutMs = Number(value) * 1000;
      else if (letter === "u") found.descriptor = Number(value);
      else found.limit = Number(value);
    } else if (letter !== "p") return null;
  }
  const names = words.slice(words[at] === "--" ? at + 1 : at);
  return { ...found, names: names.length > 0 ? names : options.names };
}

interface TakenLine {
  readonly text: string;
  /** False if the input ended before a delimiter. */
  readonly isComplete: boolean;
}

async function takeLine(file: OpenFile, options: ReadOptions, signal: AbortSignal): Promise<TakenLine> {
  const bytes: number[] = [];
  for (;;) {
    const chunk = await file.read(1, signal);
    const byte = chunk?.[0];
    if (byte === undefined) return { text: Buffer.from(bytes).toString(), isComplete: false };
    const isEscaped = !options.isRaw && isAfterBackslash(bytes);
    if (byte === options.delimiter && isEscaped && byte === 10) bytes.pop();
    else if (byte === options.delimiter) return { text: Buffer.from(bytes).toString(), isComplete: true };
    else bytes.push(byte);
    if (options.limit !== null && bytes.length >= options.limit) {
      return { text: Buffer.from(bytes).toString(), isComplete: true };
    }
  }
}

function isAfterBackslash(bytes: readonly number[]): boolean {
  let count = 0;
  while (bytes[bytes.length - 1 - count] === 0x5c) count += 1;
  return count % 2 === 1;
}

/** Assigns one field to each name; the last name gets the rest. */
function assign(shell: BuiltinCall["shell"], line: string, { names, isRaw }: ReadOptions): void {
  const ifs = shell.parameter("IFS") ?? " \t\n";
  const blanks = [...ifs].filter((character) => " \t\n".includes(character)).join("");
  const units = unitsOf(line, isRaw);
  const isBlank = (unit: Unit | undefined) => unit !== undefined && !unit.isEscaped && blanks.includes(unit.text);
  const isIfs = (unit: Unit | undefined) => unit !== undefined && !unit.isEscaped && ifs.includes(unit.text);
  let at = 0;
  while (isBlank(units[at])) at += 1;
  for (const [index, name] of names.entries()) {
    const start = at;
    const isLast = index === names.length - 1;
    while (at < units.length && (isLast || !isIfs(units[at]))) at += 1;
    let end = at;
    while (isLast && end > start && isBlank(units[end - 1])) end -= 1;
    shell.variables.set(
      name,
      units
        .slice(start, end)
        .map((unit) => unit.text)
        .join(""),
    );
    while (isBlank(units[at])) at += 1;
    if (isIfs(units[at])) at += 1;
    while (isBlank(units[at])) at += 1;
  }
}

interface Unit {
  readonly text: string;
  readonly isEscaped: boolean;
}

function unitsOf(line: string, isRaw: boolean): readonly Unit[] {
  const pattern = isRaw ? /[\s\S]/gu : /\\([\s\S]?)|[\s\S]/gu;
  return [...line.matchAll(pattern)].map(([whole, escaped]) => ({
    text: escaped ?? whole,
    isEscaped: escaped !== undefined,
  }));
}
