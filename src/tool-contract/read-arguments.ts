import * as z from "zod";
import { findKey } from "../base/key-names.js";
import { nearest } from "../base/nearest.js";
import { argumentSynonyms } from "../base/synonyms.js";
import { cutName, issuePlace, issueWords } from "../base/zod-words.js";
import type { AnyTool } from "./tool.js";

/** The checked arguments of a call; or the mistakes in them, and what was probably meant. */
export type ReadArguments =
  | { readonly args: Record<string, unknown> }
  | { readonly problems: readonly string[]; readonly meant: string | null };

const MOST_PROBLEMS = 5;
const MOST_NAMES = 5;

export function readArguments({ input }: Pick<AnyTool, "input">, raw: unknown): ReadArguments {
  const parsed = input.safeParse(raw, { error: issueWords });
  if (parsed.success) return { args: parsed.data };
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
  );
  return {
    problems: oneEach(issues).slice(0, MOST_PROBLEMS).map(problemOf),
    meant: meantBy({ unknown, wrong: wrongFields(issues), raw, shape: input.shape }),
  };
}

/**
 * Keeps one problem for each place: a value of a wrong type has no size, and a number beyond the field's own limit is
 * not also reported as too large for a safe integer.
 */
function oneEach(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.filter((issue) => {
    const others = issues.filter((one) => one !== issue && issuePlace(one.path) === issuePlace(issue.path));
    if (issue.code !== "invalid_type" && others.some(({ code }) => code === "invalid_type")) return false;
    const isOfNumbers = issue.code === "too_big" && issue.maximum === Number.MAX_SAFE_INTEGER;
    return !isOfNumbers || others.length === 0;
  });
}

/** The arguments with a wrong value. */
function wrongFields(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const names = issues.flatMap(({ path, code }) => (code === "unrecognized_keys" ? [] : path.slice(0, 1).map(String)));
  return [...new Set(names)];
}

