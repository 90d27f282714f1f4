import { randomBytes } from "node:crypto";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { abortable, repeatedly, withDeadline } from "../../base/signals.js";
import type { Device, ServiceStream } from "../device.js";
import { pushFile } from "../push-file.js";
import { quote, quoteArgv } from "../quote.js";
import { retryRead } from "../retry-read.js";
import { actScript, allOf, command, readScript } from "../script.js";
import { runShellOk, SHELL_LIMITS } from "../shell.js";
import { ShellPackets, stdinPacket } from "../shell-packets.js";
import { sha256Hex } from "./apk/sign-apk.js";
import { EPOCH_FILE, SHELL_CLASS, SHELL_SOCKET, shellJarPath } from "./names.js";
import { findPushed, removePushed } from "./pushed-files.js";
import { parseHostLine } from "./shell-host-line.js";

/** The companion in a process of the shell user: it needs no installation, and ends with its adb stream. */
export interface ShellHost {
  /** The name of its socket in the abstract namespace. */
  readonly socket: string;
  /** A connection is trusted only if its hello has the same epoch. */
  readonly epoch: string;
  /** False if an instance of another program already runs: closing this one then ends nothing. */
  readonly isOwn: boolean;
  /** Aborts with a FoveaError when the process ended, or was closed. An instance of another program is not watched. */
  readonly ended: AbortSignal;
  /** Ends the process, if this program started it. Safe to call twice. */
  close(): void;
}

/** app_process on a slow phone takes seconds; the registration of UiAutomation up to 5 s more. */
const START_MS = 20_000;
const PUSH_MS = 30_000;
/** The shell host ends if it receives nothing for this long. */
const LEASE_MS = 9_000;
const BEAT_MS = 2_000;
/** The limit for stdout and stderr together, over the host's whole life: it prints one line. */
const MAX_BYTES = 256 * 1024;

/**
 * Starts the shell host from its jar, which is pushed before and removed once the host has started. The signal ends the
 * start, but not a started host: the caller closes that. Errors: UIAUTOMATION_BUSY, UNSUPPORTED_ON_DEVICE,
 * ON_DEVICE_UNTRUSTED if another program uses its socket, ON_DEVICE_FAILED, PUSH_FAILED, TIMEOUT, DEVICE_DISCONNECTED,
 * as runShell.
 */
export async function startShellHost(device: Device, jar: Uint8Array, signal: AbortSignal): Promise<ShellHost> {
  const path = shellJarPath(sha256Hex(jar));
  await withDeadline(
    PUSH_MS,
    `${device.serial}: pushing the shell host`,
    (limit) => placeJar(device, jar, path, limit),
    signal,
  );
  const life = new AbortController();
  const what = `${device.serial}: the start of the shell host`;
  try {
    return await withDeadline(START_MS, what, (limit) => start(device, path, life, limit), signal);
  } catch (error) {
    life.abort(toFoveaError(error));
    throw error;
  }
}

/**
 * Pushes the jar under a temporary name first: otherwise another program might start the incomplete file. The file is
 * then checked by its SHA-256, except on Android 7, which has no program for that: there adbd's OKAY has to be enough.
 */
async function placeJar(device: Device, jar: Uint8Array, path: string, signal: AbortSignal): Promise<void> {
  const scratch = `${path}.${randomBytes(6).toString("hex")}`;
  await pushFile(device, { source: jar, remotePath: scratch, mode: 0o644 }, signal);
  const hash = command(["sha256sum", scratch], { stderr: "drop" });
  // ART of Android 14 and later loads no dex file that is writable.
  const place = actScript(hash, allOf(["chmod", "0444", scratch], ["mv", "-f", scratch, path]));
  const { stdout } = await runShellOk(device, place, SHELL_LIMITS, signal);
  const found = /^[0-9a-f]{64}/.exec(stdout.toString("utf8"))?.[0] ?? null;
  if (found === null || found === sha256Hex(jar)) return;
  const message = `${device.serial}: ${path} is not what was pushed there`;
  throw new FoveaError("PUSH_FAILED", message, { device: device.serial });
}

async function start(device: Device, path: string, life: AbortController, signal: AbortSignal): Promise<ShellHost> {
  const script = `CLASSPATH=${quote(path)} exec ${quoteArgv(["app_process", "/", SHELL_CLASS, "--lease-ms", String(LEASE_MS)])}`;
  const stream = await abortable(device.openService(`shell,v2,raw:${script}`, life.signal), signal);
  const output = new HostOutput(stream, device.serial, life);
  const line = parseHostLine(await abortable(output.firstLine, signal));
  const { serial } = device;
  switch (line.kind) {
    case "ready":
      checkSocket(line.socket, serial);
      keepAlive(stream, life.signal);
      void removeJars(device, life.signal);
      return hostOf(line.epoch, true, life, serial);
    case "running":
      checkSocket(line.socket, serial);
      await checkEpoch(device, line.epoch, signal);
      return hostOf(line.epoch, false, new AbortController(), serial);
    case "failed":
      throw new FoveaError(line.code, `${serial}: the shell host did not start: ${line.message}`, { device: serial });
    case "other":
      throw failed(serial, `it said "${line.text.slice(0, 200)}"${output.details}`);
  }
}

