import { type ErrorCode, type FoveaError, isFoveaError } from "../../../base/errors.js";
import { deadline, pollUntil } from "../../../base/signals.js";
import type { Device } from "../../device.js";
import type { OnDeviceClient } from "../companion-client.js";
import { connectService, type ServiceTarget } from "./connect-service.js";

/** The proof that the running service works. */
export interface Proof {
  readonly build: string;
  readonly windows: number;
  readonly nodes: number;
  /** The time of its own walk, in ms; `totalMs` is that of the whole request. */
  readonly walkMs: number;
  readonly totalMs: number;
}

export interface WaitOptions extends ServiceTarget {
  readonly ms: number;
}

/** The time between two tries (android.md 7.1). */
const POLL_MS = 50;
const SNAPSHOT_MS = 5_000;

/**
 * Waits until the service is bound, and proves it with a snapshot of the screen; gives the last failure if it is not
 * bound in time. Errors: those that waiting cannot fix, for example DEVICE_OFFLINE and ON_DEVICE_VERSION.
 */
export async function awaitService(
  device: Device,
  { ms, ...target }: WaitOptions,
  signal: AbortSignal,
): Promise<Proof | FoveaError> {
  let last: FoveaError | undefined;
  using limit = deadline(ms, `${device.serial}: binding the service`, signal);
  try {
    return await pollUntil(
      async () => {
        try {
          return await proveOnce(device, target, limit.signal);
        } catch (error) {
          if (limit.signal.aborted || !isPassing(error)) throw error;
          last = error;
          return undefined;
        }
      },
      POLL_MS,
      limit.signal,
    );
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted || !isFoveaError(error)) throw error;
    return last ?? error;
  }
}

async function proveOnce(device: Device, target: ServiceTarget, signal: AbortSignal): Promise<Proof | undefined> {
  await using client = await connectService(device, target, signal);
  return client.hello.state === "running" ? await prove(client, signal) : undefined;
}

async function prove(client: OnDeviceClient, signal: AbortSignal): Promise<Proof> {
  const startedAt = performance.now();
  const { result } = await client.request("snapshot", {}, signal, { timeoutMs: SNAPSHOT_MS });
  const nodes = result.windows.reduce((sum, window) => sum + window.nodeCount, 0);
  const totalMs = Math.round(performance.now() - startedAt);
  return { build: client.hello.build, windows: result.windows.length, nodes, walkMs: result.walkMs, totalMs };
}

/** Errors that pass while a service starts. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "SERVICE_REFUSED",
  "DEVICE_DISCONNECTED",
  "ON_DEVICE_SUPPRESSED",
  "ON_DEVICE_UNTRUSTED",
  "ON_DEVICE_BUSY",
  "TIMEOUT",
]);

function isPassing(error: unknown): error is FoveaError {
  return isFoveaError(error) && PASSING.has(error.code);
}
