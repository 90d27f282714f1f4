import type { Usage } from "../public-types.js";
import { appendLine } from "./private-file.js";

/** One run of a node, as a line of the log. */
export interface NodeRun {
  readonly node: string;
  readonly at: string;
  readonly ms: number;
  /** The fields of the state that it read. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The fields that it wrote, without typed text. */
  readonly output: Readonly<Record<string, unknown>>;
  /** The next node of the graph; null if it is always the same. */
  readonly decision: string | null;
  readonly tokens: Pick<Usage, "inputTokens" | "outputTokens"> | null;
}

export type WriteNodeRun = (run: NodeRun) => Promise<void>;

/** `nodes.jsonl` of a run's folder: a line for each run of a node. */
export function nodeLog(path: string): WriteNodeRun {
  return async (run) => await appendLine(path, JSON.stringify(run));
}
