import { pollUntil } from "../../src/base/signals.js";
import type { Product } from "./product.js";

/** Longer than the transitions of windows and the 0.4 s that a hidden keyboard keeps its frame. */
const REST_MS = 700;

/** Waits until nothing has changed on the phone for a while of its own time, and runs `act` before, if any. */
export async function untilStable({ phone }: Product, act?: () => void): Promise<void> {
  const startedAt = phone.state().uptimeMs;
  act?.();
  const isStable = () => {
    const { uptimeMs } = phone.state();
    return uptimeMs - startedAt >= REST_MS && phone.stillness().quietMs >= REST_MS ? true : undefined;
  };
  await pollUntil(isStable, 2, AbortSignal.timeout(60_000));
}
