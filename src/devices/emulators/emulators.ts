import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import { pollUntil, withDeadline } from "../../base/signals.js";
import type { Environment } from "../adb/find-adb.js";
import type { DeviceEntry } from "../device-entry.js";
import type { DeviceRegistry } from "../devices.js";
import { askConsole, consolePort } from "../emulator-console.js";
import { findEmulator } from "./find-emulator.js";

/** The environment in which emulators are started and found. */
export interface EmulatorHost {
  readonly env: Environment;
  /** The port of the adb server that an emulator registers with. */
  readonly adbPort: number;
  readonly devices: Pick<DeviceRegistry, "list">;
  /** The serials that may be used; all if absent. */
  readonly allowed?: readonly string[] | undefined;
}

/** A virtual device of the user's SDK, and the serial under which it runs; null if it does not. */
export interface VirtualDevice {
  readonly name: string;
  readonly serial: string | null;
}

const LIST_MS = 20_000;

/** The virtual devices of the user's SDK. Errors: EMULATOR_NOT_FOUND, EMULATOR_FAILED. */
export async function listEmulators(host: EmulatorHost, signal: AbortSignal): Promise<readonly VirtualDevice[]> {
  const program = findEmulator(host.env);
  const options = { env: environmentFor(host), timeout: LIST_MS, signal, windowsHide: true };
  const { stdout } = await promisify(execFile)(program, ["-list-avds"], options).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new FoveaError("EMULATOR_FAILED", `\`${program} -list-avds\` failed: ${wordsOf(cause)}`, { cause });
  });
  const running = await runningNames(host, signal);
  return stdout
    .split(/\r?\n/)
    .filter((line) => NAME.test(line)) // other lines are log output, "INFO    | Storing crashdata in: …"
    .map((name) => ({ name, serial: running.get(name) ?? null }));
}

/** Names of virtual devices, as avdmanager accepts them. */
const NAME = /^\w[\w.-]{0,100}$/;

/** The names of the running emulators with their serials; an emulator that does not answer is left out. */
async function runningNames({ devices }: EmulatorHost, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const entries = (await devices.list(signal)).filter((one) => one.allowed && consolePort(one) !== null);
  const named = await Promise.all(
    entries.map(async ({ serial }) => {
      const said = await askConsole({ serial }, "avd name", signal).catch((error: unknown) => {
        if (!isFoveaError(error)) throw error;
        return "";
      });
      const name = said.split("\n").at(-1)?.trim() ?? "";
      return NAME.test(name) ? [[name, serial] as const] : [];
    }),
  );
  return new Map(named.flat());
}

export interface BootRequest {
  readonly name: string;
  readonly timeoutMs: number;
}

/**
 * Starts a virtual device of the user's SDK, and waits until adb lists it and Android has booted; gives its serial. It
 * continues to run after this process. If it already runs, this only waits. Errors: EMULATOR_NOT_FOUND, EMULATOR_FAILED
 * if no virtual device has that name or if the emulator ends, DEVICE_NOT_ALLOWED, TIMEOUT.
 */
export async function bootEmulator(
  host: EmulatorHost,
  { name, timeoutMs }: BootRequest,
  signal: AbortSignal,
): Promise<{ readonly serial: string; readonly isNew: boolean }> {
  const known = await listEmulators(host, signal);
  const own = known.find((one) => one.name === name);
  if (!own) {
    const names = known.map((one) => one.name).join(", ") || "none";
    throw new FoveaError("EMULATOR_FAILED", `there is no virtual device ${quoteUntrusted(name)}; there are: ${names}`);
  }
  const what = `booting ${name}`;
  if (own.serial !== null) {
    const { serial } = own;
    await withDeadline(timeoutMs, what, (limit) => ready(host, serial, limit), signal).catch(throwStarting);
    return { serial, isNew: false };
  }
  const port = await freePort(host, signal);
  using started = start(host, name, port);
  const serial = `emulator-${port}`;
  const wait = async (limit: AbortSignal) => {
    const seen = async () => started.failure() ?? ((await isReady(host, serial, limit)) ? "ready" : undefined);
    const found = await pollUntil(seen, POLL_MS, limit);
    if (found !== "ready") throw found;
  };
  await withDeadline(timeoutMs, what, wait, signal).catch(throwStarting);
  return { serial, isNew: true };
}

/** An emulator that takes too long is not ended: it may be the first start of a large one. */
function throwStarting(error: unknown): never {
  if (!isFoveaError(error, "TIMEOUT")) throw error;
  const { code, message, context, cause } = error;
  throw new FoveaError(code, message, { ...context, mayHaveHappened: true, hint: STARTING, cause });
}

const STARTING =
  "It goes on starting: call emulator without arguments until it is said to run, then with `boot` again, which waits until it is ready.";
const POLL_MS = 500;

async function ready(host: EmulatorHost, serial: string, signal: AbortSignal): Promise<void> {
  await pollUntil(async () => (await isReady(host, serial, signal)) || undefined, POLL_MS, signal);
}

