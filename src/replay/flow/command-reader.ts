import type * as z from "zod";
import { lookUp } from "../../base/word-table.js";
import { IS_MISSING, issueWords } from "../../base/zod-words.js";
import type { PlainCommand } from "./flow.js";

/** What is wrong with a command, and where in it. */
export interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly why: string;
  /** Maestro takes it. */
  readonly isUnsupported?: boolean;
}

/**
 * Reads a command that holds no others, from the data of its YAML: texts, and maps and lists of them, in the form that
 * shape.ts left it in, with the values of its scripts.
 */
export type CommandReader = (given: unknown) => { readonly command: PlainCommand } | Complaint;

/** `make` gives words where the fields do not go together. */
export function reader<Schema extends z.ZodType>(
  schema: Schema,
  make: (fields: z.output<Schema>) => PlainCommand | string,
): CommandReader {
  return (given) => {
    const parsed = schema.safeParse(given, { error: issueWords });
    if (!parsed.success) return complaint(parsed.error);
    const command = make(parsed.data);
    return typeof command === "string" ? { path: [], why: command } : { command };
  };
}

/** The first thing that is wrong, in words. */
export function complaint(error: z.ZodError): Complaint {
  const [issue] = error.issues;
  if (!issue) return { path: [], why: "it has another form" };
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = unknown === undefined ? issue.path : [...issue.path, unknown];
  const field = path.map(String).join(".");
  if (unknown !== undefined) return { path, why: `${field} is not supported here` };
  const why = issue.code === "invalid_type" ? typeWords(issue) : issue.message;
  return { path, why: field === "" ? why : `${field}: ${why}` };
}

function typeWords({ expected, message }: { readonly expected: string; readonly message: string }): string {
  if (message === IS_MISSING) return IS_MISSING;
  return `${lookUp(KINDS, expected) ?? "something else"} is expected`;
}

const KINDS: Readonly<Record<string, string>> = { object: "a map of fields", array: "a list", string: "a text" };
