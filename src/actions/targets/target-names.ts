import { isFoveaError } from "../../base/errors.js";
import type { FoundTarget } from "./located.js";

/** Refs of the elements among them, first to last. */
export function targetNamesOf(targets: readonly FoundTarget[]): readonly string[] {
  return targets.flatMap(({ element }) => (element ? [element.ref] : []));
}

/** What the answer has to say of how they were found, each thing once. */
export function notesOf(targets: readonly FoundTarget[]): readonly string[] {
  return [...new Set(targets.flatMap(({ notes }) => notes))];
}

/** The same failure; where the action may have been done, with its targets, unless the failure names them already. */
export function withTargets(error: unknown, targets: readonly FoundTarget[]): unknown {
  if (!isFoveaError(error) || error.context.mayHaveHappened !== true || error.context.targetNames) return error;
  return error.with({ targetNames: targetNamesOf(targets) });
}
