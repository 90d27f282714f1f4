import type { LiveHalf } from "../../../devices/on-device/live-half.js";
import type { HardwareCheck } from "../hardware-check.js";
import { withHalf } from "../live-half.js";
import { median, repeat, tenths } from "../measure.js";

const TIMES = 3;

export const serviceScreenshot: HardwareCheck = {
  name: "service-screenshot",
  assumes: "The companion takes screenshots at the rate that the platform allows.",
  sideEffect: null,
  deadlineMs: 30_000,
  run: (context, signal) =>
    withHalf(
      context,
      async (half) => {
        if (!half.client.hello.capabilities.includes("screenshot")) {
          return { verdict: "unknown", measured: {}, note: "Services take screenshots from Android 11 on." };
        }
        const shots = await repeat(TIMES, () => shoot(half, signal));
        return {
          verdict: "confirmed",
          measured: {
            ms: tenths(median(shots.map((shot) => shot.ms))),
            waitedMs: tenths(median(shots.map((shot) => shot.waitedMs))),
            jpegBytes: median(shots.map((shot) => shot.bytes)),
            intervalMs: half.client.hello.limits.screenshotIntervalMs,
          },
          note: null,
        };
      },
      signal,
    ),
};

async function shoot(half: LiveHalf, signal: AbortSignal) {
  const startedAt = performance.now();
  const { result, attachment } = await half.client.request("screenshot", { format: "jpeg", quality: 80 }, signal);
  return { ms: performance.now() - startedAt, waitedMs: result.waitedMs, bytes: attachment?.length ?? 0 };
}
