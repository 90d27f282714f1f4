import type { FoveaError } from "../base/errors.js";
import { printable } from "../base/printable.js";
import type { StepReport } from "./report.js";

/** A step by its name and place. */
export type NamedStep = Pick<StepReport, "name" | "place">;

/**
 * Reports of the steps that were not performed because the run ended: by an interrupt, or because the phone could not
 * be reached. The first has the error, unless the step that was cut off was already reported (`wasReported`); the
 * others are skipped.
 */
export function unrunSteps(
  steps: readonly NamedStep[],
  { code, message }: Pick<FoveaError, "code" | "message">,
  wasReported: boolean,
): readonly StepReport[] {
  const why = printable(message);
  return steps.map(({ name, place }, at) => {
    const bears = at === 0 && !wasReported;
    return {
      name,
      place,
      outcome: bears ? "failed" : "skipped",
      durationMs: 0,
      code: bears ? code : null,
      message: bears ? `not done: ${why}` : `not done: the run ended early (${code}: ${why.split("\n", 1)[0] ?? ""})`,
      notes: [],
      screenshots: { expected: null, actual: null },
    };
  });
}
