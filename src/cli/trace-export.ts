import { basename, resolve } from "node:path";
import { openTrace } from "../trace/open-trace.js";
import { packTrace } from "../trace/pack-trace.js";
import { printText } from "./output.js";
import { saveNewPieces } from "./save-new-pieces.js";
import type { Terminal } from "./terminal.js";

export interface Export {
  readonly terminal: Terminal;
  /** Where to; without it the trace's own name with `.fovea` in the working folder. */
  readonly out: string | undefined;
  readonly isOver: boolean;
}

/** Packs a trace into one file. Errors: TRACE_UNREADABLE, UsageError where the file is there already. */
export async function exportTrace(path: string, { terminal, out, isOver }: Export): Promise<void> {
  await using opened = await openTrace(path);
  const packed = await packTrace(opened);
  const file = out ?? `${basename(resolve(path), ".fovea")}.fovea`;
  await saveNewPieces(file, packed.bytes, isOver);
  const torn = packed.tornBytes === 0 ? "" : "; the last step was cut off, and is left out";
  printText(terminal, `${file}: ${packed.steps} steps, ${packed.screenshots} screenshots${torn}`);
}
