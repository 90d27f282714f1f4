import type { UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import { errorText } from "../server/error-text.js";
import { layOutMarks, markedPng } from "../vision/marks.js";
import type { Detected } from "../vision/see.js";
import { savePictureAt } from "./save-picture.js";
import type { Terminal } from "./terminal.js";

/** A failed detector as JSON. */
export interface ReportedFailure {
  readonly detector: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function reportedFailures({ failures }: Detected): readonly ReportedFailure[] {
  return failures.map(({ detector, error: { code, message, hint } }) => ({ detector, code, message, hint }));
}

/**
 * Prints to standard error which of the `asked` detectors failed. Errors: that of the first detector if all failed and
 * `needsOne` is set.
 */
export function reportFailures(
  { errors }: Terminal,
  { failures }: Detected,
  { asked, needsOne }: { readonly asked: number; readonly needsOne: boolean },
): void {
  const [first] = failures;
  if (first && needsOne && failures.length === asked) throw first.error;
  for (const { error } of failures) errors.write(`${errorText(error)}\n`);
}

/** More than fit on any screenshot. */
const MOST_MARKS = 500;

/** Writes the screenshot with marks around elements as a PNG. Errors: UsageError if the file cannot be written. */
export async function saveMarked(
  frame: Frame,
  elements: readonly UiElement[],
  { file, isOver, isChosen }: { readonly file: string; readonly isOver: boolean; readonly isChosen: boolean },
): Promise<void> {
  const layout = await layOutMarks(frame, elements, isChosen ? { isChosen, most: MOST_MARKS } : {});
  await savePictureAt(file, await markedPng(frame, layout), isOver);
}
