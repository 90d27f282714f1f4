import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scaledTime, steadyTime } from "../../packages/virtual-android/src/phone-time.js";
import { releaseFacts } from "../../packages/virtual-android/src/release.js";
import { startVirtualPhone, type VirtualPhoneOptions } from "../../packages/virtual-android/src/start-virtual-phone.js";
import { startVirtualAdbServer } from "../../packages/virtual-android/src/virtual-adb-server.js";
import type { VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { type Config, readConfig } from "../../src/base/config.js";
import { type LinkOptions, NO_COMPANION } from "../../src/devices/companion/companion-link.js";
import { type DeviceRegistry, openDevices } from "../../src/devices/devices.js";
import { cacheOptions } from "../../src/hierarchy-cache/limits.js";
import { LiveMemory } from "../../src/live-memory/live-memory.js";
import { Recorder } from "../../src/recorder/recorder.js";
import { Consents } from "../../src/server/consents.js";
import { Guard } from "../../src/server/guard/guard.js";
import type { ServerParts } from "../../src/server/tool-context.js";
import { bothWatch } from "../../src/session/both-watch.js";
import type { Session } from "../../src/session/session.js";
import type { SessionDetectors } from "../../src/session/session-detectors.js";
import { Sessions } from "../../src/session/sessions.js";
import { never } from "./never.js";
import { orDispose } from "./or-dispose.js";
import { startRealAdb } from "./real-adb.js";

/** The default release of a virtual phone. */
const USUAL_API = 33;

/** The adb server for the virtual phone: one in this process, or the installed adb's own. */
export type Route = "in process" | "real adb";

/** The port of an adb server that is already running. */
export interface GivenServer {
  readonly adbPort: number;
}

export interface ProductOptions extends VirtualPhoneOptions {
  /** `in process` if absent. */
  readonly route?: Route | GivenServer;
  /** How many times faster than real the phone's time runs; 10 if absent. */
  readonly speed?: number;
  /** Whether the display has the usual size of this release; if absent, half the width and half the height. */
  readonly isFullSize?: boolean;
  /** Whether the phone's time stops while this process computes or waits for the processor; false if absent. */
  readonly isSteady?: boolean;
  /** Options of Fovea that differ from the defaults. */
  readonly config?: Partial<Config>;
  /** How the companions are used; no companion is used if absent. */
  readonly link?: LinkOptions;
  /** The detectors; none if absent. */
  readonly detectors?: SessionDetectors;
}

/**
 * All parts of a running Fovea, with a virtual phone. Animations are off unless requested.
 */
export interface Product extends AsyncDisposable, ServerParts {
  readonly devices: DeviceRegistry;
  readonly phone: VirtualPhone;
  readonly device: VirtualDevice;
  /** The phone's serial as Fovea knows it. */
  readonly serial: string;
  readonly adbPort: number;
  /** A temporary folder, which is removed at the end; it contains `config.outputDir` and `config.stateDir`. */
  readonly folder: string;
  session(): Promise<Session>;
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const stack: (() => unknown)[] = [];
  const dispose = async () => {
    for (const one of stack.splice(0).reverse()) await one();
  };
  const whole = { [Symbol.asyncDispose]: dispose };
  return await orDispose(whole, async () => ({ ...(await startParts(options, stack)), ...whole }));
}

/** Starts the parts; pushes the end of each part to `stack` as soon as the part exists. */
async function startParts(
  options: ProductOptions,
  stack: (() => unknown)[],
): Promise<Omit<Product, keyof AsyncDisposable>> {
  const {
    route = "in process",
    speed = 10,
    isSteady = false,
    isFullSize = false,
    config: given = {},
    link = NO_COMPANION,
    detectors = null,
    ...rest
  } = options;
  const clock = isSteady ? steadyTime(speed) : scaledTime(speed);
  const display = isFullSize || rest.size || rest.density !== undefined ? {} : halfDisplay(rest.apiLevel);
  const { device, phone } = await startVirtualPhone({ animationScale: 0, clock, ...display, ...rest });
  stack.push(() => device[Symbol.asyncDispose]());
  const { port, serial, targets } = await reach(route, device, stack);
  const folder = mkdtempSync(join(tmpdir(), "fovea-test-"));
  stack.push(() => rmSync(folder, { recursive: true, force: true }));
  const places = { outputDir: join(folder, "output"), stateDir: join(folder, "state") };
  // No waiting and no guard by default: a test that needs them sets the options.
  const config: Config = { ...readConfig({}, {}), ...places, actionTimeoutMs: 0, guard: "off", ...given };
  const devices = openDevices({ port, remoteTargets: targets, env: {} });
  stack.push(() => devices[Symbol.asyncDispose]());
  const recorder = new Recorder(config);
  if (config.trace !== undefined) recorder.start(config.trace);
  stack.push(() => recorder[Symbol.asyncDispose]());
  const { memory: remembered, redact, redactRegions } = config;
  const memory = remembered === undefined ? undefined : new LiveMemory({ folder: remembered, redact, redactRegions });
  if (memory) stack.push(() => memory[Symbol.asyncDispose]());
  const watch = (session: Session) => bothWatch(recorder.watch(session), memory?.watch(session.device.serial));
  const guard = new Guard(config, "serve", (line) => {
    recorder.decided({ ...line });
    memory?.decided({ ...line });
  });
  const sessions = new Sessions(config.stateDir, {
    onDevice: link,
    cache: cacheOptions(config),
    detectors,
    readsPages: config.webview,
    watch,
    gate: guard.lastingGate,
  });
  stack.push(() => sessions[Symbol.dispose]());
  return {
    config,
    devices,
    sessions,
    consents: new Consents(),
    guard,
    recorder,
    ...(memory && { memory }),
    phone,
    device,
    serial,
    adbPort: port,
    folder,
    session: async () => sessions.of(await devices.get(serial, never())),
  };
}

/**
 * A phone's display with half its width, height and density: the layout is the same in dp, but drawing, sending,
 * hashing and comparing take a quarter of the time.
 */
function halfDisplay(apiLevel = USUAL_API) {
  const { size, density, hasCutout } = releaseFacts(apiLevel);
  return { size: { width: size.width / 2, height: size.height / 2 }, density: density / 2, hasCutout };
}

async function reach(route: Route | GivenServer, device: VirtualDevice, stack: (() => unknown)[]) {
  if (route === "in process") {
    const server = await startVirtualAdbServer({ devices: [{ device }] });
    stack.push(() => server[Symbol.asyncDispose]());
    return { port: server.port, serial: device.serial, targets: [] };
  }
  const address = `127.0.0.1:${device.adbdPort}`;
  if (route !== "real adb") return { port: route.adbPort, serial: address, targets: [address] };
  const adb = await startRealAdb();
  stack.push(() => adb[Symbol.asyncDispose]());
  return { port: adb.port, serial: address, targets: [address] };
}
