import { runProbe } from "../../../observe/probe.js";
import { deviceFacts } from "../../../observe/probes/device.js";
import { frameStatsProbe } from "../../../observe/probes/frame-stats.js";
import { packageInFront } from "../../../observe/probes/front-frame-stats.js";
import { windowProbe } from "../../../observe/probes/window.js";
import type { HardwareCheck } from "../hardware-check.js";
import { tenths } from "../measure.js";

export const frameCounterCheck: HardwareCheck = {
  name: "frame-counter",
  assumes: "`dumpsys gfxinfo PACKAGE` reports how many frames the app in front has rendered.",
  sideEffect: null,
  deadlineMs: 20_000,
  async run({ session }, signal) {
    const context = { session, device: session.device, facts: deviceFacts(session, signal) };
    const packageName = packageInFront((await runProbe(windowProbe(context), signal)).value);
    if (packageName === undefined) {
      return { verdict: "unknown", measured: {}, note: "The app in front is unknown." };
    }
    const { value, durationMs, errors } = await runProbe(frameStatsProbe(context, { packageName }), signal);
    const isCounted = value !== null && value.totalFrames !== null;
    return {
      verdict: isCounted ? "confirmed" : "refuted",
      measured: { ms: tenths(durationMs), totalFrames: value?.totalFrames ?? null, error: errors[0]?.code ?? null },
      note: isCounted ? null : "Try again with an ordinary app in front: this counter does not count games and videos.",
    };
  },
};
