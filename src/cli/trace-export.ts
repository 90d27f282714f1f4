import { basename, resolve } from "node:path";
import { FoveaError } from "../base/errors.js";
import { flowOf } from "../replay/flow/export-flow.js";
import { openTrace } from "../trace/open-trace.js";
import { packTrace } from "../trace/pack-trace.js";
import type { InteractionStep } from "../trace/protocol.js";
import { validateTrace } from "../trace/validate-trace.js";
import { printText } from "./output.js";
import { savePieces } from "./save-new-pieces.js";
import type { Terminal } from "./terminal.js";

export interface Export {
  readonly terminal: Terminal;
  /** The file to write; if absent, the trace's own name with `.fovea` in the working folder. */
  readonly out: string | undefined;
  readonly isOver: boolean;
  readonly signal: AbortSignal;
}

/** Packs a trace into one file. Errors: TRACE_UNREADABLE, UsageError if the file already exists. */
export async function exportTrace(path: string, { terminal, out, isOver, signal }: Export): Promise<void> {
  await using opened = await openTrace(path, signal);
  const packed = await packTrace(opened);
  const file = out ?? `${basename(resolve(path), ".fovea")}.fovea`;
  await savePieces(file, packed.bytes, isOver);
  const inconsistent = packed.tornBytes === 0 ? "" : "; the last step was cut off, and is left out";
  printText(terminal, `${file}: ${packed.steps} steps, ${packed.screenshots} screenshots${inconsistent}`);
}

/** Screens are the largest part of a trace, and nobody would read a flow with more steps. */
const MOST_STEPS = 2_000;

/**
 * Writes the actions of a trace as a flow; actions that a flow cannot express are reported. Errors: TRACE_UNREADABLE,
 * also for a trace that is not valid or too long; UsageError if the file already exists.
 */
export async function exportFlow(
  path: string,
  flow: string,
  { terminal, isOver, signal }: Omit<Export, "out">,
): Promise<void> {
  await using opened = await openTrace(path, signal);
  const steps: InteractionStep[] = [];
  const { problems } = await validateTrace(opened, (step) => {
    signal.throwIfAborted();
    if (steps.length <= MOST_STEPS) steps.push(step);
  });
  const wrong = problems.length > 0 ? "it is not valid" : `it has more than ${MOST_STEPS} steps`;
  if (problems.length > 0 || steps.length > MOST_STEPS)
    throw new FoveaError("TRACE_UNREADABLE", `${path} cannot become a flow: ${wrong}`);
  const { yaml, notes } = flowOf(steps);
  await savePieces(flow, onePiece(yaml), isOver);
  const reported = notes.map(({ step, why }) => `step ${step}: ${why}`);
  printText(terminal, [`${flow}: ${steps.length} steps`, ...reported].join("\n"));
}

async function* onePiece(text: string) {
  yield text;
}
