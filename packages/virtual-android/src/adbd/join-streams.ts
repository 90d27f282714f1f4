import { BrokenPipe } from "../linux/errno.js";
import type { ServiceStream } from "./service.js";

const MOST_AT_ONCE = 1 << 20;

/** Passes everything between two streams; when one has ended, the result still arrives before the other is closed. */
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

/** False if the reading side has closed: its own end, seen by the opposite direction, closes the rest. */
async function isTaken(to: ServiceStream, chunk: Uint8Array, signal: AbortSignal): Promise<boolean> {
  try {
    await to.write(chunk, signal);
    return true;
  } catch (error) {
    if (error instanceof BrokenPipe) return false;
    throw error;
  }
}