/** Unknown names may be very long: only the first few are shown, and only the beginning of each. */
function problemOf(issue: z.core.$ZodIssue): string {
  const place = issuePlace(issue.path);
  if (issue.code !== "unrecognized_keys")
    return place === "" ? `arguments: ${issue.message}` : `${place}: ${issue.message}`;
  const names = issue.keys.slice(0, MOST_NAMES).map(cutName).join(", ");
  const rest = issue.keys.length - MOST_NAMES;
  const what = place === "" ? "argument " : "";
  return `${place === "" ? "" : `${place}: `}there is no ${what}${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}

interface Given {
  /** Names of arguments that the tool does not have. */
  readonly unknown: readonly string[];
  /** Arguments whose value is wrong. */
  readonly wrong: readonly string[];
  readonly raw: unknown;
  readonly shape: z.core.$ZodShape;
}

/**
 * What the caller probably meant: `target: "540,1200"` for x and y, the same value with the argument's type, or
 * existing names for unknown ones; null if there is no guess.
 */
function meantBy({ unknown, wrong, raw, shape }: Given): string | null {
  if (typeof raw !== "object" || raw === null) return null;
  const own = Object.keys(shape);
  const given = new Map(Object.entries(raw));
  const points = unknown.length === 0 ? [] : pointsIn(given, own);
  const others = unknown.slice(0, MOST_NAMES).filter((name) => points.length === 0 || !isCoordinate(name));
  const synonyms = argumentSynonyms(own);
  const names = others.flatMap((name) => {
    const meant = nearest(name, own, synonyms);
    if (meant === undefined) return [];
    // The value of a time is not taken over, because it could be in seconds.
    const isKept = typeof given.get(name) === "string" || meant.endsWith("_ms");
    const value = isKept ? null : valueMeant(meant, given.get(name), shape);
    return [value ?? `${meant} for ${cutName(name)}`];
  });
  const values = wrong.flatMap((name) => valueMeant(name, given.get(name), shape) ?? []);
  const all = [...points, ...values, ...names];
  return all.length === 0 ? null : `Did you mean ${all.join(", ")}?`;
}

function isCoordinate(name: string): boolean {
  return /[xy]\d?$/i.test(name) || /^(?:lat|lon|lng)/i.test(name);
}

/** Names of two numbers that form a place, and the argument for this place. */
const PLACES: readonly (readonly [x: string, y: string, name: string])[] = [
  ["x", "y", "target"],
  ["x1", "y1", "from"],
  ["x2", "y2", "to"],
  ["start_x", "start_y", "from"],
  ["end_x", "end_y", "to"],
  ["startX", "startY", "from"],
  ["endX", "endY", "to"],
  ["from_x", "from_y", "from"],
  ["to_x", "to_y", "to"],
  ["fromX", "fromY", "from"],
  ["toX", "toY", "to"],
  ["lat", "lon", "at"],
  ["lat", "lng", "at"],
  ["latitude", "longitude", "at"],
];

function pointsIn(given: ReadonlyMap<string, unknown>, own: readonly string[]): readonly string[] {
  return PLACES.flatMap(([x, y, name]) => {
    if (!given.has(x) || !given.has(y) || !own.includes(name)) return [];
    const place = placeOf([given.get(x), given.get(y)], name);
    return place === null ? [] : [`${name}: "${place}"`];
  });
}

/** Two numbers in the form of the argument: whole pixels, or degrees. */
function placeOf(pair: readonly unknown[], name: string): string | null {
  const [first = Number.NaN, second = Number.NaN, ...more] = pair.map(numberIn);
  const isDegrees = name === "at";
  const isPlace = isDegrees
    ? Math.abs(first) <= 90 && Math.abs(second) <= 180
    : [first, second].every((one) => one >= 0 && one <= 100_000);
  if (!isPlace || more.length > 0) return null;
  return isDegrees ? `${first},${second}` : `${Math.round(first)},${Math.round(second)}`;
}

/** Accepts only texts and numbers: JavaScript would turn a nested list into a text, through all levels. */
function numberIn(value: unknown): number {
  return typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
}

const LONGEST_VALUE = 200;
/** Arguments that no error repeats: they may be or contain a secret. */
const NOT_REPEATED: ReadonlySet<string> = new Set(["text", "value", "steps", "answer"]);

/**
 * The value in a form that the argument accepts: `count: 2` for `"2"`, `target: "540,1200"` for `[540, 1200]`; null if
 * there is no guess.
 */
function valueMeant(name: string, value: unknown, shape: z.core.$ZodShape): string | null {
  const field = shape[name];
  if (field === undefined || value === undefined || NOT_REPEATED.has(name)) return null;
  const fitting = [value, ...likely(name, value)].find((one) => z.safeParse(field, one).success);
  const said = fitting === undefined ? "" : JSON.stringify(fitting);
  return said === "" || said.length > LONGEST_VALUE ? null : `${name}: ${said}`;
}

function likely(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [placeOf(value, name) ?? undefined, value.length === 1 ? value[0] : undefined];
  if (typeof value === "number" && name === "key") return [findKey(String(value))?.name];
  if (typeof value === "number") return [String(value)];
  if (typeof value === "boolean") return [value ? "on" : "off", String(value)];
  if (typeof value === "string") return likelyOfText(value);
  if (typeof value !== "object" || value === null) return [];
  const of = new Map(Object.entries(value));
  return [...PLACES.map(([x, y]) => placeOf([of.get(x), of.get(y)], name) ?? undefined), [value]];
}

function likelyOfText(text: string): readonly unknown[] {
  const said = text.trim().toLowerCase();
  if (/^-?\d+(?:\.\d+)?%?$/.test(said)) return [Number.parseFloat(said)];
  if (/^(?:true|yes|on)$/.test(said)) return [true, "on"];
  if (/^(?:false|no|off)$/.test(said)) return [false, "off"];
  return /^[[{]/.test(said) ? [jsonIn(text), [jsonIn(text)]] : [[text]];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The text begins like JSON but is something else, for example a selector.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
