import { setMaxListeners } from "node:events";

/** A signal that follows two others until it is disposed of. */
export interface Linked extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts when `a` or `b` does, with the same reason. Unlike AbortSignal.any it leaves no listener on a
 * signal that lives as long as the process, once it is disposed of.
 */
export function linked(a: AbortSignal, b: AbortSignal): Linked {
  const controller = new AbortController();
  setMaxListeners(0, a, b, controller.signal); // as in base/signals.ts: many listeners are no leak here
  const stops = [a, b].map((source) => {
    const follow = () => controller.abort(source.reason);
    if (source.aborted) follow();
    else source.addEventListener("abort", follow, { once: true });
    return () => source.removeEventListener("abort", follow);
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const stop of stops) stop();
    },
  };
}
