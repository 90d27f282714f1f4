import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttachableDevice } from "../../packages/virtual-android/src/adb-server/endpoint.js";
import { scaledTime } from "../../packages/virtual-android/src/phone-time.js";
import type { Pace } from "../../packages/virtual-android/src/played/play-exchange.js";
import { PlayedDevice } from "../../packages/virtual-android/src/played/played-device.js";
import { startVirtualPhone, type VirtualPhoneOptions } from "../../packages/virtual-android/src/start-virtual-phone.js";
import { startVirtualAdbServer } from "../../packages/virtual-android/src/virtual-adb-server.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { openFovea as openParts } from "../../src/app/open-app.js";
import { type Config, readConfig } from "../../src/base/config.js";
import { ownCompanion } from "../../src/cli/play-recording.js";
import { install } from "../../src/cli/setup.js";
import { readPhoneRecording } from "../../src/device-recording/read-recording.js";
import { SMALL } from "./drive.js";
import { connectMcp } from "./mcp-link.js";
import { never } from "./never.js";
import { startRealAdb } from "./real-adb.js";

/** Fovea as commands and servers open it, with a client and one phone. */
export interface OpenFovea extends AsyncDisposable {
  /** Calls a tool, and gives the text of its answer or of its refusal. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A fresh observation, without the fields that differ each time. */
  look(): Promise<unknown>;
}

/** Opens Fovea for a device of an adb server; closing it also ends a recording. */
export async function openFovea(adbPort: number, serial: string, given: Partial<Config> = {}): Promise<OpenFovea> {
  const folder = scratch();
  const base = {
    ...readConfig({}, {}),
    outputDir: folder,
    stateDir: folder,
    actionTimeoutMs: 0,
    detector: "none",
    guard: "off" as const,
  };
  const remote = /:\d+$/.test(serial) ? [serial] : [];
  const app = await openParts({ ...base, adbPort, device: serial, connect: remote, ...given });
  const mcp = await connectMcp(app);
  return {
    call: async (tool, args = {}) => (await mcp.call(tool, args)).text,
    look: async () => {
      const { text, isError } = await mcp.call("observe", { fresh: true });
      assert.equal(isError, false, text);
      const { lastObservation } = app.sessions.of(await app.devices.get(undefined, never()));
      return lasting(lastObservation);
    },
    [Symbol.asyncDispose]: async () => {
      await mcp[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PASSING =
  /^(?:observationId|timestamp|deviceTime|ref|refs|serial|frameStats|parts|cost|fingerprint|statsSinceNs)$|(?:At|Age|Ms|age)$/;

/** The value without ids, times and ages; texts of password fields are redacted. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !PASSING.test(name));
  const isPassword = fields.some(([name, field]) => name === "password" && field === true);
  const shown = isPassword
    ? fields.filter(([name]) => !/^(?:text|labels|value|contentDescription)$/.test(name))
    : fields;
  return Object.fromEntries(shown.map(([name, field]) => [name, lasting(field)]));
}

export type Through = "real adb" | "in process";

/** Runs `work` with Fovea on a scripted phone, recording into the folder. */
export async function recordPhone<Result>(
  { folder, through, config = {}, setUp = false, ...options }: RecordOptions,
  work: (fovea: OpenFovea, phone: VirtualPhone) => Promise<Result>,
): Promise<Result> {
  const started = await startVirtualPhone({ animationScale: 0, clock: scaledTime(SMALL.speed), ...SMALL, ...options });
  await using device = started.device;
  await using server = await serverOf(through, device);
  if (setUp) await setUpCompanion(server, config);
  await using fovea = await openFovea(server.port, server.serial, { recordDevice: folder, ...config });
  return await work(fovea, started.phone);
}

export interface RecordOptions extends VirtualPhoneOptions {
  readonly folder: string;
  readonly through: Through;
  readonly config?: Partial<Config>;
  /** Whether to install the companion first, signed by the key in the configuration's state folder. */
  readonly setUp?: boolean;
}

async function setUpCompanion(
  { port, serial }: { readonly port: number; readonly serial: string },
  config: Partial<Config>,
) {
  const remote = /:\d+$/.test(serial) ? [serial] : [];
  const all = { ...readConfig({}, {}), ...config, adbPort: port, device: serial, connect: remote };
  await using app = await openParts(all);
  const device = await app.devices.get(undefined, never());
  await install({ device, place: all, onStep: () => {} }, never());
}

export interface PlayOptions extends Pick<RecordOptions, "folder" | "through" | "config"> {
  readonly pace?: Pace;
}

/** Runs `work` with Fovea on the phone that was recorded in the folder. */
export async function playPhone<Result>(
  { folder, through, pace = "fast", config = { hierarchySource: "uiautomator" } }: PlayOptions,
  work: (fovea: OpenFovea, device: PlayedDevice) => Promise<Result>,
): Promise<Result> {
  const place = { stateDir: folder, signingKey: undefined, ...config };
  const companion = config.stateDir === undefined ? {} : { ownCompanion: await ownCompanion(place) };
  await using device = new PlayedDevice({ recording: readPhoneRecording(folder), pace, ...companion });
  await device.start();
  await using server = await serverOf(through, device);
  await using fovea = await openFovea(server.port, server.serial, config);
  const result = await work(fovea, device);
  assert.deepEqual(device.defects, []);
  return result;
}

async function serverOf(through: Through, device: AttachableDevice & { readonly adbdPort: number | null }) {
  if (through === "in process") {
    const server = await startVirtualAdbServer({ devices: [{ device }] });
    const { port } = server;
    return { port, serial: device.serial, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
  const adb = await startRealAdb();
  const { port } = adb;
  return { port, serial: `127.0.0.1:${device.adbdPort}`, [Symbol.asyncDispose]: () => adb[Symbol.asyncDispose]() };
}

/** A folder for one test. */
export function scratch(): string {
  return mkdtempSync(join(tmpdir(), "fovea-phone-"));
}

/** A folder for one test, which is removed at the end. */
export function scratchFolder(): Disposable & { readonly path: string } {
  const path = scratch();
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
