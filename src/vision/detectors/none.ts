import type { Detector } from "../detector.js";

/** Sees nothing, whatever the picture: where elements are to come from the hierarchy alone. */
export function createNone(): Detector {
  return {
    name: "none",
    source: "vision",
    async detect(_, signal) {
      signal.throwIfAborted();
      return [];
    },
    async close() {},
  };
}
