import { type PhoneTime, realTime } from "../../src/virtual-device/phone-time.js";

/** The machine's clock, running so many times faster: a phone in a hurry, for tests that need not watch it wait. */
export function scaledTime(factor: number, real = realTime()): PhoneTime {
  const startMs = real.nowMs();
  const startWallMs = real.wallMs();
  const nowMs = () => startMs + (real.nowMs() - startMs) * factor;
  return {
    nowMs,
    wallMs: () => startWallMs + (nowMs() - startMs),
    schedule: (atMs, run) => real.schedule(startMs + (atMs - startMs) / factor, run),
    sleep: (ms, signal) => real.sleep(ms / factor, signal),
  };
}
