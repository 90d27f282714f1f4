import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { devicesOptions, openFovea } from "../app/open-app.js";
import { type Config, type FlagValues, readConfig } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import { switchOffTelemetry } from "../base/telemetry.js";
import { openDevices } from "../devices/devices.js";
import { toolContext } from "../server/tool-context.js";
import { Caller } from "../session/caller.js";
import { flagsOf, requireConnectOptions, requireListOptions } from "./connect-options.js";
import { ConnectedPhone } from "./connected-phone.js";
import { describedFailure, invalid } from "./failures.js";
import type { FarmChoice, FarmPhone } from "./farm/connect-farm.js";
import { farmOf } from "./farm/farm-options.js";
import { contractBy } from "./plugins/contract.js";
import { loadPlugins } from "./plugins/load-plugins.js";
import type {
  Connect,
  IsFoveaError,
  ListDevices,
  LoadDemonstrations,
  PluginContract,
  FoveaError as PublicError,
  VirtualPhone,
} from "./types.js";

export { emulators } from "./emulators.js";
export { expect } from "./locators/assertions.js";

/** See {@link Connect}. */
export const connect: Connect = async (options = {}) => {
  requireConnectOptions(options);
  const {
    device,
    virtual,
    options: more = {},
    confirm,
    plugins: registered = [],
    signal = new AbortController().signal,
  } = options;
  const farm = farmOf(options);
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
    const app = await openFovea(config, {
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
    // With a farm, `device` is a lease, which is secret: it must not be in the error.
    throw describedFailure(error, device === undefined || farm ? "connect" : `connect ${device}`);
  }
};

/** Loads the client of farms only if a farm is used. */
async function openFarmPhone(config: Config, choice: FarmChoice, signal: AbortSignal): Promise<FarmPhone> {
  return await (await import("./farm/connect-farm.js")).openFarmPhone(config, choice, signal);
}

/** See {@link PluginContract}. */
export const pluginContract: PluginContract = contractBy(connect);

/** See {@link ListDevices}. */
export const listDevices: ListDevices = async (given = {}) => {
  requireListOptions(given);
  const { options = {}, signal = new AbortController().signal } = given;
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

/** See {@link LoadDemonstrations}. The code that reads flows and traces is loaded on the first use. */
export const loadDemonstrations: LoadDemonstrations = async (path) => {
  const workflows = await import("./workflows.js");
  return await workflows.loadDemonstrations(path);
};

/** See {@link IsFoveaError}. */
export const isFoveaError: IsFoveaError = (error, code): error is PublicError =>
  error instanceof FoveaError && (code === undefined || error.code === code);

/** Starts a virtual phone with its own adb server, and makes a temporary state folder if no option names one. */
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
  const own = { "adb-host": "127.0.0.1", "adb-port": String(server.port), device: device.serial };
  return readConfig({ ...flags, ...own, "state-dir": flags["state-dir"] ?? (await temporaryFolder(ends)) });
}

async function temporaryFolder(ends: (() => Promise<unknown>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fovea-"));
  ends.push(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}
