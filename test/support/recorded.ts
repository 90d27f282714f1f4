import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folderNameOf } from "../../src/recorder/trace-writer.js";
import type { InteractionStep } from "../../src/trace/protocol.js";
import { readStep } from "../../src/trace/read-step.js";
import { callSchema, type TraceCall } from "../../src/trace/x-fovea.js";
import type { Driven } from "./drive.js";

/** A trace on the disk. */
export interface Recorded {
  readonly folder: string;
  readonly steps: readonly InteractionStep[];
  readonly calls: readonly TraceCall[];
  /** The text of both files. */
  readonly text: string;
}

/** Ends the recording below `folder`, and reads the trace of the phone. */
export async function recorded({ product }: Pick<Driven, "product">, folder: string): Promise<Recorded> {
  await product.recorder.stop();
  return readRecorded(join(folder, folderNameOf(product.serial)));
}

/** Reads a trace. Fails if a line is invalid. */
export function readRecorded(folder: string): Recorded {
  const steps = linesOf(join(folder, "steps.jsonl"));
  const calls = linesOf(join(folder, "calls.jsonl"));
  return {
    folder,
    steps: steps.map((line, at) => {
      const { step, problems } = readStep(line, at + 1);
      if (!step) throw new Error(JSON.stringify(problems));
      return step;
    }),
    calls: calls.map((line) => callSchema.parse(JSON.parse(line))),
    text: [...steps, ...calls].join("\n"),
  };
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
