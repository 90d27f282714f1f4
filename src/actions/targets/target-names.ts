import { isFoveaError } from "../../base/errors.js";
import type { FoundTarget } from "./located.js";

/** The refs of the targets that are elements, first to last. */
export function targetNamesOf(targets: readonly FoundTarget[]): readonly string[] {
  return targets.flatMap(({ element }) => (element ? [element.ref] : []));
}

/** The notes on how the targets were found, each once. */
export function notesOf(targets: readonly FoundTarget[]): readonly string[] {
  return [...new Set(targets.flatMap(({ notes }) => notes))];
}

/** The same error; if the action may have been done, with its targets, unless the error already names some. */
export function withTargets(error: unknown, targets: readonly FoundTarget[]): unknown {
  if (!isFoveaError(error) || error.context.mayHaveHappened !== true || error.context.targetNames) return error;
  return error.with({ targetNames: targetNamesOf(targets) });
}
