import { type ErrorCode, FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { quoteUntrusted } from "../base/printable.js";
import { deadline } from "../base/signals.js";
import type { Device, ServiceStream } from "./device.js";
import type { Script } from "./script.js";
import { closeStdinPacket, ShellPackets, stdinPacket } from "./shell-packets.js";

export interface ShellLimits {
  /** For the whole exchange, waiting for a free stream included. */
  readonly totalMs: number;
  /** From the device's OKAY to the first byte of output, or to the exit code. */
  readonly firstByteMs: number;
  /** The limit for stdout and stderr together. */
  readonly maxBytes: number;
}

/** For small dumps; a screenshot needs a longer first byte, an install a longer total. */
export const SHELL_LIMITS: ShellLimits = { totalMs: 10_000, firstByteMs: 5_000, maxBytes: 64 * 1024 * 1024 };

export interface ShellOptions extends ShellLimits {
  /** Bytes for the program's standard input, which is closed after them; without them it stays open and empty. */
  readonly stdin?: Uint8Array;
}

export interface ShellResult {
  /** Exactly the bytes that were written: no line ends are changed. */
  readonly stdout: Buffer;
  readonly stderr: string;
  /** 0–255; above 128 it is 128 + the signal that ended the program. */
  readonly exitCode: number;
  /** From the call to the exit code. */
  readonly durationMs: number;
  /** From the first byte to the exit code: with a lot of output, how fast the link is. */
  readonly transferMs: number;
}

/**
 * Runs a script on the device by shell v2. A script that fails is a result, not an error. The end of the signal or of a
 * deadline closes the stream, and adbd hangs up the program. Without `stdin` a program that reads it waits for its
 * deadline. Errors: as openService, TIMEOUT, OUTPUT_TOO_LARGE, ADB_PROTOCOL, DEVICE_DISCONNECTED where the stream ended
 * before the exit code; UNSUPPORTED_ON_DEVICE where the device has no shell v2. For an `act` the context says whether
 * it may have happened.
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

/** {@link runShell} where only exit code 0 will do. Errors also: SHELL_FAILED, with what the device wrote. */
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
  // Beside the reading: the program may end before it took everything, and the reading then shows how.
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

/** Small enough for the oldest transports' payload of 256 KiB. */
const STDIN_CHUNK_BYTES = 64 * 1024;

/** Reads up to the exit code or the end of the stream; `isSilent` where not one byte came in time. */
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

/** The answers that come before anything was run. */
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

/** The error of what may have changed the device: it says whether that may have happened. */
export function withDoubt(error: unknown, device: string): FoveaError {
  const coded = toFoveaError(error);
  return coded.with({ device, mayHaveHappened: !NOTHING_HAPPENED.has(coded.code) });
}
