import { isLive } from "../../../devices/on-device/on-device-link.js";
import type { HardwareCheck } from "../hardware-check.js";
import { tenths } from "../measure.js";

/** Read in SELinux's policies up to Android 15 only; and that a bound service answers `dumpsys activity service`. */
export const onDeviceSocket: HardwareCheck = {
  name: "on-device-socket",
  assumes: "adbd may connect to the abstract socket of the companion, and the system vouches for who answers.",
  sideEffect: "where the service is not set up, a program of the shell user is started until the end of the report",
  deadlineMs: 30_000,
  async run({ session }, signal) {
    const startedAt = performance.now();
    const half = await session.onDevice.live(signal, { waits: true });
    if (isLive(half)) {
      const measured = { host: half.host, ms: tenths(performance.now() - startedAt), build: half.client.hello.build };
      return { verdict: "confirmed", measured, note: null };
    }
    const { code, message } = half.reason;
    const note = message.replaceAll(session.device.serial, "the device");
    const isRefused = half.isWorthSaying && code !== "ON_DEVICE_SUPPRESSED";
    return { verdict: isRefused ? "refuted" : "unknown", measured: { error: code }, note };
  },
};
