import { isFoveaError } from "../../base/errors.js";
import { parseCondition } from "../../screen/selector.js";
import { flowInvalid, type YamlEntry } from "./read-yaml.js";
import { hasScripts } from "./template.js";
import type { StepScope } from "./yaml-fields.js";

/** The longest delay before a command, in ms. */
const MOST_DELAY_MS = 600_000;

/** Reads `delay_ms`. Errors: FLOW_INVALID. */
export function delayed({ line, value }: YamlEntry, { file }: StepScope): number {
  const ms = value.kind === "text" && /^\d{1,6}$/.test(value.text) ? Number(value.text) : undefined;
  if (ms !== undefined && ms <= MOST_DELAY_MS) return ms;
  throw flowInvalid(file, line, `delay_ms: a whole number from 0 to ${MOST_DELAY_MS} is expected`);
}

/** Reads the condition `expect`. Errors: FLOW_INVALID. */
export function expected({ line, value }: YamlEntry, { file }: StepScope): string {
  if (value.kind !== "text") throw flowInvalid(file, line, "expect: a condition is expected, as a text");
  if (hasScripts(value.text)) return value.text;
  try {
    parseCondition(value.text);
    return value.text;
  } catch (error) {
    if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
    throw flowInvalid(file, line, `expect: ${error.message}. ${error.hint}`);
  }
}
