import type { FlagValues } from "../base/config.js";
import { parseArguments } from "../server/run-call.js";
import { type MarkArguments, type MarkOptions, markFields, markOptions } from "../tool-contract/mark-options.js";
import { observe } from "../tools/observe.js";

/** The flags for marks on a screenshot; each command has its own flag for the file. */
export const MARK_FLAGS = {
  only: { type: "string", multiple: true },
  zoom: { type: "string" },
  previous: { type: "string" },
} as const;

export const MARK_USAGE = (["only", "zoom", "previous"] as const)
  .map((name) => `  --${name} VALUE  ${markFields[name].description ?? ""}`)
  .join("\n");

/** The values of these flags as arguments of tools. */
export function markArguments(flags: FlagValues): Record<string, unknown> {
  const given = Object.keys(MARK_FLAGS).flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]]));
  return Object.fromEntries(given);
}

/**
 * The options for marks from a command's flags; null if no marks are requested. Errors: INVALID_ARGUMENT,
 * SELECTOR_SYNTAX.
 */
export function markOptionsOf(flags: FlagValues): MarkOptions | null {
  const marks = flags["marks"] === true ? { marks: true } : {};
  const given: MarkArguments = parseArguments(observe, { ...markArguments(flags), ...marks });
  return markOptions(given);
}
