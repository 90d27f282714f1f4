import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { devicesOptions, openApp } from "../app/open-app.js";
import { type Config, type FlagValues, OPTIONS, readConfig } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import { switchOffTelemetry } from "../base/telemetry.js";
import { openDevices } from "../devices/devices.js";
import { toolContext } from "../server/tool-context.js";
import { Caller } from "../session/caller.js";
import { requireOptions } from "./calls/call-shapes.js";
import { ConnectedPhone } from "./connected-phone.js";
import { describedFailure, invalid } from "./failures.js";
import type { FarmChoice, FarmPhone } from "./farm/connect-farm.js";
import { farmOf } from "./farm/farm-options.js";
import { contractBy } from "./plugins/contract.js";
import { loadPlugins } from "./plugins/load-plugins.js";
import type {
  Connect,
  ConnectOptions,
  IsFoveaError,
  ListDevices,
  LoadDemonstrations,
  OptionValue,
  PluginContract,
  FoveaError as PublicError,
  VirtualPhone,
} from "./types.js";

export { expect } from "./locators/assertions.js";

/** See {@link Connect}. */
export const connect: Connect = async (options = {}) => {
  requireOptions("connect", options, KNOWN);
  const {
    device,
    virtual,
    options: more = {},
    confirm,
    plugins: registered = [],
    signal = new AbortController().signal,
  } = options;
  const farm = farmOf(options);
  if (virtual !== undefined) requireVirtual(virtual);
  if (virtual !== undefined && device !== undefined)
    throw invalid("connect: give either `device` or `virtual`", "connect");
  switchOffTelemetry();
  const named = farm ? { farm: farm.servers } : device === undefined ? {} : { device };
  const flags = { ...flagsOf(more), ...named };
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const config = virtual === undefined ? readConfig(flags) : await startVirtual(virtual, flags, ends);
    const plugins = await loadPlugins(config.plugins, registered);
    const app = await openApp(config, {
      program: "a program with the library",
      startsCompanion: true,
      entry: "library",
      plugins,
    });
    ends.push(async () => await app[Symbol.asyncDispose]());
    const remote = farm && (await openFarmPhone(config, farm.choice, signal));
    if (remote) ends.push(async () => await remote[Symbol.asyncDispose]());
    return new ConnectedPhone({
      context: toolContext({ ...app, caller: new Caller() }, () => {}),
      serial: remote ? remote.device : (await app.devices.get(undefined, signal)).serial,
      remote: remote?.calls,
      confirm,
      newGate: () => app.guard.newGate(),
      plugins,
      close,
    });
  } catch (error) {
    await close();
    // A lease is a secret.
    throw describedFailure(error, device === undefined || farm ? "connect" : `connect ${device}`);
  }
};

/** The client of farms is loaded where there is one. */
async function openFarmPhone(config: Config, choice: FarmChoice, signal: AbortSignal): Promise<FarmPhone> {
  return await (await import("./farm/connect-farm.js")).openFarmPhone(config, choice, signal);
}

/** See {@link PluginContract}. */
export const pluginContract: PluginContract = contractBy(connect);

/** See {@link ListDevices}. */
export const listDevices: ListDevices = async ({ options = {}, signal = new AbortController().signal } = {}) => {
  try {
    await using devices = openDevices(devicesOptions(readConfig(flagsOf(options))));
    const entries = await devices.list(signal);
    return entries.map(({ serial, state, booted, model }) => {
      return { serial, state: state === "device" && booted === false ? "booting" : state, model };
    });
  } catch (error) {
    throw describedFailure(error, "listDevices");
  }
};

/** See {@link LoadDemonstrations}. Reading flows and traces is loaded when it is asked for. */
export const loadDemonstrations: LoadDemonstrations = async (path) => {
  const workflows = await import("./workflows.js");
  return await workflows.loadDemonstrations(path);
};

/** See {@link IsFoveaError}. */
export const isFoveaError: IsFoveaError = (error, code): error is PublicError =>
  error instanceof FoveaError && (code === undefined || error.code === code);

const KNOWN: Readonly<Record<keyof ConnectOptions, true>> = {
  device: true,
  farm: true,
  needs: true,
  ttlMs: true,
  waitMs: true,
  virtual: true,
  options: true,
  plugins: true,
  confirm: true,
  signal: true,
};
const KNOWN_VIRTUAL: Readonly<Record<keyof VirtualPhone, true>> = { api: true, app: true, lock: true, seed: true };
const LOCKS: readonly unknown[] = ["none", "swipe", "pin"];

/** Errors: INVALID_ARGUMENT, also for what only a program without types can give. */
function requireVirtual(virtual: VirtualPhone): void {
  requireOptions("connect: virtual", virtual, KNOWN_VIRTUAL);
  const { api = 33, app, lock = "none", seed = 1 } = virtual;
  if (!(Number.isInteger(api) && api >= 24 && api <= 36))
    throw invalid(`connect: virtual.api is a whole number from 24 to 36, and not ${String(api)}`, "connect");
  if (app !== undefined && typeof app !== "string") throw invalid("connect: virtual.app has to be a text", "connect");
  if (!LOCKS.includes(lock)) throw invalid("connect: virtual.lock is none, swipe or pin", "connect");
  if (!Number.isInteger(seed)) throw invalid("connect: virtual.seed has to be a whole number", "connect");
}

/** The options as flags of the command line, which are checked where those are. */
function flagsOf(options: Readonly<Record<string, OptionValue>>): FlagValues {
  const flags = Object.entries(options).map(([key, value]) => {
    const option = OPTIONS.find((one) => one.key === key);
    if (!option) {
      const hint = `The options are: ${OPTIONS.map((one) => one.key).join(", ")}.`;
      throw new FoveaError("INVALID_ARGUMENT", `connect: there is no option ${key}`, { hint });
    }
    return [option.flag.slice(2), typeof value === "number" ? String(value) : value] as const;
  });
  return Object.fromEntries(flags);
}

/** A phone and an adb server of its own, and a state folder that goes with them. */
async function startVirtual(
  virtual: VirtualPhone,
  flags: FlagValues,
  ends: (() => Promise<unknown>)[],
): Promise<Config> {
  const { startVirtualPhone, startVirtualAdbServer, appNamed } = await import(
    "../../packages/virtual-android/src/internal.js"
  );
  const { api, app, lock, seed } = virtual;
  const start = startVirtualPhone({
    adbdPort: null,
    ...(api === undefined ? {} : { apiLevel: api }),
    ...(app === undefined ? {} : { app: appNamed(app) }),
    ...(lock === undefined ? {} : { lock }),
    ...(seed === undefined ? {} : { seed }),
  });
  const { device } = await start.catch((error: unknown) => {
    throw invalid(`connect: ${error instanceof Error ? error.message : String(error)}`, "connect");
  });
  ends.push(async () => await device[Symbol.asyncDispose]());
  const server = await startVirtualAdbServer({ devices: [{ device }] });
  ends.push(async () => await server[Symbol.asyncDispose]());
  const state = await mkdtemp(join(tmpdir(), "fovea-"));
  ends.push(async () => await rm(state, { recursive: true, force: true }));
  const own = { "adb-host": "127.0.0.1", "adb-port": String(server.port), device: device.serial, "state-dir": state };
  return readConfig({ ...flags, ...own });
}