/**
 * Removes the pushed files. The host is in memory once it has printed its line, so nobody needs its file any more: it
 * exists only during the start, even if this program is killed later. Files of interrupted starts are removed, too. If
 * this fails, the next start removes them.
 */
async function removeJars(device: Device, signal: AbortSignal): Promise<void> {
  try {
    const paths = await findPushed(device, signal);
    await removePushed(
      device,
      paths.filter((path) => path !== EPOCH_FILE),
      signal,
    );
  } catch {
    // The next start removes them.
  }
}

/**
 * Writes to the host regularly: a connection that breaks silently ends nothing on the device, so the host ends itself
 * when it receives nothing.
 */
function keepAlive(stream: ServiceStream, signal: AbortSignal): void {
  const sign = stdinPacket(Buffer.from("\n"));
  // A lost stream is reported by the reading side.
  const beating = repeatedly(() => void stream.write(sign).catch(() => {}), BEAT_MS);
  signal.addEventListener("abort", () => beating[Symbol.dispose](), { once: true });
}

function hostOf(epoch: string, isOwn: boolean, life: AbortController, serial: string): ShellHost {
  const close = () => {
    if (!life.signal.aborted) life.abort(new FoveaError("CANCELLED", `${serial}: the shell host was closed`));
  };
  return { socket: SHELL_SOCKET, epoch, isOwn, ended: life.signal, close };
}

function checkSocket(socket: string, serial: string): void {
  if (socket !== SHELL_SOCKET) throw failed(serial, `it listens on "${socket.slice(0, 80)}"`);
}

/**
 * The line came from a process of our own jar, but its epoch came from the listening program. Only the shell user can
 * write the epoch file, so the two have to agree.
 */
async function checkEpoch(device: Device, epoch: string, signal: AbortSignal): Promise<void> {
  const { stdout } = await retryRead(device, readScript(["cat", EPOCH_FILE]), SHELL_LIMITS, signal);
  if (stdout.toString("utf8").trim() === epoch) return;
  const message = `${device.serial}: the shell host that runs is not the one that ${EPOCH_FILE} names`;
  throw new FoveaError("ON_DEVICE_UNTRUSTED", message, { device: device.serial });
}

function failed(serial: string, why: string): FoveaError {
  return new FoveaError("ON_DEVICE_FAILED", `${serial}: the shell host did not start: ${why}`, { device: serial });
}

/** Reads the host's output to its end: after the first line only to notice when the process ends. */
class HostOutput {
  readonly firstLine: Promise<string>;
  readonly #packets = new ShellPackets(MAX_BYTES);
  #resolve: (line: string) => void = () => {};
  #reject: (error: FoveaError) => void = () => {};

  constructor(stream: ServiceStream, serial: string, life: AbortController) {
    this.firstLine = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.firstLine.catch(() => {}); // it may fail while no caller waits for it
    void this.#readAll(stream, serial, life);
  }

  /** The host's stderr, for messages. */
  get details(): string {
    const said = this.#packets.stderr.trim();
    return said === "" ? "" : `: ${said.slice(0, 300)}`;
  }

  async #readAll(stream: ServiceStream, serial: string, life: AbortController): Promise<void> {
    const ended = await this.#readUntilEnd(stream, serial).then(
      () => new FoveaError("DEVICE_DISCONNECTED", `${serial}: the shell host ended${this.details}`, { device: serial }),
      toFoveaError,
    );
    const code = this.#packets.exitCode;
    const silent = code === null ? ended : failed(serial, `it ended with ${code}${this.details}`);
    this.#reject(silent);
    if (!life.signal.aborted) life.abort(ended);
  }

  async #readUntilEnd(stream: ServiceStream, serial: string): Promise<void> {
    for await (const chunk of stream) {
      this.#packets.feed(chunk);
      const line = /^(.*)\n/.exec(this.#packets.stdout.toString("utf8"))?.[1];
      if (line !== undefined) this.#resolve(line.trimEnd());
      if (this.#packets.exitCode !== null) return;
    }
    if (this.#packets.exitCode === null && this.#packets.stdout.length === 0)
      throw new FoveaError("DEVICE_DISCONNECTED", `${serial}: the shell host's stream ended`, { device: serial });
  }
}
