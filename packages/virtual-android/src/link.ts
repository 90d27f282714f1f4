import type { PhoneClock } from "./clock.js";
import type { Costs } from "./costs.js";

/** The size of the slices in which streams take turns on a limited link. */
const SLICE = 65536;

/** The direction in which bytes are sent. */
export type Direction = "toHost" | "toDevice";

/** The cable or radio between phone and host: all streams of the device share its bandwidth. */
export class Link {
  readonly #costs: () => Costs;
  readonly #clock: PhoneClock;
  readonly #freeAtMs: Record<Direction, number> = { toHost: 0, toDevice: 0 };

  /** `costs` gives the current costs. */
  constructor(costs: () => Costs, clock: PhoneClock) {
    this.#costs = costs;
    this.#clock = clock;
  }

  /** Waits for the link's latency in one direction. */
  async latency(signal: AbortSignal): Promise<void> {
    const ms = this.#costs().latencyMs();
    if (ms > 0) await this.#clock.sleep(ms, signal);
  }

  /** Passes the bytes to `deliver` at the link's bandwidth. */
  async pass(
    direction: Direction,
    bytes: Uint8Array,
    deliver: (bytes: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { toHostBytesPerSecond, toDeviceBytesPerSecond } = this.#costs().profile.link;
    const rate = direction === "toHost" ? toHostBytesPerSecond : toDeviceBytesPerSecond;
    if (rate === null) return await deliver(bytes);
    for (let at = 0; at < bytes.length; at += SLICE) {
      const slice = bytes.subarray(at, at + SLICE);
      await this.#wait(direction, (slice.length / rate) * 1000, signal);
      await deliver(slice);
    }
  }

  async #wait(direction: Direction, ms: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.nowMs();
    const endsAt = Math.max(now, this.#freeAtMs[direction]) + ms;
    this.#freeAtMs[direction] = endsAt;
    await this.#clock.sleep(endsAt - now, signal);
  }
}
