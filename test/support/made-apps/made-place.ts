import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "../../../src/base/config.js";
import { type Device, wrapDevice } from "../../../src/devices/device.js";
import type { DeviceRegistry } from "../../../src/devices/devices.js";
import { NO_HALF } from "../../../src/devices/on-device/on-device-link.js";
import { cacheOptions } from "../../../src/hierarchy-cache/limits.js";
import { Recorder } from "../../../src/recorder/recorder.js";
import { Consents } from "../../../src/server/consents.js";
import { type ServerParts, serverMaker } from "../../../src/server/create-server.js";
import { Sessions, type SessionsOptions } from "../../../src/session/sessions.js";
import { directDevice } from "../direct-phone.js";
import { useHalves } from "../half-ways.js";
import { type HostilePhone, startHostilePhone } from "../hostile/hostile-phone.js";
import { quickRun, quickStream } from "../hostile/quick-shell.js";
import { orDispose } from "../or-dispose.js";
import { WholeTime } from "../whole-time.js";
import { type Caller, type CallerKind, commandCaller, httpCaller, stdioCaller } from "./callers.js";
import { MADE, MadeApp } from "./made-app.js";
import { makeApp } from "./make-app.js";

export interface MadePlaceOptions {
  readonly apiLevel: number;
  readonly usesHalf: boolean;
}

/** A phone with a made app in front, and Fovea before it. */
export interface MadePlace extends AsyncDisposable {
  readonly app: MadeApp;
  readonly hostile: HostilePhone;
  readonly usesHalf: boolean;
  readonly apiLevel: number;
  /** Of the phone, in ms. */
  now(): number;
  /** Does some work while time goes on. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
  /** Fovea as if it had been started now: it knows nothing of the phone yet. Its callers are closed by the next one. */
  restart(): Promise<void>;
  newCaller(kind: CallerKind): Promise<Caller>;
}

/** Longer than the transitions at the start. */
const BOOT_MS = 1_000;

/** All of it in this process, in a time that jumps. */
export async function startMadePlace(options: MadePlaceOptions): Promise<MadePlace> {
  const open: (() => unknown)[] = [];
  const dispose = async () => {
    for (const close of open.splice(0).reverse()) await close();
  };
  const whole = { [Symbol.asyncDispose]: dispose };
  return await orDispose(whole, async () => ({ ...(await openPlace(options, open)), ...whole }));
}

async function openPlace({ apiLevel, usesHalf }: MadePlaceOptions, open: (() => unknown)[]) {
  const time = new WholeTime();
  open.push(() => time[Symbol.dispose]());
  const app = new MadeApp(makeApp(() => 0.5));
  const moreApps = () => [app.app()];
  const onDevice = usesHalf ? "enabled" : "absent";
  const hostile = await startHostilePhone(time, { apiLevel, onDevice, moreApps, app: MADE });
  open.push(async () => await time.during(closed(hostile)));
  await time.pass(BOOT_MS);
  const folder = mkdtempSync(join(tmpdir(), "fovea-made-"));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const product = new Product(hostile, time, { folder, usesHalf });
  open.push(async () => await time.during(closed(product)));
  return {
    ...{ app, hostile, usesHalf, apiLevel },
    now: () => time.nowMs(),
    during: async <T>(work: Promise<T>) => await time.during(work),
    pass: async (ms: number) => await time.pass(ms),
    restart: async () => await time.during(product.restart()),
    newCaller: async (kind: CallerKind) => await time.during(product.newCaller(kind)),
  };
}

/** Fovea's server parts, with a phone that can be another device at any time. */
class Product implements AsyncDisposable {
  readonly #hostile: HostilePhone;
  readonly #direct: Device;
  readonly #time: WholeTime;
  readonly #parts: ServerParts;
  readonly #options: SessionsOptions;
  readonly #newServer: ReturnType<typeof serverMaker>;
  #device: Device;
  #callers: Caller[] = [];

  constructor(hostile: HostilePhone, time: WholeTime, { folder, usesHalf }: { folder: string; usesHalf: boolean }) {
    this.#hostile = hostile;
    this.#time = time;
    this.#direct = directDevice(hostile.device);
    this.#device = this.#newDevice();
    const places = { outputDir: join(folder, "output"), stateDir: join(folder, "state") };
    const config: Config = { ...readConfig({}, {}), ...places, actionTimeoutMs: 0 };
    this.#options = { onDevice: usesHalf ? useHalves() : NO_HALF, cache: cacheOptions(config) };
    const sessions = new Sessions(config.stateDir, this.#options);
    const devices = registryOf(() => this.#device);
    this.#parts = { config, devices, sessions, consents: new Consents(), recorder: new Recorder(config) };
    this.#newServer = serverMaker(this.#parts);
  }

  async restart(): Promise<void> {
    for (const caller of this.#callers.splice(0)) await caller[Symbol.asyncDispose]();
    this.#parts.sessions.letGo(this.#device);
    this.#device = this.#newDevice();
    rmSync(join(this.#parts.config.stateDir, "screens"), { recursive: true, force: true });
  }

  async newCaller(kind: CallerKind): Promise<Caller> {
    const caller = await this.#openCaller(kind);
    this.#callers.push(caller);
    return caller;
  }

  async #openCaller(kind: CallerKind): Promise<Caller> {
    if (kind === "stdio") return await stdioCaller(this.#newServer);
    if (kind === "http") return await httpCaller(this.#newServer);
    return commandCaller(this.#parts, this.#options);
  }

  #newDevice(): Device {
    const parts = {
      ...{ phone: this.#hostile.phone, programs: this.#hostile.programs },
      sleep: async (ms: number, signal: AbortSignal) => await this.#time.sleep(ms, signal),
    };
    return wrapDevice(this.#direct, async (name, signal) => {
      this.#hostile.noteService(name);
      const script = /^shell,v2,raw:(.*)$/s.exec(name)?.[1];
      const run = script === undefined ? undefined : quickRun(parts, script);
      return run ? quickStream(run, signal) : await this.#direct.openService(name, signal);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.restart();
    await this.#parts.recorder[Symbol.asyncDispose]();
    this.#parts.sessions[Symbol.dispose]();
  }
}

/** One device, which is there. */
function registryOf(device: () => Device): DeviceRegistry {
  return {
    list: async () => [],
    get: async () => device(),
    connect: async () => device().serial,
    watch: () => ({ [Symbol.dispose]: () => {} }),
    serverVersion: async () => 41,
    hostSpawns: 0,
    [Symbol.asyncDispose]: async () => {},
  };
}

async function closed(one: AsyncDisposable): Promise<void> {
  await one[Symbol.asyncDispose]();
}
