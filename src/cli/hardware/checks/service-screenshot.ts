import type { LiveCompanion } from "../../../devices/companion/live-companion.js";
import type { HardwareCheck } from "../hardware-check.js";
import { withCompanion } from "../live-companion.js";
import { median, repeat, tenths } from "../measure.js";

const TIMES = 3;

export const serviceScreenshot: HardwareCheck = {
  name: "service-screenshot",
  assumes: "The companion takes screenshots at the rate that the platform allows.",
  sideEffect: null,
  deadlineMs: 30_000,
  run: (context, signal) =>
    withCompanion(
      context,
      async (companion) => {
        if (!companion.client.hello.capabilities.includes("screenshot")) {
          return { verdict: "unknown", measured: {}, note: "Services take screenshots from Android 11 on." };
        }
        const shots = await repeat(TIMES, () => shoot(companion, signal));
        return {
          verdict: "confirmed",
          measured: {
            ms: tenths(median(shots.map((shot) => shot.ms))),
            waitedMs: tenths(median(shots.map((shot) => shot.waitedMs))),
            jpegBytes: median(shots.map((shot) => shot.bytes)),
            intervalMs: companion.client.hello.limits.screenshotIntervalMs,
          },
          note: null,
        };
      },
      signal,
    ),
};

async function shoot(companion: LiveCompanion, signal: AbortSignal) {
  const startedAt = performance.now();
  const { result, attachment } = await companion.client.request("screenshot", { format: "jpeg", quality: 80 }, signal);
  return { ms: performance.now() - startedAt, waitedMs: result.waitedMs, bytes: attachment?.length ?? 0 };
}
