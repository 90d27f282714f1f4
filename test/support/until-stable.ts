import { pollUntil } from "../../src/base/signals.js";
import type { Product } from "./product.js";

/** Longer than window transitions, and than the 0.4 s for which a hidden keyboard keeps its frame. */
const REST_MS = 700;

/** Runs `act`, if given; then waits until nothing has changed on the phone for a while of its own time. */
export async function untilStable({ phone }: Product, act?: () => void): Promise<void> {
  const startedAt = phone.state().uptimeMs;
  act?.();
  const isStable = () => {
    const { uptimeMs } = phone.state();
    return uptimeMs - startedAt >= REST_MS && phone.stillness().quietMs >= REST_MS ? true : undefined;
  };
  await pollUntil(isStable, 2, AbortSignal.timeout(60_000));
}
