import type { Usage } from "../public-types.js";
import { appendLine } from "./private-file.js";

/** One run of a node, as the log has it. */
export interface NodeRun {
  readonly node: string;
  readonly at: string;
  readonly ms: number;
  /** What it read of the state. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What it wrote, without what was typed. */
  readonly output: Readonly<Record<string, unknown>>;
  /** Where the graph goes next; null if that is always the same. */
  readonly decision: string | null;
  readonly tokens: Pick<Usage, "inputTokens" | "outputTokens"> | null;
}

export type WriteNodeRun = (run: NodeRun) => Promise<void>;

/** `nodes.jsonl` of a run's folder: a line for each run of a node. */
export function nodeLog(path: string): WriteNodeRun {
  return async (run) => await appendLine(path, JSON.stringify(run));
}
