import * as z from "zod";
import { programModule } from "../../base/assets.js";
import { ownBuffer } from "../../base/own-buffer.js";
import { inTurns, type Steps } from "../../base/steps.js";
import { WorkerPool } from "../../base/worker-pool.js";
import type { Session } from "../../session/session.js";
import type { WindowFacts } from "../parse/window/window-facts.js";
import { type ReadFrame, readFrame, type SentFrame } from "./read-frame.js";
import { type ReadTree, readTree, type SentTree } from "./read-tree.js";
import { readWindow, type SentWindow } from "./read-window.js";

/** A job that is sent to a reading thread. */
export type ReadingJob =
  | { readonly kind: "frame"; readonly sent: SentFrame }
  | { readonly kind: "tree"; readonly sent: SentTree }
  | { readonly kind: "window"; readonly sent: SentWindow };

/**
 * From this size on a thread reads the data: for less, the transfer blocks the event loop longer than reading (`npm run
 * -s bench -- reading`; docs/load.md has the figures).
 */
const LARGE_FRAME_BYTES = 2 * 1024 * 1024;
const LARGE_TREE_BYTES = 256 * 1024;
/** The report of a phone has some hundred lines; each is matched with some dozen patterns. */
const LARGE_WINDOW_BYTES = 128 * 1024;
const LARGE_WINDOW_LINES = 2_500;

/** Threads that read large screenshots and hierarchies, so that one device does not delay calls for the others. */
export function openReadingThreads(): WorkerPool {
  return new WorkerPool({ entry: programModule("observe/reading/reading-thread.js") });
}

/** The device whose data is read, and the threads. */
interface Reader extends Pick<Session, "workers"> {
  readonly device: Pick<Session["device"], "serial">;
}

// The answers come from Fovea's own code in another thread, which validated them.
const frameAnswer = z.custom<ReadFrame | null>();
const treeAnswer = z.custom<ReadTree | null>();
const windowAnswer = z.custom<WindowFacts | null>();

/**
 * {@link readFrame}, in a thread if the session has threads and the frame is large (`large` bytes or more). Errors:
 * also those of WorkerPool.run.
 */
export async function readFrameFor(
  { workers, device }: Reader,
  sent: SentFrame,
  signal: AbortSignal,
  large = LARGE_FRAME_BYTES,
): Promise<ReadFrame | null> {
  if (!workers || (isAsItIs(sent) && sent.bytes.byteLength < large)) return await readFrame(sent);
  const data: ReadingJob = { kind: "frame", sent };
  const job = { data, transfer: ownBuffer(sent.bytes), owner: device.serial };
  return frameAnswer.parse(await workers.run(job, signal));
}

/** Whether these are raw pixels: a few bytes of a compressed image may be a large screenshot. */
function isAsItIs({ bytes, isPacked }: SentFrame): boolean {
  return !isPacked && bytes[0] !== 0x89;
}

/**
 * {@link readTree}, in a thread if the session has threads and the dump is large (`large` bytes or more). Errors: also
 * those of WorkerPool.run.
 */
export async function readTreeFor(
  { workers, device }: Reader,
  sent: SentTree,
  signal: AbortSignal,
  large = LARGE_TREE_BYTES,
): Promise<ReadTree | null> {
  if (!workers || sent.bytes.byteLength < large) return readTree(sent);
  // A copy: the bytes after the hierarchy in the same buffer still have to be read.
  const data: ReadingJob = { kind: "tree", sent: { ...sent, bytes: Uint8Array.from(sent.bytes) } };
  const job = { data, transfer: ownBuffer(data.sent.bytes), owner: device.serial };
  const read = treeAnswer.parse(await workers.run(job, signal));
  return read && (await inTurns(frozen(read)));
}

/** {@link readWindow}, in a thread if the session has threads and the dump is large. Errors: also WorkerPool.run's. */
export async function readWindowFor(
  { workers, device }: Reader,
  sent: SentWindow,
  signal: AbortSignal,
): Promise<WindowFacts | null> {
  if (!workers || !isLargeWindow(sent.bytes)) return readWindow(sent);
  const data: ReadingJob = { kind: "window", sent: { ...sent, bytes: Uint8Array.from(sent.bytes) } };
  const job = { data, transfer: ownBuffer(data.sent.bytes), owner: device.serial };
  return windowAnswer.parse(await workers.run(job, signal));
}

function isLargeWindow(bytes: Uint8Array): boolean {
  if (bytes.byteLength >= LARGE_WINDOW_BYTES) return true;
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0 && lines < LARGE_WINDOW_LINES; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines >= LARGE_WINDOW_LINES;
}

/** How many objects are frozen in one step: a hierarchy of 2,000 nodes has some ten thousand. */
const FROZEN_PER_STEP = 2_000;

/** Freezes the objects again: a transfer between threads copies them without that. */
function* frozen<T extends object>(whole: T): Steps<T> {
  const left: object[] = [whole];
  let count = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    count += 1;
    if (count % FROZEN_PER_STEP === 0) yield;
    for (const part of Object.values(next)) if (typeof part === "object" && part !== null) left.push(part);
  }
  return whole;
}
