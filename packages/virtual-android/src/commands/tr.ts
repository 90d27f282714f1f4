import { defineTool, UsageError } from "../toybox/tool.js";

const CLASSES: Readonly<Record<string, (character: string) => boolean>> = {
  alnum: (character) => /[0-9A-Za-z]/.test(character),
  alpha: (character) => /[A-Za-z]/.test(character),
  blank: (character) => /[ \t]/.test(character),
  digit: (character) => /[0-9]/.test(character),
  lower: (character) => /[a-z]/.test(character),
  punct: (character) => /[!-/:-@[-`{-~]/.test(character),
  space: (character) => /\s/.test(character),
  upper: (character) => /[A-Z]/.test(character),
};

/** Works on bytes, as toybox does. */
export const tr = defineTool({
  name: "tr",
  flags: "cCdst",
  needs: 1,
  async run(tool) {
    const isComplement = tool.has("c") || tool.has("C");
    const from = isComplement ? complementOf(expandSet(tool.args[0] ?? "")) : expandSet(tool.args[0] ?? "");
    const to = expandSet(tool.args[1] ?? "");
    if (!tool.has("d") && !tool.has("s") && to.length === 0) throw new UsageError("Needs 2 arguments");
    const translator = new Translator({
      table: tableOf(from, to),
      dropped: new Set(tool.has("d") ? from : []),
      squeezed: new Set(tool.has("s") ? (to.length > 0 ? to : from) : []),
    });
    for await (const chunk of tool.call.stdin) await tool.write(translator.translate(chunk));
    return undefined;
  },
});

interface Translation {
  readonly table: ReadonlyMap<number, number>;
  readonly dropped: ReadonlySet<number>;
  readonly squeezed: ReadonlySet<number>;
}

/** Keeps the last byte, so that repeated bytes are squeezed across chunks, too. */
class Translator {
  readonly #translation: Translation;
  #last = -1;

  constructor(translation: Translation) {
    this.#translation = translation;
  }

  translate(chunk: Uint8Array): Uint8Array {
    const { table, dropped, squeezed } = this.#translation;
    const output: number[] = [];
    for (const byte of chunk) {
      const mapped = table.get(byte) ?? byte;
      if (dropped.has(byte) || (mapped === this.#last && squeezed.has(mapped))) continue;
      this.#last = mapped;
      output.push(mapped);
    }
    return Uint8Array.from(output);
  }
}

/** The last character of the second set replaces all characters for which the second set has no entry. */
function tableOf(from: readonly number[], to: readonly number[]): ReadonlyMap<number, number> {
  if (to.length === 0) return new Map();
  return new Map(from.map((byte, index) => [byte, to[index] ?? to[to.length - 1] ?? byte]));
}

function complementOf(set: readonly number[]): readonly number[] {
  return Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !set.includes(byte));
}

function expandSet(text: string): readonly number[] {
  const bytes: number[] = [];
  const pattern = /\[:(\w+):\]|(\\[0-7]{1,3}|\\[\s\S]|[\s\S])(?:-(\\[0-7]{1,3}|\\[\s\S]|[^\\]))?/gu;
  for (const [, name, first = "", last] of text.matchAll(pattern)) {
    if (name !== undefined) bytes.push(...classBytes(name));
    else if (last === undefined) bytes.push(...bytesOf(first));
    else bytes.push(...rangeOf(bytesOf(first)[0] ?? 0, bytesOf(last)[0] ?? 0));
  }
  return bytes;
}

function classBytes(name: string): readonly number[] {
  const test = CLASSES[name];
  if (!test) throw new UsageError(`bad class ${name}`);
  return rangeOf(0, 127).filter((byte) => test(String.fromCharCode(byte)));
}

function rangeOf(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

function bytesOf(text: string): readonly number[] {
  if (!text.startsWith("\\")) return [...Buffer.from(text)];
  const rest = text.slice(1);
  if (/^[0-7]+$/.test(rest)) return [Number.parseInt(rest, 8) & 0xff];
  return [ESCAPES[rest] ?? rest.charCodeAt(0)];
}
