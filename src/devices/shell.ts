import { type ErrorCode, FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { quoteUntrusted } from "../base/printable.js";
import { deadline } from "../base/signals.js";
import type { Device, ServiceStream } from "./device.js";
import type { Script } from "./script.js";
import { closeStdinPacket, ShellPackets, stdinPacket } from "./shell-packets.js";

export interface ShellLimits {
  /** The limit for the whole exchange, including the wait for a free stream. */
  readonly totalMs: number;
  /** The limit from the device's OKAY to the first byte of output, or to the exit code. */
  readonly firstByteMs: number;
  /** The limit for stdout and stderr together. */
  readonly maxBytes: number;
}

/** Limits for small dumps; a screenshot needs more time for the first byte, an install more in total. */
export const SHELL_LIMITS: ShellLimits = { totalMs: 10_000, firstByteMs: 5_000, maxBytes: 64 * 1024 * 1024 };

export interface ShellOptions extends ShellLimits {
  /** Bytes for the program's standard input, which is then closed; if absent, it stays open and empty. */
  readonly stdin?: Uint8Array;
}

export interface ShellResult {
  /** Exactly the bytes that were written; line ends are not changed. */
  readonly stdout: Buffer;
  readonly stderr: string;
  /** 0–255; above 128 it is 128 plus the signal that ended the program. */
  readonly exitCode: number;
  /** The time from the call to the exit code. */
  readonly durationMs: number;
  /** The time from the first byte to the exit code: for a large output it shows the speed of the link. */
  readonly transferMs: number;
}

/**
 * Runs a script on the device by shell v2. A failing script is a result, not an error. When the signal or a time limit
 * ends, the stream is closed, and adbd sends SIGHUP to the program. Without `stdin` a program that reads it waits until
 * its time limit. Errors: as openService, TIMEOUT, OUTPUT_TOO_LARGE, ADB_PROTOCOL, DEVICE_DISCONNECTED if the stream
 * ended before the exit code; UNSUPPORTED_ON_DEVICE if the device has no shell v2. For an `act` the error's context
 * says whether it may have happened.
 */
export async function runShell(
  device: Device,
  script: Script,
  options: ShellOptions,
  signal: AbortSignal,
): Promise<ShellResult> {
  const startedAt = performance.now();
  const what = `${device.serial}: "${nameOf(script)}"`;
  using limit = deadline(options.totalMs, what, signal);
  try {
    const packets = await collect(device, script, { ...options, what }, limit.signal);
    return { ...packets, durationMs: performance.now() - startedAt };
  } catch (error) {
    if (script.kind === "act") throw withDoubt(error, device.serial);
    throw isFoveaError(error) && !signal.aborted ? error.with({ device: device.serial }) : error;
  }
}

/** {@link runShell}, but only exit code 0 is a success. Errors also: SHELL_FAILED, with the device's output. */
export async function runShellOk(
  device: Device,
  script: Script,
  limits: ShellLimits,
  signal: AbortSignal,
): Promise<ShellResult> {
  const result = await runShell(device, script, limits, signal);
  if (result.exitCode === 0) return result;
  const said = (result.stderr || result.stdout.toString("utf8")).trim();
  const message = `"${nameOf(script)}" ended with ${result.exitCode} on ${device.serial}: ${quoteUntrusted(said)}`;
  throw new FoveaError("SHELL_FAILED", message, { device: device.serial });
}

function nameOf({ name, text }: Script): string {
  return name ?? text.slice(0, 120);
}

async function collect(
  device: Device,
  script: Script,
  options: ShellOptions & { readonly what: string },
  signal: AbortSignal,
): Promise<Omit<ShellResult, "durationMs">> {
  await using stream = await device.openService(`shell,v2,raw:${script.text}`, signal);
  const packets = new ShellPackets(options.maxBytes);
  // Written while the output is read: the program may end before it has taken everything, and its output then says why.
  if (options.stdin !== undefined) sendStdin(stream, options.stdin).catch(() => {});
  const { isSilent, firstByteAt } = await readAll(stream, packets, options);
  const { exitCode, stdout, stderr } = packets;
  if (exitCode !== null) return { stdout, stderr, exitCode, transferMs: performance.now() - firstByteAt };
  if (isSilent) throw new FoveaError("TIMEOUT", `${options.what} gave no byte within ${options.firstByteMs} ms`);
  const message = `${options.what}: the stream ended before the exit code`;
  throw new FoveaError("DEVICE_DISCONNECTED", message, { device: device.serial });
}

async function sendStdin(stream: ServiceStream, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += STDIN_CHUNK_BYTES) {
    await stream.write(stdinPacket(bytes.subarray(at, at + STDIN_CHUNK_BYTES)));
  }
  await stream.write(closeStdinPacket());
}

/** Small enough for the payload of the oldest transports, 256 KiB. */
const STDIN_CHUNK_BYTES = 64 * 1024;

/** Reads up to the exit code or the end of the stream; `isSilent` if no byte arrived in time. */
async function readAll(
  stream: ServiceStream,
  packets: ShellPackets,
  { firstByteMs }: ShellOptions,
): Promise<{ readonly isSilent: boolean; readonly firstByteAt: number }> {
  let isSilent = false;
  let firstByteAt: number | undefined;
  const timer = setTimeout(() => {
    isSilent = true;
    stream.close();
  }, firstByteMs);
  try {
    for await (const chunk of stream) {
      clearTimeout(timer);
      firstByteAt ??= performance.now();
      packets.feed(chunk);
      if (packets.exitCode !== null) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return { isSilent, firstByteAt: firstByteAt ?? performance.now() };
}

/** Errors that come before anything was run. */
const NOTHING_HAPPENED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ADB_CONNECT_FAILED",
  "ADB_NOT_FOUND",
  "ADB_SERVER_UNREACHABLE",
  "DEVICE_NOT_FOUND",
  "DEVICE_OFFLINE",
  "DEVICE_UNAUTHORIZED",
  "DEVICE_NO_PERMISSIONS",
  "DEVICE_NOT_READY",
  "DEVICE_REQUIRED",
  "SERVICE_REFUSED",
  "UNSUPPORTED_ON_DEVICE",
  "INVALID_ARGUMENT",
]);

/** The error of a script that may have changed the device, marked with whether that may have happened. */
export function withDoubt(error: unknown, device: string): FoveaError {
  const coded = toFoveaError(error);
  return coded.with({ device, mayHaveHappened: !NOTHING_HAPPENED.has(coded.code) });
}
