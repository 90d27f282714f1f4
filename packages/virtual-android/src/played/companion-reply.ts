import { FoveaError } from "../../../../src/base/errors.js";
import { parseCompanionMessage } from "../../../../src/device-recording/companion-message.js";
import { isRecord, type WireTree, wholeTree } from "../../../../src/device-recording/companion-tree.js";
import type { CompanionTrees } from "../../../../src/device-recording/companion-trees.js";

type Json = Readonly<Record<string, unknown>>;

/** A reply as it was recorded. */
export interface RecordedReply {
  readonly result?: Json;
  readonly error?: Json;
}

/** The body of a recorded reply. Errors: ON_DEVICE_PROTOCOL, RECORDING_UNREADABLE for what is none. */
export function readReply(body: Buffer): RecordedReply {
  const { result, error } = parseCompanionMessage(body);
  if (isRecord(result)) return { result };
  if (isRecord(error)) return { error };
  throw new FoveaError("RECORDING_UNREADABLE", "a reply of the companion has no result");
}

export interface ReplyParts {
  /** Trees that were sent over the connection. */
  readonly trees: CompanionTrees;
  /** The request's parameters. */
  readonly params: Json;
  /** Numbers of events as they are played. */
  readonly numberOf: (seq: number) => number;
}

/** A recorded result as it is given to this request: its event numbers, and of trees those that the caller has not. */
export function playedResult(method: string, result: Json, parts: ReplyParts): Json {
  const numbered = withNumber(result, parts.numberOf);
  if (method !== "snapshot" || !Array.isArray(result["windows"])) return numbered;
  const had = treesIn(parts.params["since"]);
  const windows = result["windows"].filter(isRecord).map((window) => {
    const { tree, content } = window;
    const whole = withNumber(window, parts.numberOf);
    if (typeof tree !== "string" || content === null) return whole;
    parts.trees.keep(tree, treeIn(content));
    return had.has(tree) ? { ...whole, content: null } : whole;
  });
  return { ...numbered, windows };
}

function withNumber(value: Json, numberOf: (seq: number) => number): Json {
  return typeof value["seq"] === "number" ? { ...value, seq: numberOf(value["seq"]) } : value;
}

/** Recorded trees are whole. */
function treeIn(content: unknown): WireTree {
  return wholeTree(content, () => undefined);
}

function treesIn(since: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(since) ? since.map((one) => (isRecord(one) ? one["tree"] : null)) : []);
}
