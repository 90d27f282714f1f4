import type * as z from "zod";
import { nearest } from "./nearest.js";
import { quoteUntrusted } from "./printable.js";
import { lookUp } from "./word-table.js";

/** Names of kinds of values; the library's own words are not shown to callers. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  tuple: "a list",
  null: "null",
};

const MOST_CHOICES = 12;

export const IS_MISSING = "it is missing";

type RawIssue = z.core.$ZodRawIssue;

/**
 * What is wrong with a value, for the `error` of a parse: `schema.safeParse(value, { error: issueWords })`. A schema
 * with its own message keeps it.
 */
export function issueWords(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongTypeWords(String(issue.expected), issue.input === undefined);
    case "invalid_value":
      return choiceWords(issue.values.map(String), issue.input);
    case "too_small":
      return boundWords(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return boundWords(issue.origin, "at most", Number(issue.maximum));
    case "not_multiple_of":
      return "it has to be a whole number";
    case "unrecognized_keys":
      return `there is no ${issue.keys.slice(0, MOST_CHOICES).map(cutName).join(", ")}`;
    default:
      return "it has the wrong form";
  }
}

/** A name that a caller gave, in quotes; only the beginning of a long one. */
export function cutName(name: string): string {
  return quoteUntrusted(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
}

const LONGEST_NAME = 40;

/** Where in a value an issue is, for example `steps.0.target`; "" for the value itself. */
export function issuePlace(path: readonly PropertyKey[]): string {
  return path.map((part) => cutPart(String(part))).join(".");
}

const MOST_ISSUES = 5;

/** The problems of a value in one line, each with its place. `whole` is the name of the value itself. */
export function problemsIn(error: z.ZodError, whole: string): string {
  const lines = error.issues.map(({ path, message }) => `${issuePlace(path) || whole}: ${message}`);
  const more = lines.length - MOST_ISSUES;
  return [...lines.slice(0, MOST_ISSUES), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function cutPart(part: string): string {
  return /^[\w-]{1,40}$/.test(part) ? part : cutName(part);
}

/** What is wrong with a value that is missing or has another type; `expected` is the library's name of the type. */
export function wrongTypeWords(expected: string, isMissing: boolean): string {
  return isMissing ? IS_MISSING : `it has to be ${lookUp(KINDS, expected) ?? "of a different kind"}`;
}

function choiceWords(choices: readonly string[], input: unknown): string {
  const shown = choices.slice(0, MOST_CHOICES).join(", ");
  if (choices.length === 1) return `it has to be ${shown}${typeof input === "string" ? `, not ${cutName(input)}` : ""}`;
  const meant = typeof input === "string" ? nearest(input, choices) : undefined;
  const list = `it has to be one of ${shown}${choices.length > MOST_CHOICES ? ", …" : ""}`;
  return meant === undefined ? list : `${list}; did you mean ${meant}?`;
}

function boundWords(origin: string, bound: "at least" | "at most", value: number): string {
  if (origin === "string" && bound === "at least" && value === 1) return "it is empty";
  if (origin === "array" && bound === "at least" && value === 1) return "the list is empty";
  if (origin === "string") return `it has to have ${bound} ${value} characters`;
  if (origin === "array" || origin === "set") return `it has to have ${bound} ${value} entries`;
  return `it has to be ${bound} ${value}`;
}
