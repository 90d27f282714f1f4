import { homedir } from "node:os";
import { withoutEnd } from "../cut-text.js";
import { FoveaError } from "../errors.js";
import { type Rect, rectOf } from "../geometry.js";
import { nearest } from "../nearest.js";

export type OptionType = "string" | "integer" | "boolean" | "list";
type Env = Readonly<Record<string, string | undefined>>;

/** How the values of an option are read, from any source: texts from flags and the environment, JSON from a file. */
export interface Kind<Value> {
  readonly type: OptionType;
  /** The default as the documentation shows it; null for none. */
  readonly shown: string | null;
  /**
   * Parses a value; `value` is undefined if none was given. `name` is the option's name in errors. Errors:
   * INVALID_ARGUMENT.
   */
  readonly read: (value: unknown, name: string, env: Env) => Value;
}

export function textKind(): Kind<string | undefined> {
  return { type: "string", shown: null, read: stringOf };
}

/** A path; `~` is resolved here, because configuration files of MCP clients pass arguments without a shell. */
export function path(): Kind<string | undefined> {
  return { type: "string", shown: null, read: pathOf };
}

export function pathOr<Default extends string>(byDefault: Default): Kind<string> {
  return { type: "string", shown: byDefault, read: (value, name) => pathOf(value, name) ?? byDefault };
}

export function list(): Kind<readonly string[] | undefined> {
  return { type: "list", shown: null, read: listOf };
}

export function listOrNone(): Kind<readonly string[]> {
  return mapped(list(), (given) => given ?? []);
}

export function paths(): Kind<readonly string[]> {
  return mapped(listOrNone(), (given) => given.map(fromHome));
}

/** A kind whose values are computed from those of another kind. */
export function mapped<Given, Value>(kind: Kind<Given>, to: (given: Given, env: Env) => Value): Kind<Value> {
  return { ...kind, read: (value, name, env) => to(kind.read(value, name, env), env) };
}

export function flag(): Kind<boolean> {
  return { type: "boolean", shown: "false", read: booleanOf };
}

/** One of these words. */
export function choice<const Word extends string>(words: readonly Word[], byDefault: Word): Kind<Word> {
  const read = (value: unknown, name: string): Word => {
    const word = words.find((one) => one === (value ?? byDefault));
    if (word !== undefined) return word;
    throw wrong(name, `one of ${words.join(", ")}`);
  };
  return { type: "string", shown: byDefault, read };
}

/** One of these words; undefined if none was given. */
export function optionalChoice<const Word extends string>(words: readonly Word[]): Kind<Word | undefined> {
  const read = (value: unknown, name: string): Word | undefined => {
    if (value === undefined) return undefined;
    const word = words.find((one) => one === value);
    if (word !== undefined) return word;
    throw wrong(name, `one of ${words.join(", ")}`);
  };
  return { type: "string", shown: null, read };
}

/** Some of these words, or all of them. Errors suggest the word that was probably meant. */
export function someOf<const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> {
  const read = (value: unknown, name: string): readonly Word[] => {
    const given = (listOf(value, name) ?? []).flatMap((part) => part.split(",")).map((part) => part.trim());
    const wrongOne = given.find((word) => word !== "" && word !== "all" && !words.some((one) => one === word));
    if (wrongOne !== undefined) {
      const meant = nearest(wrongOne, [...words, "all"]);
      const next = meant === undefined ? "" : `; did you mean ${meant}?`;
      throw wrong(name, `of ${words.join(", ")} or all, not "${wrongOne.slice(0, 40)}"${next}`);
    }
    return words.filter((word) => given.includes("all") || given.includes(word));
  };
  return { type: "list", shown: null, read };
}

/** Keys of the settings provider, such as `system/font_scale`. */
export function settingNames(): Kind<readonly string[]> {
  const read = (value: unknown, name: string): readonly string[] => {
    const names = listOf(value, name) ?? [];
    const bad = names.find((one) => !/^(?:system|secure|global)\/[\w.]{1,100}$/.test(one));
    if (bad === undefined) return names;
    throw wrong(name, `system, secure or global, a slash and a key, not "${bad.slice(0, 60)}"`);
  };
  return { type: "list", shown: null, read };
}

/** A port; with `least` 0 also port 0, which means any free port. */
export function port(least: 0 | 1): Kind<number | undefined> {
  const read = (value: unknown, name: string): number | undefined => {
    if (value === undefined) return undefined;
    const number = integerIn(value, least, 65_535);
    if (number !== undefined) return number;
    throw wrong(name, "a port number");
  };
  return { type: "integer", shown: null, read };
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly byDefault: number;
  /** A description of valid values, for errors. */
  readonly what: string;
}

