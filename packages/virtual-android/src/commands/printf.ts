import { echoText, formatText } from "../shell/escapes.js";
import { defineTool, UsageError } from "../toybox/tool.js";

/** One piece of a format: literal bytes, or a conversion. */
type Piece =
  | { readonly kind: "text"; readonly bytes: Uint8Array }
  /** An unknown conversion: an error when printf reaches it. */
  | { readonly kind: "bad"; readonly text: string }
  | Conversion;

interface Conversion {
  readonly kind: "conversion";
  readonly flags: string;
  readonly width: string;
  readonly precision: string;
  readonly type: string;
}

/** Formats text. */
export const printf = defineTool({
  name: "printf",
  stopsAtFirst: true,
  needs: 1,
  async run(tool) {
    const [format = "", ...words] = tool.args;
    const pieces = parseFormat(format);
    const takesWords = pieces.some((piece) => piece.kind === "conversion" && piece.type !== "%");
    const arguments_ = { words, next: 0 };
    do {
      for (const piece of pieces) {
        const { bytes, isCut, problem } = render(piece, arguments_);
        await tool.write(bytes);
        if (piece.kind === "bad") throw new UsageError(piece.text);
        if (problem) await tool.complain(problem);
        if (isCut) return undefined;
      }
    } while (takesWords && arguments_.next < words.length);
    return undefined;
  },
});

interface Arguments {
  readonly words: readonly string[];
  next: number;
}

function parseFormat(format: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const pattern = /%([-+ #0']*)(\*|[1-9]\d*|)(?:\.(\*|\d*))?([a-zA-Z%])|%|[^%]+/gs;
  for (const match of format.matchAll(pattern)) {
    const [whole, flags = "", width = "", precision, type] = match;
    if (type === undefined && whole !== "%") pieces.push({ kind: "text", bytes: formatText(whole) });
    else if (type === undefined || !"diouxXeEfFgGaAcsb%".includes(type)) {
      pieces.push({ kind: "bad", text: `bad ${whole}@${match.index + whole.length}` });
    } else
      pieces.push({
        kind: "conversion",
        flags,
        width,
        precision: precision === undefined ? "" : `.${precision}`,
        type,
      });
  }
  return pieces;
}

interface Rendered {
  readonly bytes: Uint8Array;
  /** `\\c`: ends the output. */
  readonly isCut?: boolean;
  /** The error about the argument; the bytes are printed anyway. */
  readonly problem?: string;
}

function render(piece: Piece, from: Arguments): Rendered {
  if (piece.kind === "text") return { bytes: piece.bytes };
  if (piece.kind === "bad") return { bytes: new Uint8Array(0) };
  if (piece.type === "%") return { bytes: Buffer.from("%") };
  const take = () => from.words[from.next++] ?? "";
  const width = piece.width === "*" ? toInteger(take()) : Number(piece.width);
  const precision = piece.precision === ".*" ? toInteger(take()) : precisionOf(piece.precision);
  const word = take();
  if (piece.type === "b") return echoText(word);
  const text = convert(piece, word, precision);
  const bytes = Buffer.from(padded(text, width, piece));
  const isNumber = "diouxXeEfFgGaA".includes(piece.type);
  return isNumber && !isNumeric(word) ? { bytes, problem: `bad %${piece.type} ${word}` } : { bytes };
}

function precisionOf(text: string): number | null {
  return text === "" ? null : Number(text.slice(1));
}

function convert({ type, flags }: Conversion, word: string, precision: number | null): string {
  if (type === "s") return precision === null ? word : word.slice(0, precision);
  if (type === "c") return word.slice(0, 1);
  if ("eEfFgGaA".includes(type)) return signed(float(type, toFloat(word), precision ?? 6), flags);
  const number = toInteger(word);
  const digits = integerDigits(type, number).padStart(precision ?? 1, "0");
  const sign = number < 0 && "di".includes(type) ? "-" : flags.includes("+") ? "+" : "";
  const prefix = flags.includes("#") ? ({ x: "0x", X: "0X", o: "0" }[type] ?? "") : "";
  return sign + prefix + digits;
}

function integerDigits(type: string, number: number): string {
  if ("di".includes(type)) return String(Math.abs(number));
  const unsigned = BigInt.asUintN(64, BigInt(number));
  if (type === "o") return unsigned.toString(8);
  if (type === "x") return unsigned.toString(16);
  return type === "X" ? unsigned.toString(16).toUpperCase() : unsigned.toString();
}

function float(type: string, number: number, precision: number): string {
  if ("fF".includes(type)) return number.toFixed(precision);
  if ("gG".includes(type)) return String(Number(number.toPrecision(precision || 1)));
  const text = number.toExponential(precision).replace(/e([-+])(\d)$/, "e$10$2");
  return type === "E" ? text.toUpperCase() : text;
}

function signed(text: string, flags: string): string {
  return flags.includes("+") && !text.startsWith("-") ? `+${text}` : text;
}

function padded(text: string, width: number, { flags, type }: Conversion): string {
  if (flags.includes("-") || width < 0) return text.padEnd(Math.abs(width));
  if (!flags.includes("0") || "sc".includes(type)) return text.padStart(width);
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  return sign + rest.padStart(width - sign.length, "0");
}

function toInteger(word: string): number {
  if (word === "") return 0;
  if (/^["']/.test(word)) return word.codePointAt(1) ?? 0;
  const [, sign = "", digits = "0"] = /^\s*([-+]?)(0[xX][0-9a-fA-F]+|\d+)/.exec(word) ?? [];
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return sign === "-" ? -value : value;
}

function toFloat(word: string): number {
  return Number.parseFloat(word) || 0;
}

/** Whether a numeric conversion accepts the whole word. Else only its start is used, and printf reports an error. */
function isNumeric(word: string): boolean {
  return word === "" || /^["']/.test(word) || !Number.isNaN(Number(word.replace(/^\s*[-+]?/, "")));
}
