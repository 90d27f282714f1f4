import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { retryRead } from "../../devices/retry-read.js";
import { pipe, readScript } from "../../devices/script.js";
import type { ShellLimits, ShellResult } from "../../devices/shell.js";
import type { Frame } from "../../screen/frame.js";
import { type TileGrid, tileGrid } from "../../screen/tiles.js";
import { decodePng, sha256Of } from "../../vision/image.js";
import { parseScreencap, toRgba } from "../parse/screencap.js";
import type { Found, ProbeContext, ProbePlan } from "../probe.js";

/** A frame and its fingerprint. */
export interface ScreenshotLook {
  readonly frame: Frame;
  readonly grid: TileGrid;
}

const LIMITS: ShellLimits = { totalMs: 15_000, firstByteMs: 8_000, maxBytes: 160 * 1024 * 1024 };

/**
 * Below this many bytes per ms packing on the device is faster than sending: `gzip -1` makes a screen of an app 10 to
 * 30 times smaller for 150–300 ms of one core.
 */
const SLOW_LINK_BYTES_PER_MS = 40_000;

const RAW = readScript(["screencap"]);
const PACKED = readScript(pipe(["screencap"], ["gzip", "-1"]));
const PNG = readScript(["screencap", "-p"]);

export function screenshotProbe(context: ProbeContext): ProbePlan<ScreenshotLook> {
  return { name: "screenshot", deadlineMs: 20_000, work: (signal) => takeScreenshot(context, signal) };
}

async function takeScreenshot(context: ProbeContext, signal: AbortSignal): Promise<Found<ScreenshotLook>> {
  const { frame, source } = await takeRaw(context, signal);
  return { value: { frame, grid: tileGrid(frame) }, source, takenAt: frame.takenAt };
}

/** Raw where that works, PNG for pixel formats that only the device can convert (wide colour). */
async function takeRaw(context: ProbeContext, signal: AbortSignal) {
  try {
    const packed = mayPack(context) && isSlow(context);
    const frame = await (packed ? takePacked(context, signal) : takePlain(context, signal));
    return { frame, source: packed ? "screencap | gzip" : "screencap" };
  } catch (error) {
    if (!isFoveaError(error, "SCREENSHOT_FAILED")) throw error;
    const result = await retryRead(context.device, PNG, LIMITS, signal);
    return { frame: await frameFrom(result.stdout, result, context.device.serial), source: "screencap -p" };
  }
}

function mayPack({ session }: ProbeContext): boolean {
  return !session.isMissing("gzip");
}

/** Measured on the last plain one; before that, network devices are taken for slow. */
function isSlow({ session, device }: ProbeContext): boolean {
  if (session.screenshotRate !== null) return session.screenshotRate < SLOW_LINK_BYTES_PER_MS;
  return /:\d+$|\._tcp\b/.test(device.serial) && !/^(?:127\.0\.0\.1|localhost|\[::1\]):/.test(device.serial);
}

async function takePlain({ session, device }: ProbeContext, signal: AbortSignal): Promise<Frame> {
  const result = await retryRead(device, RAW, LIMITS, signal);
  if (result.transferMs > 0 && result.stdout.length > 1_000_000) {
    session.noteScreenshotRate(result.stdout.length / result.transferMs);
  }
  return await frameFrom(result.stdout, result, device.serial);
}

async function takePacked({ session, device }: ProbeContext, signal: AbortSignal): Promise<Frame> {
  const result = await retryRead(device, PACKED, LIMITS, signal);
  if (result.exitCode === 127 || result.stdout.length === 0) {
    session.noteMissing("gzip");
    throw new FoveaError("SCREENSHOT_FAILED", `gzip is missing on ${device.serial}`);
  }
  try {
    return await frameFrom(await promisify(gunzip)(result.stdout), result, device.serial);
  } catch (cause) {
    throw new FoveaError("SCREENSHOT_FAILED", `the packed screenshot of ${device.serial} is broken`, { cause });
  }
}

async function frameFrom(bytes: Buffer, result: ShellResult, serial: string): Promise<Frame> {
  const takenAt = performance.now();
  const image = parseScreencap(bytes);
  if (!image) {
    const said = result.stderr.trim().slice(0, 200) || `${bytes.length} bytes that are no image`;
    throw new FoveaError("SCREENSHOT_FAILED", `screencap on ${serial}: ${said}`);
  }
  const { width, height } = image;
  const rgba = image.kind === "raw" ? toRgba(image) : (await decodePng(image.bytes)).rgba;
  return { width, height, rgba, format: image.kind === "raw" ? "rgba" : "png", sha256: sha256Of(rgba), takenAt };
}
