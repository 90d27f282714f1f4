import { toFoveaError } from "../../base/errors.js";
import { warn } from "../../base/log.js";
import { withDeadline } from "../../base/signals.js";
import type { Device } from "../../devices/device.js";

/** Something that goes on on a device between calls, until it is stopped. */
export interface RunningWork {
  /** Ends it and takes away what it left on the device. */
  end(signal: AbortSignal): Promise<void>;
}

/** How long the end of a process waits for what goes on. */
const END_MS = 10_000;

/** What goes on on devices between the calls of this process, one of a kind on each; it ends with the process. */
export class RunningWorks {
  readonly #byDevice = new WeakMap<Device, Map<string, RunningWork>>();
  readonly #all = new Set<RunningWork>();

  of(device: Device, kind: string): RunningWork | undefined {
    return this.#byDevice.get(device)?.get(kind);
  }

  /** In place of one of the same kind, which the caller has ended. */
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
