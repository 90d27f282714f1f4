import type { Detector } from "../detector.js";

/** A detector that never finds anything: elements come only from the hierarchy. */
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
