import { FoveaError } from "../../../base/errors.js";
import type { Device } from "../../../devices/device.js";
import { readScript } from "../../../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../../../devices/shell.js";
import { parseScreencap } from "../../../observe/parse/screencap.js";
import type { HardwareCheck } from "../hardware-check.js";
import { median, repeat, tenths } from "../measure.js";

const TIMES = 3;
/** Smaller differences are caused by the host. */
const NOISE_MS = 50;
const LIMITS = { ...SHELL_LIMITS, totalMs: 20_000, firstByteMs: 10_000, maxBytes: 160 * 1024 * 1024 };

/** `exec:` is a terminal on the device, which transfers 4 KB at a time; shell v2 is a socket. */
export const screenshotTransport: HardwareCheck = {
  name: "screenshot-transport",
  assumes: "`shell,v2,raw:` carries a raw screenshot at least about as fast as `exec:`, in a format that is known.",
  sideEffect: null,
  deadlineMs: 120_000,
  async run({ session: { device } }, signal) {
    const v2 = await repeat(TIMES, () => runShellOk(device, readScript(["screencap"]), LIMITS, signal));
    const picture = parseScreencap(v2.at(-1)?.stdout ?? Buffer.alloc(0));
    const exec = await repeat(TIMES, () => readExec(device, v2.at(-1)?.stdout ?? Buffer.alloc(0), signal));
    const v2Ms = median(v2.map((result) => result.durationMs)) ?? 0;
    const execMs = median(exec.map((result) => result.durationMs)) ?? 0;
    const isKnown = picture?.kind === "raw";
    const isSlower = v2Ms > execMs * 1.25 && v2Ms > execMs + NOISE_MS;
    return {
      verdict: isKnown && !isSlower ? "confirmed" : "refuted",
      measured: {
        bytes: v2.at(-1)?.stdout.length ?? 0,
        shellV2Ms: tenths(v2Ms),
        shellV2TransferMs: tenths(median(v2.map((result) => result.transferMs))),
        execMs: tenths(execMs),
        pixelFormat: isKnown ? picture.pixelFormat : null,
        colorSpace: isKnown ? picture.colorSpace : null,
      },
      note: isKnown
        ? null
        : "The raw picture could not be read; Fovea takes PNG pictures on this phone, which is slow.",
    };
  },
};

/** Width, height and pixel format, which are equal in both screenshots; the pixels may differ. */
const HEADER_BYTES = 12;

/**
 * Reads a screenshot by `exec:`, which has no exit status: the length shows that it is complete, and the header that it
 * is an image. Errors: SCREENSHOT_FAILED.
 */
async function readExec(device: Device, whole: Buffer, signal: AbortSignal): Promise<{ durationMs: number }> {
  const startedAt = performance.now();
  await using stream = await device.openService("exec:screencap", signal);
  let head = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of stream) {
    if (head.length < HEADER_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEADER_BYTES);
    bytes += chunk.length;
    if (bytes > whole.length) break;
  }
  const durationMs = performance.now() - startedAt;
  if (bytes === whole.length && head.equals(whole.subarray(0, HEADER_BYTES))) return { durationMs };
  throw new FoveaError(
    "SCREENSHOT_FAILED",
    `\`exec:screencap\` gave a different screenshot from \`screencap\`: ${bytes} bytes were read, expected ${whole.length}, or its header differs`,
  );
}
