import type { Point } from "../../../../src/base/geometry.js";

/** VelocityTracker of AOSP uses the last 100 ms; after 40 ms without movement it regards the finger as still. */
const HORIZON_MS = 100;
const STOPPED_AFTER_MS = 40;

/** The speed of a finger from its last positions. */
export class Velocity {
  #samples: { readonly point: Point; readonly at: number }[] = [];

  add(point: Point, at: number): void {
    const last = this.#samples.at(-1);
    if (last && at - last.at > STOPPED_AFTER_MS) this.#samples = [];
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= HORIZON_MS), { point, at }];
  }

  /** The speed in pixels per second at the time when the finger is lifted. */
  at(now: number): Point {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || now - last.at > STOPPED_AFTER_MS || last.at === first.at) return { x: 0, y: 0 };
    const seconds = (last.at - first.at) / 1000;
    return { x: (last.point.x - first.point.x) / seconds, y: (last.point.y - first.point.y) / seconds };
  }
}
