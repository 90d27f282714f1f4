import type { Fault } from "../fault-script.js";
import { seededRandom } from "../random.js";
import type { WireFault } from "./wire/host.js";

const LONGEST_LENGTH = Buffer.from("ffffffff", "hex");

/** The effect of a fault of the script on the answer to a request; `crash` ends the companion's process. */
export function wireFault(fault: Fault, seed: number, crash: () => void): WireFault | null {
  switch (fault.kind) {
    case "hang":
      return { kind: "silence", forMs: fault.forMs };
    case "delay":
      return { kind: "silence", forMs: fault.ms };
    case "fail":
      return { kind: "error", message: fault.stderr };
    case "kill":
      return { kind: "crash", afterMs: fault.afterMs, crash };
    case "disconnect":
      return fault.afterBytes ? cut(fault.afterBytes) : { kind: "close" };
    case "truncate":
      return cut(fault.bytes);
    case "garbage":
      return { kind: "spoil", closes: false, spoil: (frame) => noise(frame, seed) };
    case "prefix":
      return {
        kind: "spoil",
        closes: false,
        spoil: (frame) => Buffer.concat([Buffer.from(fault.stdout ?? ""), frame]),
      };
    case "flood":
      return {
        kind: "spoil",
        closes: false,
        spoil: () => Buffer.concat([LONGEST_LENGTH, Buffer.alloc(fault.bytes, 0x2e)]),
      };
    default:
      return null;
  }
}

function cut(bytes: number): WireFault {
  return { kind: "spoil", closes: true, spoil: (frame) => frame.subarray(0, bytes) };
}

function noise(frame: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed, "on-device noise");
  return frame.map(() => Math.floor(random() * 256));
}
