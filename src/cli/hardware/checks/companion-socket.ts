import { isLive } from "../../../devices/companion/companion-link.js";
import type { HardwareCheck } from "../hardware-check.js";
import { tenths } from "../measure.js";

/**
 * So far this was only read in SELinux's policies, up to Android 15. The check also assumes that a bound service
 * answers `dumpsys activity service`.
 */
export const onDeviceSocket: HardwareCheck = {
  name: "on-device-socket",
  assumes: "adbd may connect to the abstract socket of the companion, and the system reports which process answers.",
  sideEffect: "where the service is not set up, a program of the shell user is started until the end of the report",
  deadlineMs: 30_000,
  async run({ session }, signal) {
    const startedAt = performance.now();
    const companion = await session.onDevice.live(signal, { waits: true });
    if (isLive(companion)) {
      const measured = {
        host: companion.host,
        ms: tenths(performance.now() - startedAt),
        build: companion.client.hello.build,
      };
      return { verdict: "confirmed", measured, note: null };
    }
    const { code, message } = companion.reason;
    const note = message.replaceAll(session.device.serial, "the device");
    const isRefused = companion.isFault && code !== "ON_DEVICE_SUPPRESSED";
    return { verdict: isRefused ? "refuted" : "unknown", measured: { error: code }, note };
  },
};
