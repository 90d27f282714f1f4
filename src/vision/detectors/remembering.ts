import { abortable } from "../../base/signals.js";
import type { Frame } from "../../screen/frame.js";
import type { Detection } from "../detection.js";
import type { Detector } from "../detector.js";

/** The number of screenshots whose detections are kept: enough for a screen that alternates between a few states. */
const MOST = 8;

/** A running detection, and how many callers wait for it. */
interface ObservationParts {
  readonly outcome: Promise<readonly Detection[]>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * The same detector with a cache: it runs once for each screenshot, and the results for the last few screenshots are
 * kept. A caller that asks for a screenshot whose detection is running waits for its result. Failures are not kept.
 */
export function cached(detector: Detector, most = MOST): Detector {
  const seen = new Map<string, readonly Detection[]>();
  const looks = new Map<string, ObservationParts>();
  const keep = (key: string, detections: readonly Detection[]) => {
    seen.delete(key);
    seen.set(key, detections);
    for (const oldest of [...seen.keys()].slice(0, Math.max(0, seen.size - most))) seen.delete(oldest);
    return detections;
  };
  const begin = (key: string, frame: Frame): ObservationParts => {
    const controller = new AbortController();
    const outcome = detector.detect(frame, controller.signal).then((found) => keep(key, Object.freeze([...found])));
    const look = { outcome, controller, waiting: 0 };
    looks.set(key, look);
    const forget = () => void (looks.get(key) === look && looks.delete(key));
    outcome.then(forget, forget);
    return look;
  };
  return {
    name: detector.name,
    source: detector.source,
    async detect(frame, signal) {
      signal.throwIfAborted();
      const key = `${frame.width}x${frame.height} ${frame.sha256}`;
      const known = seen.get(key);
      if (known) return keep(key, known);
      const look = looks.get(key) ?? begin(key, frame);
      look.waiting += 1;
      try {
        return await abortable(look.outcome, signal);
      } finally {
        look.waiting -= 1;
        if (look.waiting === 0 && looks.get(key) === look) {
          looks.delete(key);
          look.controller.abort(signal.reason);
        }
      }
    },
    async close() {
      seen.clear();
      await detector.close();
    },
  };
}
