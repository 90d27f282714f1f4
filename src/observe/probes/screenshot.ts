import { FoveaError, isFoveaError } from "../../base/errors.js";
import { PRINT_TIME, timesReportedIn, withoutTimes } from "../../devices/device-clock.js";
import { retryRead } from "../../devices/retry-read.js";
import { inTurn, pipe, readScript } from "../../devices/script.js";
import type { ShellLimits, ShellResult } from "../../devices/shell.js";
import { type Part, partOrAlone } from "../../devices/shell-parts.js";
import type { Frame } from "../../screen/frame.js";
import { quoteWords } from "../../screen/label.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Found, ProbeContext, ProbePlan } from "../probe.js";
import { readFrameFor } from "../reading/reading.js";

/** A frame and its tile grid. */
export interface ScreenshotData {
  readonly frame: Frame;
  readonly grid: TileGrid;
  /** The device's time right before the screenshot, in ms since boot; null if it was not requested, or not reported. */
  readonly uptimeMs: number | null;
}

const MIB = 1024 * 1024;
const LIMITS: ShellLimits = { totalMs: 15_000, firstByteMs: 8_000, maxBytes: 160 * MIB };
/** A display of another size, as after unfolding, and wide colours each need at most twice the bytes. */
const RAW = { bytesPerPixel: 4 * 2 * 2, leastBytes: 24 * MIB } as const;
/** Compressed images of screens are much smaller than raw ones. */
const COMPRESSED = { bytesPerPixel: 4, leastBytes: 8 * MIB } as const;

/** Limits by the size of the last screen: a program that prints without an end is stopped early. */
function limitsFor(
  { session }: ProbeContext,
  { bytesPerPixel, leastBytes }: typeof RAW | typeof COMPRESSED,
): ShellLimits {
  const size = session.lastObservation?.screenSize;
  if (!size) return LIMITS;
  const most = Math.max(leastBytes, size.width * size.height * bytesPerPixel);
  return { ...LIMITS, maxBytes: Math.min(LIMITS.maxBytes, most) };
}

/**
 * Below this many bytes per ms, compressing on the device is faster than sending: `gzip -1` makes an app's screen 10 to
 * 30 times smaller in 150–300 ms of one core.
 */
const SLOW_LINK_BYTES_PER_MS = 40_000;

const PACKING = pipe(["screencap"], ["gzip", "-1"]);
const UNTIMED = {
  raw: readScript(["screencap"]),
  packed: readScript(PACKING),
  png: readScript(["screencap", "-p"]),
};
const TIMED_STEPS = { raw: inTurn(PRINT_TIME, ["exec", "screencap"]), packed: inTurn(PRINT_TIME, PACKING) };
const TIMED: Scripts = {
  raw: readScript(TIMED_STEPS.raw),
  packed: readScript(TIMED_STEPS.packed),
  png: readScript(PRINT_TIME, ["exec", "screencap", "-p"]),
};

type Scripts = typeof UNTIMED;

/** A screenshot in a shared stream, as the last part and with the device's time. */
export interface SharedPicture {
  readonly isPacked: boolean;
  readonly answer: Promise<ShellResult> | undefined;
}

/** The part of a shared stream that takes the screenshot. */
export function picturePart(context: ProbeContext): { readonly part: Part; readonly isPacked: boolean } {
  const isPacked = mayPack(context) && isSlow(context);
  const [step, form] = isPacked ? [TIMED_STEPS.packed, COMPRESSED] : [TIMED_STEPS.raw, RAW];
  return { part: { step, ...limitsFor(context, form) }, isPacked };
}

/** Takes a screenshot. `isTimed` also asks the device for its time. */
export function screenshotProbe(
  context: ProbeContext,
  isTimed = false,
  shared: SharedPicture | null = null,
): ProbePlan<ScreenshotData> {
  const scripts = isTimed ? TIMED : UNTIMED;
  const taking = { scripts, isPacked: shared?.isPacked ?? (mayPack(context) && isSlow(context)), shared };
  return { name: "screenshot", deadlineMs: 20_000, work: (signal) => takeScreenshot(context, taking, signal) };
}

interface Taking {
  readonly scripts: Scripts;
  readonly isPacked: boolean;
  readonly shared: SharedPicture | null;
}

