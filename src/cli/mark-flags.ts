import type { FlagValues } from "../base/config.js";
import { parseArguments } from "../server/run-call.js";
import { type MarkArguments, type MarkOptions, markFields, markOptions } from "../tool-contract/mark-options.js";
import { observe } from "../tools/observe.js";

/** What a picture may be asked for with; which file it goes to is each command's own. */
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

/** What the flags of a command ask for; null if they ask for no marks. Errors: INVALID_ARGUMENT, SELECTOR_SYNTAX. */
export function markOptionsOf(flags: FlagValues): MarkOptions | null {
  const marks = flags["marks"] === true ? { marks: true } : {};
  const given: MarkArguments = parseArguments(observe, { ...markArguments(flags), ...marks });
  return markOptions(given);
}
