import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { bundledProfile, type Delay, type Profile } from "../../packages/virtual-android/src/profile.js";
import { startVirtualPhone } from "../../packages/virtual-android/src/start-virtual-phone.js";
import type { VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import { type Config, readConfig } from "../../src/base/config.js";
import { NO_COMPANION } from "../../src/devices/companion/companion-link.js";
import { type Device, wrapDevice } from "../../src/devices/device.js";
import type { DeviceRegistry } from "../../src/devices/devices.js";
import { cacheOptions } from "../../src/hierarchy-cache/limits.js";
import { beginSettling, settle } from "../../src/observe/settle.js";
import { Recorder } from "../../src/recorder/recorder.js";
import { Consents } from "../../src/server/consents.js";
import { Guard } from "../../src/server/guard/guard.js";
import type { ServerParts } from "../../src/server/tool-context.js";
import type { SessionDetectors } from "../../src/session/session-detectors.js";
import type { SessionWatcher } from "../../src/session/session-watcher.js";
import { Sessions } from "../../src/session/sessions.js";
import { useCompanions } from "../../test/support/companion-ways.js";
import { directDevice } from "../../test/support/direct-phone.js";
import { connectMcp, type McpLink } from "../../test/support/mcp-link.js";
import { never } from "../../test/support/never.js";
import { WholeTime } from "../../test/support/whole-time.js";
import type { Counts, Mode } from "./compare.js";

/** One call and its name in the table. */
interface Call {
  readonly name: string;
  readonly run: (place: Place) => Promise<string>;
}

const tool =
  (name: string, args: Readonly<Record<string, unknown>> = {}) =>
  async ({ client }: Place) => {
    const { text, isError } = await client.call(name, args);
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    return text;
  };

/** The calls in their order; each starts on the screen that the previous call left. */
const CALLS: readonly Call[] = [
  { name: "observe, first", run: tool("observe") },
  { name: "observe, unchanged", run: tool("observe") },
  { name: "observe, fresh", run: tool("observe", { fresh: true }) },
  { name: "find", run: tool("find", { query: 'radio "Team"' }) },
  {
    name: "tap, by ref",
    run: async (place) => await tool("tap", { target: await refOf(place, 'radio "Team"') })(place),
  },
  { name: "tap, by selector", run: tool("tap", { target: 'radio "Plus"' }) },
  { name: "tap, without an effect", run: tool("tap", { target: 'radio "Plus"' }) },
  { name: "type_text, by selector", run: tool("type_text", { target: 'field "Full name"', text: "Demo" }) },
  { name: "type_text, in the focused field", run: tool("type_text", { text: " L" }) },
  { name: "press_key", run: tool("press_key", { key: "back" }) },
  { name: "swipe", run: tool("swipe", { direction: "up" }) },
  { name: "settle", run: settleOnce },
  // It has to be the last call, because later searches would use the detectors, too.
  { name: "observe, with detectors", run: tool("observe", { vision: "on" }) },
];

/** A ref of the last answer, so that the search for it is not counted. */
async function refOf({ sessions, device }: Place, words: string): Promise<string> {
  const label = /"(.+)"/.exec(words)?.[1] ?? "";
  const elements = sessions.of(device).lastObservation?.elements ?? [];
  const found = elements.find(({ labels }) => labels.includes(label));
  if (!found) throw new Error(`the form has no ${words}`);
  return found.ref;
}

/** Waits for the screen to settle as an act does after its touch, but without a touch. */
async function settleOnce({ sessions, device }: Place): Promise<string> {
  const session = sessions.of(device);
  using start = beginSettling(session, session.lastReported, never());
  await settle(session, start, undefined, never());
  return "";
}

/** The virtual phone, which shows a form, and Fovea, in one process and with one simulated time. */
interface Place {
  readonly time: WholeTime;
  readonly device: Device;
  readonly sessions: Sessions;
  readonly client: McpLink;
  readonly counter: Counter;
}

const API_LEVEL = 34;
const SIZE = { size: { width: 360, height: 640 }, density: 160 } as const;
/** Longer than a transition, and longer than any wait of the companion. */
const REST_MS = 2_000;

/** Hooks of a test that uses the counted calls. */
interface Beside {
  /** Wraps the device that Fovea uses. */
  readonly around?: (device: Device) => Device;
  /** Is called at the end of each call, with its name. */
  readonly ended?: (name: string) => void;
}

/**
 * Counts the cost of each call in one mode: `companion` with the on-device service, `none` without it and without the
 * hierarchy cache, `cached` without it and with the cache.
 */
export async function countCalls(
  mode: Mode,
  { around = (device) => device, ended = () => {} }: Beside = {},
): Promise<ReadonlyMap<string, Counts>> {
  using time = new WholeTime();
  const opened: Opened = [];
  try {
    const place = await openPlace(mode, { time, opened, around });
    const counts = new Map<string, Counts>();
    for (const { name, run } of CALLS) {
      await time.pass(REST_MS);
      const before = place.counter.now();
      const answer = await time.during(run(place));
      counts.set(name, { ...difference(before, place.counter.now()), tokens: encode(answer).length });
      ended(name);
    }
    return counts;
  } finally {
    for (const close of opened.reverse()) await time.during(Promise.resolve(close()));
  }
}

type Opened = (() => unknown)[];

interface Opening {
  readonly time: WholeTime;
  /** The resources to close at the end, in reverse order. */
  readonly opened: Opened;
  readonly around: (device: Device) => Device;
}

async function openPlace(mode: Mode, { time, opened, around }: Opening): Promise<Place> {
  const onDevice = mode === "companion" ? "enabled" : "absent";
  const options = { ...SIZE, apiLevel: API_LEVEL, app: "com.fovea.form", onDevice, animationScale: 0 } as const;
  const phone = await startVirtualPhone({ ...options, profile: medianProfile(), adbdPort: null, clock: time });
  opened.push(async () => await phone.device[Symbol.asyncDispose]());
  const counter = new Counter(time, phone.device);
  const device = around(counter.around(directDevice(phone.device)));
  const folder = mkdtempSync(join(tmpdir(), "fovea-budgets-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const places = { outputDir: join(folder, "output"), stateDir: join(folder, "state") };
  const hierarchyCache = mode === "cached" ? "tile" : "off";
  const config: Config = { ...readConfig({}, {}), ...places, hierarchyCache };
  const detectors: SessionDetectors = { mode: "auto", detectors: [counter.detector] };
  const onDeviceLink = mode === "companion" ? useCompanions() : NO_COMPANION;
  const watch = () => counter.watcher;
  const sessions = new Sessions(config.stateDir, {
    onDevice: onDeviceLink,
    cache: cacheOptions(config),
    detectors,
    watch,
  });
  opened.push(() => sessions[Symbol.dispose]());
  const recorder = new Recorder(config);
  opened.push(async () => await recorder[Symbol.asyncDispose]());
  const parts: ServerParts = {
    config,
    devices: registryOf(device),
    sessions,
    consents: new Consents(),
    guard: new Guard(config, "serve"),
    recorder,
  };
  await time.pass(REST_MS);
  const client = await time.during(connectMcp(parts));
  opened.push(async () => await client[Symbol.asyncDispose]());
  return { time, device, sessions, client, counter };
}

/**
 * A mid-range phone on which each delay is its median, so that an added or removed call changes no other call's count.
 */
function medianProfile(): Profile {
  const profile = bundledProfile("usb-midrange");
  const { process, script, commands, onDevice } = profile;
  return {
    ...profile,
    process: { ...process, delayMs: median(process.delayMs) },
    script: { ...script, delayMs: median(script.delayMs) },
    commands: commands.map((command) => ({ ...command, delayMs: median(command.delayMs) })),
    ...(onDevice && {
      onDevice: {
        ...onDevice,
        roundTripMs: median(onDevice.roundTripMs),
        oldRoundTripMs: median(onDevice.oldRoundTripMs),
        screenshotMs: median(onDevice.screenshotMs),
      },
    }),
  };
}

function median(delay: Delay): Delay {
  return { fixed: "fixed" in delay ? delay.fixed : delay.p50 };
}

/** A registry with this one connected device. */
function registryOf(device: Device): DeviceRegistry {
  return {
    list: async () => [],
    get: async () => device,
    connect: async () => device.serial,
    watch: () => ({ [Symbol.dispose]: () => {} }),
    serverVersion: async () => 41,
    hostSpawns: 0,
    [Symbol.asyncDispose]: async () => {},
  };
}

type DeviceCounts = Omit<Counts, "tokens">;

/** Counts the traffic between Fovea and the phone, and the pictures that detectors process. */
class Counter {
  readonly watcher: SessionWatcher;
  readonly detector: SessionDetectors["detectors"][number];
  readonly #time: WholeTime;
  #streams = 0;
  #requests = 0;
  #frames = 0;
  #detectorCalls = 0;

  constructor(time: WholeTime, { faults }: VirtualDevice) {
    this.#time = time;
    this.watcher = {
      keepsFrames: false,
      frame: () => {
        this.#frames += 1;
      },
      sent: () => {},
      acted: () => {},
    };
    this.detector = {
      name: "counting",
      source: "vision",
      detect: async () => {
        this.#detectorCalls += 1;
        return [];
      },
      close: async () => {},
    };
    const strike = faults.faultFor.bind(faults);
    const counting: typeof strike = (target, text) => {
      if (target === "request") this.#requests += 1;
      return strike(target, text);
    };
    Object.assign(faults, { faultFor: counting });
  }

  around(device: Device): Device {
    return wrapDevice(device, async (name, signal) => {
      this.#streams += 1;
      return await device.openService(name, signal);
    });
  }

  now(): DeviceCounts {
    return {
      streams: this.#streams,
      exchanges: this.#streams + this.#requests,
      frames: this.#frames,
      detectorCalls: this.#detectorCalls,
      deviceMs: this.#time.nowMs(),
    };
  }
}

function difference(before: DeviceCounts, after: DeviceCounts): DeviceCounts {
  return {
    streams: after.streams - before.streams,
    exchanges: after.exchanges - before.exchanges,
    frames: after.frames - before.frames,
    detectorCalls: after.detectorCalls - before.detectorCalls,
    deviceMs: Math.round(after.deviceMs - before.deviceMs),
  };
}
