import * as z from "zod";
import { WorkerPool } from "../base/worker-pool.js";
import type { Session } from "../session/session.js";
import { type ReadFrame, readFrame, type SentFrame } from "./read-frame.js";
import { type ReadTree, readTree, type SentTree } from "./read-tree.js";

/** What crosses over to a reading thread. */
export type ReadingJob =
  | { readonly kind: "frame"; readonly sent: SentFrame }
  | { readonly kind: "tree"; readonly sent: SentTree };

/**
 * From this size on a thread reads it: below, handing it over takes longer than it keeps the event loop
 * (`npm run -s bench -- reading`; docs/load.md has the figures).
 */
const LARGE_FRAME_BYTES = 2 * 1024 * 1024;
const LARGE_TREE_BYTES = 256 * 1024;

/** Threads that read large pictures and trees, so that one device's do not keep the calls for the others waiting. */
export function openReadingThreads(): WorkerPool {
  return new WorkerPool({ entry: new URL("./reading-thread.js", import.meta.url) });
}

// Both come from our own code in another thread, which checked them there.
const frameAnswer = z.custom<ReadFrame | null>();
const treeAnswer = z.custom<ReadTree | null>();

/** {@link readFrame} in a thread, where the session has some and the frame is large (from so many bytes on). Errors also: as WorkerPool.run. */
export async function readFrameFor(
  { workers }: Pick<Session, "workers">,
  sent: SentFrame,
  signal: AbortSignal,
  large = LARGE_FRAME_BYTES,
): Promise<ReadFrame | null> {
  if (!workers || (isAsItIs(sent) && sent.bytes.byteLength < large)) return await readFrame(sent);
  const job: ReadingJob = { kind: "frame", sent };
  return frameAnswer.parse(await workers.run({ data: job, transfer: ownBuffer(sent.bytes) }, signal));
}

/** Raw pixels: of what is packed, few bytes may be a large picture. */
function isAsItIs({ bytes, isPacked }: SentFrame): boolean {
  return !isPacked && bytes[0] !== 0x89;
}

/** {@link readTree} in a thread, where the session has some and the tree is large (from so many bytes on). Errors also: as WorkerPool.run. */
export async function readTreeFor(
  { workers }: Pick<Session, "workers">,
  sent: SentTree,
  signal: AbortSignal,
  large = LARGE_TREE_BYTES,
): Promise<ReadTree | null> {
  if (!workers || sent.bytes.byteLength < large) return readTree(sent);
  // A copy: what follows the tree in its buffer is still to be read.
  const job: ReadingJob = { kind: "tree", sent: { ...sent, bytes: Uint8Array.from(sent.bytes) } };
  const read = treeAnswer.parse(await workers.run({ data: job, transfer: ownBuffer(job.sent.bytes) }, signal));
  return read && frozen(read);
}

/** The memory behind these bytes, where they are all that it holds: it can be given away then. */
function ownBuffer({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}

/** Frozen things thaw on their way between threads. */
function frozen<T extends object>(whole: T): T {
  const left: object[] = [whole];
  for (let next = left.pop(); next; next = left.pop()) {
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const part of Object.values(next)) if (typeof part === "object" && part !== null) left.push(part);
  }
  return whole;
}
