import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "../../../src/base/config.js";
import { NO_COMPANION } from "../../../src/devices/companion/companion-link.js";
import type { Device } from "../../../src/devices/device.js";
import type { DeviceRegistry } from "../../../src/devices/devices.js";
import { cacheOptions } from "../../../src/hierarchy-cache/limits.js";
import { Recorder } from "../../../src/recorder/recorder.js";
// Loaded before the first call: in simulated time, a call would reach its timeout before the modules are loaded.
import "../../../src/server/answer-call.js";
import "../../../src/tools/tools.js";
import { Consents } from "../../../src/server/consents.js";
import { loaded, serverMaker } from "../../../src/server/create-server.js";
import { Guard } from "../../../src/server/guard/guard.js";
import type { ServerParts } from "../../../src/server/tool-context.js";
import { Sessions, type SessionsOptions } from "../../../src/session/sessions.js";
import { useCompanions } from "../companion-ways.js";
import {
  type Caller,
  type CallerKind,
  commandCaller,
  httpCaller,
  sessionCaller,
  sinceCaller,
  stdioCaller,
} from "./callers.js";
import { withOldRule } from "./planted.js";

export interface ProductPreference {
  readonly usesCompanion: boolean;
  readonly hasOldRule: boolean;
  /** A temporary folder. */
  readonly folder: string;
  /** Gives the phone as a new device object each time. */
  readonly newDevice: () => Device;
  /** Gives a caller that uses the command line; if absent, commands run in this process over the same device. */
  readonly commandLine?: () => Caller;
}

/** Fovea's server parts, which can be restarted at any time. */
export class Product implements AsyncDisposable {
  readonly #preference: ProductPreference;
  readonly #parts: ServerParts;
  readonly #options: SessionsOptions;
  readonly #newServer: ReturnType<typeof serverMaker>;
  #device: Device;
  #callers: Caller[] = [];

  constructor(preference: ProductPreference) {
    this.#preference = preference;
    this.#device = preference.newDevice();
    const places = { outputDir: join(preference.folder, "output"), stateDir: join(preference.folder, "state") };
    const config: Config = { ...readConfig({}, {}), ...places, actionTimeoutMs: 0, guard: "off" };
    this.#options = {
      onDevice: preference.usesCompanion ? useCompanions() : NO_COMPANION,
      cache: cacheOptions(config),
    };
    const sessions = new Sessions(config.stateDir, this.#options);
    const devices = registryOf(() => this.#device);
    this.#parts = {
      config,
      devices,
      sessions,
      consents: new Consents(),
      guard: new Guard(config, "serve"),
      recorder: new Recorder(config),
    };
    this.#newServer = serverMaker(loaded(this.#parts));
  }

  async restart(): Promise<void> {
    for (const caller of this.#callers.splice(0)) await caller[Symbol.asyncDispose]();
    this.#parts.sessions.letGo(this.#device);
    this.#device = this.#preference.newDevice();
    rmSync(join(this.#parts.config.stateDir, "screens"), { recursive: true, force: true });
  }

  async newCaller(kind: CallerKind): Promise<Caller> {
    const opened = await this.#openCaller(kind);
    const caller = this.#preference.hasOldRule ? withOldRule(opened) : opened;
    this.#callers.push(caller);
    return caller;
  }

  async #openCaller(kind: CallerKind): Promise<Caller> {
    if (kind === "stdio") return await stdioCaller(this.#newServer);
    if (kind === "http") return await httpCaller(this.#newServer);
    if (kind === "since") return await sinceCaller(this.#newServer);
    if (kind === "session") return await sessionCaller(this.#newServer);
    return this.#preference.commandLine?.() ?? commandCaller(this.#parts, this.#options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.restart();
    await this.#parts.recorder[Symbol.asyncDispose]();
    this.#parts.sessions[Symbol.dispose]();
  }
}

/** A temporary folder, which is removed at the end. */
export function newFolder(open: (() => unknown)[]): string {
  const folder = mkdtempSync(join(tmpdir(), "fovea-made-"));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A registry with this one connected device. */
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
