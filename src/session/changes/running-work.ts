import { toFoveaError } from "../../base/errors.js";
import { warn } from "../../base/log.js";
import { withDeadline } from "../../base/signals.js";
import type { Device } from "../../devices/device.js";

/** Work on a device that continues between calls until it is stopped, for example a screen recording. */
export interface RunningWork {
  /** Ends the work and removes what it left on the device. */
  end(signal: AbortSignal): Promise<void>;
}

/** How long the end of a process waits for running work. */
const END_MS = 10_000;

/**
 * Work on devices that continues between the calls of this process, one of each kind per device; it ends with the
 * process.
 */
export class RunningWorks {
  readonly #byDevice = new WeakMap<Device, Map<string, RunningWork>>();
  readonly #all = new Set<RunningWork>();

  of(device: Device, kind: string): RunningWork | undefined {
    return this.#byDevice.get(device)?.get(kind);
  }

  /** Adds work. The caller has ended earlier work of the same kind. */
  put(device: Device, kind: string, work: RunningWork): void {
    this.remove(device, kind);
    const works = this.#byDevice.get(device) ?? new Map<string, RunningWork>();
    this.#byDevice.set(device, works.set(kind, work));
    this.#all.add(work);
  }

  remove(device: Device, kind: string): void {
    const works = this.#byDevice.get(device);
    const work = works?.get(kind);
    if (work) this.#all.delete(work);
    works?.delete(kind);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const never = new AbortController().signal;
    const works = [...this.#all];
    this.#all.clear();
    await Promise.all(
      works.map(async (work) => {
        const end = (limit: AbortSignal) => work.end(limit);
        await withDeadline(END_MS, "ending the work on a device", end, never).catch((error) => {
          warn("session", `work on a device may continue: ${toFoveaError(error).message}`);
        });
      }),
    );
  }
}