export function integerKind({ least, most, byDefault, what }: Range): Kind<number> {
  const read = (value: unknown, name: string): number => {
    const number = integerIn(value ?? byDefault, least, most);
    if (number !== undefined) return number;
    throw wrong(name, what);
  };
  return { type: "integer", shown: String(byDefault), read };
}

export function megabytes(byDefault: number): Kind<number> {
  return integerKind({ least: 1, most: 9_999_999, byDefault, what: "a whole number of megabytes, 1 or more" });
}

/** A number from 0 to 1. */
export function share(): Kind<number | undefined> {
  const read = (value: unknown, name: string): number | undefined => {
    if (value === undefined) return undefined;
    const isDecimal = typeof value === "string" && (/^\d+$/.test(value) || /^\d*\.\d+$/.test(value));
    const number = isDecimal ? Number(value) : value;
    if (typeof number === "number" && number >= 0 && number <= 1) return number;
    throw wrong(name, "a number from 0 to 1");
  };
  return { type: "string", shown: null, read };
}

/** An http or https address, without a slash at its end. */
export function urlOr(byDefault: string): Kind<string> {
  const read = (value: unknown, name: string): string => {
    const given = stringOf(value, name) ?? byDefault;
    if (/^https?:$/.test(URL.canParse(given) ? new URL(given).protocol : ""))
      return withoutEnd(given, (one) => one === "/");
    throw wrong(name, "an http or https address");
  };
  return { type: "string", shown: byDefault, read };
}

/** A program that reads words in screenshots (OCR): a name to find in PATH, or a path. Undefined for off. */
export function ocrProgram(): Kind<string | undefined> {
  const read = (value: unknown, name: string): string | undefined => {
    const program = pathOf(value, name) ?? "off";
    if (program === "off") return undefined;
    if (program === "tesseract" || /[/\\]/.test(program)) return program;
    throw wrong(name, "off, tesseract or the path of such a program");
  };
  return { type: "string", shown: "off", read };
}

/** Languages in tesseract's format: `eng`, `eng+chi_sim`. */
export function ocrLanguages(): Kind<string> {
  const read = (value: unknown, name: string): string => {
    const languages = stringOf(value, name) ?? "eng";
    if (/^[A-Za-z_]{1,40}(?:\+[A-Za-z_]{1,40}){0,9}$/.test(languages)) return languages;
    throw wrong(name, "names of languages joined by +, as eng+deu");
  };
  return { type: "string", shown: "eng", read };
}

/** Regular expressions. The environment gives only one, because a comma may be part of it. */
export function patterns(): Kind<readonly string[]> {
  const read = (value: unknown, name: string) => (typeof value === "string" ? [value] : (listOf(value, name) ?? []));
  return { type: "list", shown: null, read };
}

/** Regions such as `0,300,1080,520`; in the environment spaces separate them, because commas are part of a region. */
export function regions(): Kind<readonly Rect[]> {
  const read = (value: unknown, name: string): readonly Rect[] => {
    const given = typeof value === "string" ? value.split(/\s+/) : (listOf(value, name) ?? []);
    return given.filter((one) => one !== "").map((one) => regionOf(one, name));
  };
  return { type: "list", shown: null, read };
}

function regionOf(given: string, name: string): Rect {
  const [left = 0, top = 0, right = 0, bottom = 0] = given.split(",").map(Number);
  if (/^\d{1,6}(?:,\d{1,6}){3}$/.test(given) && right > left && bottom > top) return rectOf(left, top, right, bottom);
  throw wrong(name, `left,top,right,bottom in pixels, not "${given}"`);
}

/** The text; undefined if it is empty. */
export function textGiven(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function stringOf(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === "string") return textGiven(value);
  throw wrong(name, "a text");
}

function pathOf(value: unknown, name: string): string | undefined {
  const given = stringOf(value, name);
  return given === undefined ? undefined : fromHome(given);
}

function fromHome(given: string): string {
  return given.replace(/^~(?=$|[/\\])/, () => homedir());
}

function booleanOf(value: unknown, name: string): boolean {
  if (value === undefined || value === false || value === "0" || value === "false") return false;
  if (value === true || value === "1" || value === "true") return true;
  throw wrong(name, "true or false");
}

function listOf(value: unknown, name: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const parts = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string")) throw wrong(name, "a list of texts");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The integer; undefined if the value is not an integer in these bounds. */
function integerIn(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  const isFit = typeof number === "number" && Number.isInteger(number) && number >= least && number <= most;
  return isFit ? number : undefined;
}

function wrong(name: string, expected: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", `${name} has to be ${expected}`);
}
