import { BrokenPipe } from "../linux/errno.js";
import type { ServiceStream } from "./service.js";

const MOST_AT_ONCE = 1 << 20;

/**
 * Passes all bytes between two streams. When one stream has ended, its bytes still arrive before the other is closed.
 */
export function joinStreams(one: ServiceStream, other: ServiceStream, signal: AbortSignal): void {
  void pass(one, other, signal);
  void pass(other, one, signal);
}

async function pass(from: ServiceStream, to: ServiceStream, signal: AbortSignal): Promise<void> {
  for (;;) {
    const chunk = await from.read(MOST_AT_ONCE, signal).catch(() => null);
    if (!chunk) return to.close();
    if (!(await isTaken(to, chunk, signal))) return;
  }
}

/** Writes a chunk. False if the reader has closed; the opposite direction sees that end, too, and closes the rest. */
async function isTaken(to: ServiceStream, chunk: Uint8Array, signal: AbortSignal): Promise<boolean> {
  try {
    await to.write(chunk, signal);
    return true;
  } catch (error) {
    if (error instanceof BrokenPipe) return false;
    throw error;
  }
}
