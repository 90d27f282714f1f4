import { FoveaError } from "../../../../src/base/errors.js";
import { parseCompanionMessage } from "../../../../src/device-recording/companion-message.js";
import { isRecord, type WireTree, wholeTree } from "../../../../src/device-recording/companion-tree.js";
import type { CompanionTrees } from "../../../../src/device-recording/companion-trees.js";

type Json = Readonly<Record<string, unknown>>;

/** A recorded reply. */
export interface RecordedReply {
  readonly result?: Json;
  readonly error?: Json;
}

/** Parses the body of a recorded reply. Errors: ON_DEVICE_PROTOCOL, RECORDING_UNREADABLE if it is not a reply. */
export function readReply(body: Buffer): RecordedReply {
  const { result, error } = parseCompanionMessage(body);
  if (isRecord(result)) return { result };
  if (isRecord(error)) return { error };
  throw new FoveaError("RECORDING_UNREADABLE", "a reply of the companion has no result");
}

export interface ReplyParts {
  /** The trees that were sent over the connection. */
  readonly trees: CompanionTrees;
  /** The request's parameters. */
  readonly params: Json;
  /** Converts a recorded event number to the number in the playback. */
  readonly numberOf: (seq: number) => number;
}

/**
 * A recorded result, changed for this request: with new event numbers, and only with trees that the caller does not
 * have.
 */
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

/** Recorded trees are complete trees, not patches. */
function treeIn(content: unknown): WireTree {
  return wholeTree(content, () => undefined);
}

function treesIn(since: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(since) ? since.map((one) => (isRecord(one) ? one["tree"] : null)) : []);
}
