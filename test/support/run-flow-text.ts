import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { FlowRunner } from "../../src/replay/flow/flow-runner.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { runFlow } from "../../src/replay/flow/run-flow.js";
import type { RunReport } from "../../src/replay/report.js";
import { SMALL } from "./drive.js";
import { headed } from "./headed-flow.js";
import { never } from "./never.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";

export interface FlowCase extends ProductOptions {
  /** The file name of the flow; `f.yaml` if absent. */
  readonly file?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly runner?: Partial<FlowRunner>;
  /** An existing phone to use; a new phone if absent. */
  readonly on?: Product;
}

export interface RanFlow extends RunReport {
  readonly product: Product;
  /** `passed inputText (5 characters)`. */
  readonly story: readonly string[];
  readonly notes: readonly string[];
}

/** Runs a flow on its own phone; adds a head if the flow has none. */
export async function runFlowText(text: string, options: FlowCase, use: (ran: RanFlow) => unknown): Promise<void> {
  const { file = "f.yaml", files = {}, runner = {}, on, ...rest } = options;
  await using own = on ? null : await startProduct({ ...SMALL, ...rest });
  const product = on ?? own;
  if (!product) throw new Error("there is no phone");
  const load = async (path: string) => ({ file: path, text: files[path] ?? assert.fail(path) });
  const find = async (path: string, from: string) => await access(resolve(dirname(from), path));
  const flow = await parseFlow({ file, text: headed(text) }, { load, find, hasModel: runner.model != null });
  const report = await runFlow(
    flow,
    {
      session: await product.session(),
      allowedSchemes: ["https"],
      lookupMs: 300,
      pictures: null,
      mayClear: async () => {},
      onStep: () => {},
      ...runner,
    },
    never(),
  );
  const story = report.steps.map(({ outcome, name }) => `${outcome} ${name}`);
  await use({ ...report, product, story, notes: report.steps.flatMap(({ notes }) => notes) });
}

/** Throws if a step failed; the error lists all steps. */
export function requirePassed({ outcome, steps }: RunReport): void {
  assert.equal(outcome, "passed", JSON.stringify(steps, null, 1));
}
