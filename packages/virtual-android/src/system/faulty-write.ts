import type { Fault } from "../fault-script.js";

/** Writes bytes to an output; resolves when there is space for more. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** The effects of a fault besides its changes of the output. */
export interface FaultSurroundings {
  /** Uniform random numbers in [0, 1). */
  readonly random: () => number;
  sleep(ms: number): Promise<void>;
  /** Drops the transport. */
  disconnect(): void;
  /** Called once at the end of a truncated output. */
  cut(): void;
}

/** The output `write` with the fault; a kind of fault without effect on the output leaves it unchanged. */
export function faultyWrite(fault: Fault, write: Write, around: FaultSurroundings): Write {
  switch (fault.kind) {
    case "truncate":
      return limited(fault.bytes, write, () => around.cut());
    case "disconnect":
      return limited(fault.afterBytes ?? 0, write, () => around.disconnect());
    case "garbage":
      return (bytes) => write(bytes.map(() => Math.floor(around.random() * 256)));
    case "slow":
      return trickling(fault.bytesPerSecond, write, around);
    default:
      return write;
  }
}

/** Writes the filler of a `flood` in lines, so that it looks like text. */
export async function writeFlood(total: number, write: Write): Promise<void> {
  const block = Buffer.from(`${"flood ".repeat(13)}\n`.repeat(800));
  for (let left = total; left > 0; left -= block.length) await write(block.subarray(0, Math.min(left, block.length)));
}

function limited(limit: number, write: Write, onEnd: () => void): Write {
  let left = limit;
  let hasEnded = false;
  return async (bytes) => {
    if (left > 0) await write(bytes.subarray(0, left));
    left -= bytes.length;
    if (left > 0 || hasEnded) return;
    hasEnded = true;
    onEnd();
  };
}

/** Writes slowly, in about ten steps a second. */
function trickling(rate: number, write: Write, around: FaultSurroundings): Write {
  const step = Math.max(1, Math.floor(rate / 10));
  return async (bytes) => {
    for (let at = 0; at < bytes.length; at += step) {
      const part = bytes.subarray(at, at + step);
      await around.sleep((part.length / rate) * 1000);
      await write(part);
    }
  };
}
