import { setMaxListeners } from "node:events";

/** A signal that ends with either of two, and its end of listening to them. */
export interface Linked extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * The signal that aborts when `a` or `b` does, with that one's reason. Unlike AbortSignal.any it leaves nothing behind
 * on a signal that lives as long as the process, once it is disposed of.
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
