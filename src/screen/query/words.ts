import { lookUp } from "../../base/word-table.js";
import { type Day, dateAt, dayAfter, isSameDay } from "./dates.js";
import { foldCase, plainLetters } from "./fold.js";

/** One word, number, date, time or sign of a text, in a form that can be compared. */
export interface Word {
  /** Folded, with its diacritics. */
  readonly exact: string;
  /** Folded, without diacritics; numbers without grouping and leading zeros, times as `19:00`. */
  readonly key: string;
  /** Other possible meanings: another reading of a number or time. */
  readonly also: readonly string[];
  /** The days that it may mean. */
  readonly days: readonly Day[];
}

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const DAY_WORDS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
/** More words than any label needs to differ from others. */
const MOST_WORDS = 200;

const TODAY = /(today|tomorrow|yesterday)(?:['’]s)?(?:\s+date)?(?![\p{L}\p{M}])/uy;
const TIME = /(\d{1,2})[:h](\d{2})(?::\d{2})?(?:\s*([ap])\.?m\.?(?![\p{L}\p{M}]))?(?!\d)/uy;
const HOUR = /(\d{1,2})\s*([ap])\.?m\.?(?![\p{L}\p{M}])/uy;
const NUMBER = /\d+(?:[.,]\d+)*/y;
/** Scripts that are written without spaces: each character counts as a word, so that a part of a label can be named. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/uy;
const LETTERS = /[\p{L}\p{M}]+(?:['’`][\p{L}\p{M}]+)*/uy;
const SIGN = /\p{S}|\p{Extended_Pictographic}|[%&@#]/uy;
const SIGN_WORDS: Readonly<Record<string, string>> = { "%": "percent", "&": "and" };

/**
 * The words of a text in their order; a text of only punctuation is one word. `today` (`2024-06-01`) is the meaning of
 * "today"; null if it is unknown.
 */
export function wordsOf(text: string, today: Day | null = null): readonly Word[] {
  const exact = foldCase(text);
  const plain = plainLetters(exact);
  // If plain letters made the text longer (ß became ss), positions differ: then both forms are the plain text.
  const reader = { exact: exact.length === plain.length ? exact : plain, plain, today };
  const words: Word[] = [];
  for (let at = 0; at < plain.length && words.length < MOST_WORDS; ) {
    const found = wordAt(reader, at);
    if (found?.word) words.push(found.word);
    at += found?.length ?? 1;
  }
  return words.length > 0 || plain === "" ? words : [simple(plain, plain)];
}

interface Reader {
  readonly exact: string;
  readonly plain: string;
  readonly today: Day | null;
}

interface Found {
  readonly word: Word | null;
  readonly length: number;
}

function wordAt(reader: Reader, at: number): Found | undefined {
  const { plain } = reader;
  // A date begins at the beginning of a word or a number.
  const isInside = at > 0 && /[\p{L}\p{M}\d]/u.test(plain[at - 1] ?? "") && !/\D\d/u.test(plain.slice(at - 1, at + 1));
  if (!isInside) {
    const date = dateAt(plain, at);
    if (date) {
      const said = plain.slice(at, at + date.length);
      return { word: { exact: said, key: said, also: [], days: date.days }, length: date.length };
    }
  }
  return dayWord(reader, at) ?? timeAt(plain, at) ?? numberAt(plain, at) ?? lettersAt(reader, at);
}

function dayWord({ plain, today }: Reader, at: number): Found | undefined {
  const found = matchAt(TODAY, plain, at);
  const offset = lookUp(DAY_WORDS, found?.[1] ?? "");
  if (!found || offset === undefined) return undefined;
  const name = found[1] ?? "";
  const days = today === null ? [] : [dayAfter(today, offset)];
  return { word: { exact: name, key: name, also: [], days }, length: found[0].length };
}

function timeAt(plain: string, at: number): Found | undefined {
  const found = matchAt(TIME, plain, at) ?? matchAt(HOUR, plain, at);
  if (!found) return undefined;
  const isHour = found.length === 3;
  const [hour, minute] = [Number(found[1]), isHour ? "00" : (found[2] ?? "00")];
  const amOrPm = isHour ? found[2] : found[3];
  if (hour > 23 || Number(minute) > 59 || (amOrPm !== undefined && (hour < 1 || hour > 12))) return undefined;
  const of = (hours: number) => `${String(hours).padStart(2, "0")}:${minute}`;
  const evening = of((hour % 12) + 12);
  if (amOrPm !== undefined) return plainWord(amOrPm === "p" ? evening : of(hour % 12), found[0].length);
  return plainWord(of(hour), found[0].length, hour >= 1 && hour <= 12 ? [hour === 12 ? of(0) : evening] : []);
}

function numberAt(plain: string, at: number): Found | undefined {
  const found = matchAt(NUMBER, plain, at)?.[0];
  if (found === undefined) return undefined;
  const [key = found, ...also] = readings(found);
  return plainWord(key, found.length, also);
}

/** The possible values of a number: `1,234` is 1234, or 1.234 if the comma is the decimal mark. */
function readings(number: string): readonly string[] {
  const bare = (digits: string) => digits.replace(/^0+(?=\d)/, "");
  const marks = number.match(/[.,]/g) ?? [];
  if (marks.length === 0) return number === bare(number) ? [number] : [bare(number), number];
  const grouped = bare(number.replace(/[.,]/g, ""));
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(number);
  if (marks.length === 1) {
    const decimal = bare(number.replace(",", "."));
    if (!isGrouped) return [decimal];
    return number.includes(",") ? [grouped, decimal] : [decimal, grouped];
  }
  if (isGrouped) return [grouped];
  const mixed = /^(\d{1,3}(?:([.,])\d{3})+)(?!\2)[.,](\d+)$/.exec(number);
  return mixed ? [`${bare((mixed[1] ?? "").replace(/[.,]/g, ""))}.${mixed[3]}`] : [number];
}

function lettersAt({ exact, plain }: Reader, at: number): Found | undefined {
  const sign = matchAt(SIGN, plain, at)?.[0];
  if (sign !== undefined) {
    const word = lookUp(SIGN_WORDS, sign) ?? sign;
    return { word: simple(word, word), length: sign.length };
  }
  const found = matchAt(UNSPACED, plain, at)?.[0] ?? matchAt(LETTERS, plain, at)?.[0];
  if (found === undefined) return undefined;
  const bare = (word: string) => word.replace(/['’`]/g, "");
  const [key, own] = [bare(found), bare(exact.slice(at, at + found.length))];
  const count = NUMBER_WORDS.indexOf(key);
  return { word: { exact: own, key, also: count < 0 ? [] : [String(count)], days: [] }, length: found.length };
}

function plainWord(key: string, length: number, also: readonly string[] = []): Found {
  return { word: { exact: key, key, also, days: [] }, length };
}

function simple(exact: string, key: string): Word {
  return { exact, key, also: [], days: [] };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The likeness of words that differ only in diacritics or spelling. */
const NEARLY = 0.94;
/** The likeness of words that differ only by an English plural. */
const PLURAL = 0.88;

/** The probability that two words are the same, 0–1. */
export function likeness(a: Word, b: Word): number {
  if (a.days.length > 0 && b.days.length > 0) return likeDays(a, b);
  if (a.exact === b.exact && a.exact !== "") return 1;
  if (a.key === b.key && a.key !== "") return NEARLY;
  if (a.also.includes(b.key) || b.also.includes(a.key)) return NEARLY;
  return isPlural(a.key, b.key) || isPlural(b.key, a.key) ? PLURAL : 0;
}

function likeDays(a: Word, b: Word): number {
  const isSame = a.days.some((day) => b.days.some((other) => isSameDay(day, other)));
  if (!isSame) return a.key === b.key ? 1 : 0;
  return a.days.length === 1 && b.days.length === 1 ? 1 : NEARLY;
}

function isPlural(one: string, many: string): boolean {
  return one.length > 3 && (many === `${one}s` || many === `${one}es`);
}