async function takeScreenshot(
  context: ProbeContext,
  taking: Taking,
  signal: AbortSignal,
): Promise<Found<ScreenshotData>> {
  const { frame, grid, source, stderr } = await takeRaw(context, taking, signal);
  const uptimeMs = timesReportedIn(stderr)[0] ?? null;
  return { value: { frame, grid, uptimeMs }, source, takenAt: frame.takenAt };
}

/** Takes a raw screenshot if possible, and a PNG for pixel formats that only the device can convert (wide colour). */
async function takeRaw(context: ProbeContext, taking: Taking, signal: AbortSignal): Promise<Taken> {
  try {
    const { isPacked } = taking;
    const taken = await (isPacked ? takePacked(context, taking, signal) : takePlain(context, taking, signal));
    return { ...taken, source: isPacked ? "screencap | gzip" : "screencap" };
  } catch (error) {
    if (!isFoveaError(error, "SCREENSHOT_FAILED")) throw error;
    const result = await retryRead(context.device, taking.scripts.png, limitsFor(context, COMPRESSED), signal);
    return { ...(await frameFrom(context, result, signal)), source: "screencap -p" };
  }
}

interface Taken {
  readonly frame: Frame;
  readonly grid: TileGrid;
  readonly stderr: string;
  readonly source: string;
}

function mayPack({ session }: ProbeContext): boolean {
  return !session.traits.missing.has("gzip");
}

/** Measured with the last uncompressed screenshot; before that, devices over a network count as slow. */
function isSlow({ session, device }: ProbeContext): boolean {
  if (session.traits.screenshotRate !== null) return session.traits.screenshotRate < SLOW_LINK_BYTES_PER_MS;
  return /:\d+$|\._tcp\b/.test(device.serial) && !/^(?:127\.0\.0\.1|localhost|\[::1\]):/.test(device.serial);
}

async function takePlain(context: ProbeContext, taking: Taking, signal: AbortSignal): Promise<Omit<Taken, "source">> {
  const alone = async () => await retryRead(context.device, taking.scripts.raw, limitsFor(context, RAW), signal);
  const result = await partOrAlone(taking.shared?.answer, alone, signal);
  const { length } = result.stdout;
  if (result.transferMs > 0 && length > 1_000_000) context.session.traits.screenshotRate = length / result.transferMs;
  return await frameFrom(context, result, signal);
}

async function takePacked(context: ProbeContext, taking: Taking, signal: AbortSignal): Promise<Omit<Taken, "source">> {
  const { session, device } = context;
  const alone = async () => await retryRead(device, taking.scripts.packed, limitsFor(context, COMPRESSED), signal);
  const result = await partOrAlone(taking.shared?.answer, alone, signal);
  if (result.exitCode === 127 || result.stdout.length === 0) {
    session.traits.missing.add("gzip");
    throw new FoveaError("SCREENSHOT_FAILED", `gzip is missing on ${device.serial}`);
  }
  try {
    return await frameFrom(context, { ...result, isPacked: true }, signal);
  } catch (cause) {
    const isSaid = isFoveaError(cause, "WORKERS_BUSY") || isFoveaError(cause, "SCREENSHOT_FAILED");
    if (signal.aborted || isSaid) throw cause;
    throw new FoveaError("SCREENSHOT_FAILED", `the packed screenshot of ${device.serial} is broken`, { cause });
  }
}

type Sent = Pick<ShellResult, "stdout" | "stderr"> & { readonly isPacked?: boolean };

async function frameFrom(
  { session, device }: ProbeContext,
  { stdout, stderr, isPacked = false }: Sent,
  signal: AbortSignal,
): Promise<Omit<Taken, "source">> {
  const takenAt = performance.now();
  const { length } = stdout;
  const read = await readFrameFor(session, { bytes: stdout, isPacked, bounds: session.traits.pictureBounds }, signal);
  if (!read) {
    const said = saidIn(stderr) ?? `${length} bytes that are not an image`;
    throw new FoveaError("SCREENSHOT_FAILED", `screencap on ${device.serial}: ${said}`);
  }
  const { grid, width, height, rgba, format } = read;
  const frame: Frame = {
    width,
    height,
    rgba,
    format,
    get sha256() {
      return read.sha256;
    },
    takenAt,
  };
  session.watcher?.frame(frame);
  return { frame, grid, stderr };
}

function saidIn(stderr: string): string | null {
  const said = withoutTimes(stderr);
  return said === "" ? null : quoteWords(said);
}
