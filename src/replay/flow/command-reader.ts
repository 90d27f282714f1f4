import type * as z from "zod";
import { lookUp } from "../../base/word-table.js";
import { IS_MISSING, issueWords } from "../../base/zod-words.js";
import type { PlainCommand } from "./flow.js";

/** A mistake in a command, and its path in the command. */
export interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly why: string;
  /** Whether Maestro supports it, but Fovea does not. */
  readonly isUnsupported?: boolean;
}

/**
 * Reads a command that contains no other commands, from the data of its YAML: texts, and maps and lists of texts. The
 * data were normalised by shape.ts, and have the values of their scripts.
 */
export type CommandReader = (given: unknown) => { readonly command: PlainCommand } | Complaint;

/** Makes a reader. `make` gives an error text if the fields contradict each other. */
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

/** The first mistake as a text. */
export function complaint(error: z.ZodError): Complaint {
  const [issue] = error.issues;
  if (!issue) return { path: [], why: "it has the wrong form" };
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
