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

/** The companion in a process of the shell user: nothing is installed, and it ends with its adb stream. */
export interface ShellHost {
  /** Abstract name of its socket. */
  readonly socket: string;
  /** A connection is trusted only if its hello says the same. */
  readonly epoch: string;
  /** False if another program's instance runs already: closing this one then ends nothing. */
  readonly isOwn: boolean;
  /** Aborts with a FoveaError when the process ended, or was closed. An instance of others is not watched. */
  readonly ended: AbortSignal;
  /** Ends the process, if it is ours. Safe to call twice. */
  close(): void;
}

/** app_process on a slow phone takes seconds; UiAutomation's registration up to 5 s more. */
const START_MS = 20_000;
const PUSH_MS = 30_000;
/** The program ends if it receives nothing for this long. */
const LEASE_MS = 9_000;
const BEAT_MS = 2_000;
/** The limit for stdout and stderr together, over its whole life: it prints one line. */
const MAX_BYTES = 256 * 1024;

/**
 * Starts the shell host from its jar, which is pushed first and is gone again once it has started. The signal ends the
 * start, not the host that was started: its caller closes it. Errors: UIAUTOMATION_BUSY, UNSUPPORTED_ON_DEVICE,
 * ON_DEVICE_UNTRUSTED where something else holds its socket, ON_DEVICE_FAILED, PUSH_FAILED, TIMEOUT,
 * DEVICE_DISCONNECTED, as runShell.
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
 * Pushes it under another name first: another program may start the half-written file otherwise. What then lies there
 * is checked by its SHA-256, but on Android 7, which has no program for that: there adbd's own word has to do.
 */
async function placeJar(device: Device, jar: Uint8Array, path: string, signal: AbortSignal): Promise<void> {
  const scratch = `${path}.${randomBytes(6).toString("hex")}`;
  await pushFile(device, { source: jar, remotePath: scratch, mode: 0o644 }, signal);
  const hash = command(["sha256sum", scratch], { stderr: "drop" });
  // ART of Android 14 and later loads no dex that could be written to.
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
 * The program is in memory once it has said its line, so that nobody needs its file any more: what is pushed is there
 * only while it starts, whatever ends this side. Files of starts that were broken off go with it. Where that fails, the
 * next start does it.
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
    // The next start does it.
  }
}

/**
 * A connection that breaks silently ends nothing on the device: so this side sends signs of life, and the program ends
 * when it does not.
 */
function keepAlive(stream: ServiceStream, signal: AbortSignal): void {
  const sign = stdinPacket(Buffer.from("\n"));
  // The reading side reports a lost stream.
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
 * The line came from a process of our own jar, but the epoch from the program that listens: only the shell user can
 * write the file.
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

/** Reads the host's output to its end: the first line, then only whether it still lives. */
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
    this.firstLine.catch(() => {}); // it may fail before anybody waits, or after
    void this.#readAll(stream, serial, life);
  }

  /** What it wrote to stderr, for messages. */
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
