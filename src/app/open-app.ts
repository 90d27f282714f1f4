import { packageVersion } from "../base/assets.js";
import type { Config } from "../base/config.js";
import { redactionOf } from "../base/redaction.js";
import type { PhoneRecorder } from "../device-recording/phone-recorder.js";
import { adbEnvironment } from "../devices/adb/environment.js";
import type { LinkOptions } from "../devices/companion/companion-link.js";
import { ourWays } from "../devices/companion/our-ways.js";
import type { Device } from "../devices/device.js";
import { type DevicesOptions, openDevices } from "../devices/devices.js";
import type { Entry } from "../guard/modes.js";
import { cacheOptions } from "../hierarchy-cache/limits.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import { InteractionStore } from "../recorder/interaction-store.js";
import { RecentInteractions } from "../recorder/recent-interactions.js";
import { Recorder } from "../recorder/recorder.js";
import { Consents } from "../server/consents.js";
import { Guard } from "../server/guard/guard.js";
import type { ServerParts } from "../server/tool-context.js";
import { bothWatch } from "../session/both-watch.js";
import type { Session } from "../session/session.js";
import { Sessions, type SessionsOptions } from "../session/sessions.js";
import type { Plugins } from "../tool-contract/plugins.js";
import { paintedOver } from "../vision/image.js";
import { openDetectors } from "./open-detectors.js";

/** How to reach devices: the options of Fovea, else adb's own variables. */
export function devicesOptions(config: Config): DevicesOptions {
  const fromAdb = adbEnvironment(config.env);
  const host = config.adbHost ?? fromAdb.host;
  const port = config.adbPort ?? fromAdb.port;
  const serial = config.device ?? fromAdb.serial;
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(serial === undefined ? {} : { serial }),
    ...(config.allowDevices === undefined ? {} : { allowed: config.allowDevices }),
    remoteTargets: config.connect,
    env: config.env,
  };
}

/** The differences between commands and servers. */
export interface AppOptions extends SessionsOptions {
  /**
   * Whether `--companion auto` may start a program in adb's shell; else it uses one that a server has started. The
   * program ends with this process, and refs are followed only while it runs. So a command that leaves its refs to the
   * next command does not start one.
   */
  readonly startsCompanion?: boolean;
  /**
   * The kind of program that acts, which decides what happens with sensitive actions; if absent `serve`, which asks.
   */
  readonly entry?: Entry;
  /** Receives actions instead of the memory of the configuration. */
  readonly remembers?: Pick<LiveMemory, "watch" | "decided"> | undefined;
  /** What the modules of `--plugin` registered, loaded by the calling program. */
  readonly plugins?: Plugins;
}

/** How to reach the companions. */
export function linkOptions(config: Config, { startsCompanion = false }: AppOptions = {}): LinkOptions {
  return {
    ways: ourWays(config),
    companion: config.companion,
    starts: startsCompanion,
    preference: config.hierarchySource,
  };
}

/**
 * Everything that commands and servers share; dispose of it at the end. Contacts no device and no adb server, and loads
 * no model: detectors start at their first request. Errors: INVALID_ARGUMENT for an unknown detector.
 */
export async function openFovea(config: Config, options: AppOptions = {}): Promise<ServerParts & AsyncDisposable> {
  const cache = cacheOptions(config);
  const { plugins } = options;
  const seers = await openDetectors(config, plugins?.detectors);
  const detectors = seers.detectors.length === 0 ? null : { mode: config.vision, detectors: seers.detectors };
  const recorder = new Recorder(config, recentInteractions(config, options));
  if (config.trace !== undefined) recorder.start(config.trace);
  const memory = options.remembers ? undefined : await openMemory(config);
  const remembers = options.remembers ?? memory;
  const watch = (session: Session) => bothWatch(recorder.watch(session), remembers?.watch(session.device.serial));
  const guard = new Guard(config, options.entry ?? "serve", (line) => {
    recorder.decided({ ...line });
    remembers?.decided({ ...line });
  });
  const sessions = new Sessions(config.stateDir, {
    ...options,
    onDevice: linkOptions(config, options),
    cache,
    detectors,
    readsPages: config.webview,
    watch,
    gate: guard.lastingGate,
  });
  const letGo = (device: Device) => {
    sessions.letGo(device);
    recorder.forget(device);
  };
  const phoneRecorder = await openPhoneRecorder(config);
  const recording = phoneRecorder === null ? {} : { recorder: phoneRecorder };
  const devices = openDevices({ ...devicesOptions(config), ...recording, onLetGo: letGo });
  return {
    config,
    devices,
    sessions,
    consents: new Consents(),
    guard,
    recorder,
    ...(memory && { memory }),
    ...(plugins && { plugins }),
    [Symbol.asyncDispose]: async () => {
      await recorder[Symbol.asyncDispose]();
      await memory?.[Symbol.asyncDispose]();
      sessions.keepScreens();
      await sessions.changes[Symbol.asyncDispose]();
      sessions[Symbol.dispose]();
      await seers[Symbol.asyncDispose]();
      await devices[Symbol.asyncDispose]();
      await phoneRecorder?.close();
    },
  };
}

/** The modules of the memory are loaded only if there is one. Errors: MEMORY_UNUSABLE. */
async function openMemory({ memory: folder, redact, redactRegions }: Config): Promise<LiveMemory | undefined> {
  if (folder === undefined) return undefined;
  const { LiveMemory } = await import("../live-memory/live-memory.js");
  return new LiveMemory({ folder, redact, redactRegions });
}

function recentInteractions({ stateDir }: Config, { keepsScreens = false }: AppOptions): RecentInteractions {
  return new RecentInteractions(keepsScreens ? new InteractionStore(stateDir) : null);
}

/** The time for redacting whole dumps: a recording may wait for it, because the text is left out if time runs out. */
const RECORDING_TIME = { burstMs: 2_000, share: 1, now: () => performance.now() };

async function openPhoneRecorder(config: Config): Promise<PhoneRecorder | null> {
  const { recordDevice: folder, recordDeviceCapMb, redact, redactRegions: regions } = config;
  if (folder === undefined) return null;
  const capBytes = recordDeviceCapMb * 1e6;
  const { PhoneRecorder } = await import("../device-recording/phone-recorder.js");
  return await PhoneRecorder.open({
    folder,
    version: packageVersion(),
    redaction: redactionOf(redact, { time: RECORDING_TIME }),
    regions,
    capBytes,
    paintPicture: paintedOver,
  });
}