async function isReady({ devices }: EmulatorHost, serial: string, signal: AbortSignal): Promise<boolean> {
  const entry = await entryOf(devices, serial, signal);
  return entry?.state === "device" && entry.booted === true;
}

/** The even ports that emulators and adb use; adbd's port is the next higher one. */
const PORTS = Array.from({ length: 64 }, (_, place) => 5554 + 2 * place);

async function freePort({ devices, allowed }: EmulatorHost, signal: AbortSignal): Promise<number> {
  const serials = new Set((await devices.list(signal)).map(({ serial }) => serial));
  const usable = PORTS.filter((port) => allowed?.includes(`emulator-${port}`) ?? true);
  if (usable.length === 0)
    throw new FoveaError("DEVICE_NOT_ALLOWED", "--allow-device names no emulator, so none is started");
  for (const port of usable) {
    if (serials.has(`emulator-${port}`)) continue;
    if (!(await isTaken(port)) && !(await isTaken(port + 1))) return port;
  }
  throw new FoveaError("EMULATOR_FAILED", "every port of emulators is taken; stop one first");
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  try {
    return await once(socket, "connect").then(
      () => true,
      () => false,
    );
  } finally {
    socket.destroy();
  }
}

interface Started extends Disposable {
  /** Why the emulator has ended; null while it runs. */
  failure(): FoveaError | null;
}

/** Starts the emulator, which outlives this process; its output is kept until it has booted. */
function start(host: EmulatorHost, name: string, port: number): Started {
  const program = findEmulator(host.env);
  const folder = mkdtempSync(join(tmpdir(), "fovea-emulator-"));
  const file = join(folder, "output");
  const output = openSync(file, "w");
  const { DISPLAY, WAYLAND_DISPLAY } = host.env;
  const window = process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY ? ["-no-window"] : [];
  const args = ["-avd", name, "-port", String(port), ...window];
  const stdio = ["ignore", output, output] as const;
  const child = spawn(program, args, { detached: true, stdio: [...stdio], env: environmentFor(host) });
  closeSync(output);
  let cause: unknown = null;
  child.once("error", (error) => {
    cause = error;
  });
  child.unref();
  const failure = () => {
    if (cause === null && child.exitCode === null && child.signalCode === null) return null;
    const said = cause === null ? readFileSync(file, "utf8").trim().slice(-600) : wordsOf(cause);
    const how = `ended with ${child.exitCode ?? child.signalCode ?? "nothing"}`;
    return new FoveaError("EMULATOR_FAILED", `the emulator of ${name} ${how}: ${quoteUntrusted(said)}`);
  };
  return { failure, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

const GONE_MS = 30_000;

/**
 * Ends an emulator of this host, and waits until adb no longer lists it. Errors: as askConsole, DEVICE_NOT_FOUND,
 * DEVICE_NOT_ALLOWED, TIMEOUT.
 */
export async function stopEmulator(host: EmulatorHost, serial: string, signal: AbortSignal): Promise<void> {
  const entry = await entryOf(host.devices, serial, signal);
  if (!entry) throw new FoveaError("DEVICE_NOT_FOUND", `there is no ${quoteUntrusted(serial)}`, { device: serial });
  if (!entry.allowed)
    throw new FoveaError("DEVICE_NOT_ALLOWED", `${serial} is not among the allowed devices`, { device: serial });
  await askConsole({ serial }, "kill", signal);
  const isGone = async (limit: AbortSignal) => ((await entryOf(host.devices, serial, limit)) ? undefined : true);
  const gone = async (limit: AbortSignal) => void (await pollUntil(() => isGone(limit), POLL_MS, limit));
  await withDeadline(GONE_MS, `the end of ${serial}`, gone, signal);
}

/** The entry of a serial; a phone with two connections is one entry. */
async function entryOf(
  devices: EmulatorHost["devices"],
  serial: string,
  signal: AbortSignal,
): Promise<DeviceEntry | undefined> {
  const entries = await devices.list(signal);
  return entries.find((one) => one.serial === serial || one.otherSerials.includes(serial));
}

/** The environment variables that an emulator needs; all others, which are for other programs, are left out. */
function environmentFor({ env, adbPort }: EmulatorHost): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && (KEPT.has(name) || name.startsWith("ANDROID_")) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), ANDROID_ADB_SERVER_PORT: String(adbPort) };
}

const KEPT: ReadonlySet<string> = new Set([
  "PATH",
  "Path",
  "HOME",
  "USER",
  "TMPDIR",
  "LD_LIBRARY_PATH",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "SystemRoot",
  "PATHEXT",
  "TEMP",
  "USERPROFILE",
  "LOCALAPPDATA",
  "APPDATA",
]);

function wordsOf(cause: unknown): string {
  return quoteUntrusted((cause instanceof Error ? cause.message : String(cause)).slice(0, 300));
}
