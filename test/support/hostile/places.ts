import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import type { Profile } from "../../../packages/virtual-android/src/profile.js";
import { NO_COMPANION } from "../../../src/devices/companion/companion-link.js";
import { wrapDevice } from "../../../src/devices/device.js";
import { openDevices } from "../../../src/devices/devices.js";
import { readLimits } from "../../../src/hierarchy-cache/limits.js";
import { Sessions } from "../../../src/session/sessions.js";
import { useCompanions } from "../companion-ways.js";
import { JumpingTime } from "../jumping-time.js";
import { orDispose } from "../or-dispose.js";
import { startRealAdb } from "../real-adb.js";
import { startHostilePhone } from "./hostile-phone.js";
import { quickSession } from "./hostile-session.js";
import type { TrialPlace } from "./trial.js";

export interface PlaceOptions {
  readonly apiLevel: number;
  readonly usesCompanion: boolean;
  /** The phone's time in this process; one of its own if absent. */
  readonly time?: JumpingTime;
  /** How long operations take behind a real adb server; no time if absent. */
  readonly profile?: Profile;
  /** How many times faster than real the phone's time runs behind a real adb server. */
  readonly speed?: number;
}

/** The trials of a session: with many nearly equal screens the cache of a session gets slower. */
const TRIALS_EACH = 20;
/** Longer than the transitions at the start. */
const BOOT_MS = 1_000;

/** A phone in this process, in simulated time. */
export async function startQuickPlace(options: PlaceOptions): Promise<TrialPlace & AsyncDisposable> {
  const { apiLevel, usesCompanion, time = new JumpingTime() } = options;
  const hostile = await startHostilePhone(time, { apiLevel, onDevice: usesCompanion ? "enabled" : "absent" });
  await time.pass(BOOT_MS);
  const sessions = [quickSession(hostile, time, usesCompanion)];
  const ended = () => sessions.splice(0).map((session) => session.close());
  let trials = 0;
  return {
    ...{ hostile, usesCompanion },
    get session() {
      trials += 1;
      if (trials % TRIALS_EACH === 0) ended();
      const [session = quickSession(hostile, time, usesCompanion)] = sessions;
      if (sessions.length === 0) sessions.push(session);
      return session;
    },
    during: async (work) => await time.during(work),
    pass: async (ms) => await time.pass(ms),
    [Symbol.asyncDispose]: async () => {
      ended();
      await hostile[Symbol.asyncDispose]();
    },
  };
}

/** At this speed the second without events that uiautomator waits for takes 25 ms. */
const SPEED = 40;

/** A phone in this process, connected to the installed adb's own server; Fovea uses it like any phone. */
export async function startRealPlace(options: PlaceOptions): Promise<TrialPlace & AsyncDisposable> {
  const open: Open[] = [];
  const dispose = async () => {
    for (const close of open.splice(0).reverse()) await close();
  };
  const begin = async () => ({ ...(await realPlace(options, open)), [Symbol.asyncDispose]: dispose });
  return await orDispose({ [Symbol.asyncDispose]: dispose }, begin);
}

/** A function that closes an opened resource. */
type Open = () => unknown;

/** Adds each resource that it opens to `open`, so that all are closed even if a later step fails. */
async function realPlace(options: PlaceOptions, open: Open[]): Promise<TrialPlace> {
  const { apiLevel, usesCompanion, profile, speed = SPEED } = options;
  const clock = scaledTime(speed);
  const onDevice = usesCompanion ? "enabled" : "absent";
  const hostile = await startHostilePhone(clock, { apiLevel, onDevice, adbdPort: 0, ...(profile && { profile }) });
  open.push(() => hostile[Symbol.asyncDispose]());
  const adb = await startRealAdb();
  open.push(() => adb[Symbol.asyncDispose]());
  const folder = mkdtempSync(join(tmpdir(), "fovea-hostile-"));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const address = `127.0.0.1:${hostile.device.adbdPort}`;
  const devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
  open.push(() => devices[Symbol.asyncDispose]());
  const cache = { policy: "tile", limits: readLimits([]) } as const;
  const sessions = new Sessions(folder, { onDevice: usesCompanion ? useCompanions() : NO_COMPANION, cache });
  open.push(() => sessions[Symbol.dispose]());
  const device = await devices.get(address, AbortSignal.timeout(60_000));
  const openService: typeof device.openService = async (name, signal) => {
    hostile.noteService(name);
    return await device.openService(name, signal);
  };
  const session = sessions.of(wrapDevice(device, openService));
  return {
    ...{ hostile, session, usesCompanion },
    during: async (work) => await work,
    pass: async (ms) => await clock.sleep(ms, new AbortController().signal),
  };
}
