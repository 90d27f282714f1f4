import { SystemError } from "../linux/errno.js";
import type { OpenFile } from "../system/open-file.js";
import type { ProcessFiles } from "../system/process-files.js";
import type { SystemCall, SystemCommand } from "../system/system.js";

/** The command line is invalid. `message` is toybox's, without the program's name before it. */
export class UsageError extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

/** The description of a toybox program, without its work. */
export interface ToolDefinition {
  readonly name: string;
  /** The letters of options without a value. */
  readonly flags?: string;
  /** The letters of options with a value. */
  readonly values?: string;
  /** Long options, with the letter of each. */
  readonly long?: Readonly<Record<string, string>>;
  /** Whether options end at the first argument that is not an option, because the rest is for another program. */
  readonly stopsAtFirst?: boolean;
  /** The letter of the option that a number such as `head -5` sets. */
  readonly numberOption?: string;
  /** The least number of arguments. */
  readonly needs?: number;
  /** The status for an invalid command line; 1 if absent. */
  readonly usageStatus?: number;
  run(tool: Tool): Promise<number | undefined>;
}

/** A running toybox program: its options, arguments and files. */
export class Tool {
  readonly call: SystemCall;
  readonly name: string;
  readonly args: readonly string[];
  readonly files: ProcessFiles;
  /** The exit status, which `complain` sets; `run` may give another status. */
  status = 0;
  readonly #options: ReadonlyMap<string, readonly string[]>;

  constructor(call: SystemCall, name: string, parsed: ParsedWords) {
    this.call = call;
    this.name = name;
    this.args = parsed.args;
    this.files = call.system.filesOf(call.process);
    this.#options = parsed.options;
  }

  has(letter: string): boolean {
    return this.#options.has(letter);
  }

  /** The last value of an option. */
  value(letter: string): string | undefined {
    return this.#options.get(letter)?.at(-1);
  }

  /** All values of an option. */
  values(letter: string): readonly string[] {
    return this.#options.get(letter) ?? [];
  }

  /** The value of an option as a number, with toybox's suffixes k, m and g. Errors: UsageError. */
  number(letter: string, fallback: number): number {
    const text = this.value(letter);
    return text === undefined ? fallback : parseNumber(text);
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    await this.call.stdout.write(chunk);
  }

  /** Prints `NAME: message` on stderr, and sets the exit status to 1. */
  async complain(message: string): Promise<void> {
    this.status = 1;
    await this.call.stderr.write(`${this.name}: ${message}\n`);
  }

  /** Runs `work`. After a failed system call it prints `PATH: reason`, and gives undefined. */
  async attempt<T>(work: () => Promise<T> | T, describe = describePlainly): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SystemError) || error.errno === "EPIPE") throw error;
      await this.complain(describe(error));
      return undefined;
    }
  }

  /** Opens the arguments one after another, or stdin if there are none; `-` is stdin. */
  async *inputs(paths: readonly string[] = this.args): AsyncGenerator<Input> {
    for (const path of paths.length > 0 ? paths : ["-"]) {
      const file = await this.attempt(() => this.#open(path));
      if (!file) continue;
      try {
        yield { name: path, chunks: () => this.chunksOf(file) };
      } finally {
        file.close();
      }
    }
  }

  /** The rest of a file, in chunks. */
  async *chunksOf(file: OpenFile): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = await file.read(65536, this.call.signal);
      if (!chunk) return;
      yield chunk;
    }
  }

  #open(path: string): OpenFile {
    const { process, system } = this.call;
    if (path !== "-") return system.open(process, path, "read");
    const file = process.descriptors.get(0);
    if (!file) throw new SystemError("EBADF", path);
    return file.dup();
  }
}

/** A file that a tool reads. */
export interface Input {
  /** The path as it was given. */
  readonly name: string;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Makes a program from its description: parses the options, and refuses invalid ones as toybox does. */
export function defineTool(definition: ToolDefinition): SystemCommand {
  const { name } = definition;
  return {
    name,
    async run(call) {
      try {
        const tool = new Tool(call, name, parseWords(call.argv.slice(1), definition));
        return (await definition.run(tool)) ?? tool.status;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        await call.stderr.write(`${name}: ${error.message}\n`);
        return error.status === 1 ? (definition.usageStatus ?? 1) : error.status;
      }
    },
  };
}

/** A number with an optional suffix in toybox's syntax. Errors: UsageError. */
export function parseNumber(text: string): number {
  const [, digits, suffix = ""] = /^([-+]?(?:0x[0-9a-fA-F]+|\d+))([kKmMgG]?)$/.exec(text) ?? [];
  if (digits === undefined) throw new UsageError(`not integer: ${text}`);
  const scale = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[suffix.toLowerCase()] ?? 1;
  return Number(digits) * scale;
}

interface ParsedWords {
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly args: readonly string[];
}

function parseWords(words: readonly string[], definition: ToolDefinition): ParsedWords {
  const parser = new OptionParser(words, definition);
  parser.parse();
  if (parser.args.length < (definition.needs ?? 0)) refuseCount(definition);
  return parser;
}

class OptionParser implements ParsedWords {
  readonly options = new Map<string, string[]>();
  readonly args: string[] = [];
  readonly #words: readonly string[];
  readonly #definition: ToolDefinition;
  #at = 0;

  constructor(words: readonly string[], definition: ToolDefinition) {
    this.#words = words;
    this.#definition = definition;
  }

  parse(): void {
    for (let word = this.#next(); word !== undefined; word = this.#next()) {
      const isArgument = !/^-./.test(word);
      if (word === "--") this.#takeRest();
      else if (this.#definition.numberOption && /^-\d+$/.test(word)) {
        this.#add(this.#definition.numberOption, word.slice(1));
      } else if (word.startsWith("--")) this.#long(word);
      else if (!isArgument) this.#letters(word);
      else this.args.push(word);
      if (isArgument && this.#definition.stopsAtFirst) this.#takeRest();
    }
  }

  #next(): string | undefined {
    this.#at += 1;
    return this.#words[this.#at - 1];
  }

  #takeRest(): void {
    this.args.push(...this.#words.slice(this.#at));
    this.#at = this.#words.length;
  }

  #add(letter: string, value: string): void {
    this.options.set(letter, [...(this.options.get(letter) ?? []), value]);
  }

  #long(word: string): void {
    const [, name = "", value = ""] = /^--([^=]+)=?(.*)$/s.exec(word) ?? [];
    const letter = this.#definition.long?.[name];
    if (letter === undefined) this.#refuse(name);
    this.#add(letter, value);
  }

  #letters(word: string): void {
    for (let at = 1; at < word.length; at += 1) {
      const letter = word[at] ?? "";
      if (this.#definition.values?.includes(letter)) {
        this.#add(letter, word.slice(at + 1) || this.#valueOf(letter));
        return;
      }
      if (!this.#definition.flags?.includes(letter)) this.#refuse(word.slice(at));
      this.#add(letter, "");
    }
  }

  #valueOf(letter: string): string {
    const value = this.#next();
    if (value !== undefined) return value;
    throw new UsageError(`Missing argument to -${letter} (see "${this.#definition.name} --help")`);
  }

  #refuse(option: string): never {
    throw new UsageError(`Unknown option '${option}' (see "${this.#definition.name} --help")`);
  }
}

function refuseCount({ name, needs = 0 }: ToolDefinition): never {
  throw new UsageError(`Need${needs === 1 ? "s 1 argument" : ` ${needs} arguments`} (see "${name} --help")`);
}

function describePlainly(error: SystemError): string {
  return `${error.path}: ${error.message}`;
}
