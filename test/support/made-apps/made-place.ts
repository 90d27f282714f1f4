import { type Device, wrapDevice } from "../../../src/devices/device.js";
import { directDevice } from "../direct-phone.js";
import { type HostilePhone, startHostilePhone } from "../hostile/hostile-phone.js";
import { quickRun, quickStream } from "../hostile/quick-shell.js";
import { orDispose } from "../or-dispose.js";
import { WholeTime } from "../whole-time.js";
import type { Caller, CallerKind } from "./callers.js";
import { MADE, MadeApp } from "./made-app.js";
import { newFolder, Product } from "./made-product.js";
import { makeApp } from "./make-app.js";

export interface MadePlaceOptions {
  readonly apiLevel: number;
  readonly usesCompanion: boolean;
  /** The scale of the phone's animations; 0 if absent. */
  readonly animationScale?: 0 | 1;
  /** Whether the old rule for refs is simulated, see {@link withOldRule}. */
  readonly hasOldRule?: boolean;
}

/** A phone with a generated app in front, and Fovea. */
export interface MadePlace extends AsyncDisposable {
  readonly app: MadeApp;
  readonly hostile: HostilePhone;
  readonly usesCompanion: boolean;
  /** Whether commands use the companion; they may use dumps even if the companion exists. */
  readonly hasCompanionForCommands: boolean;
  readonly apiLevel: number;
  /** The time of the phone, in ms. */
  now(): number;
  /** Waits for work while time passes. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets this time pass. */
  pass(ms: number): Promise<void>;
  /** Restarts Fovea, so that it knows nothing of the phone. The next restart closes its callers. */
  restart(): Promise<void>;
  newCaller(kind: CallerKind): Promise<Caller>;
}

/** The functions that close resources at the end, called in reverse order. */
export type Opened = (() => unknown)[];

/** Longer than the transitions at the start. */
const BOOT_MS = 1_000;

/** A place in this process, in simulated time. */
export async function startMadePlace(options: MadePlaceOptions): Promise<MadePlace> {
  const open: Opened = [];
  const dispose = async () => {
    for (const close of open.splice(0).reverse()) await close();
  };
  const whole = { [Symbol.asyncDispose]: dispose };
  return await orDispose(whole, async () => ({ ...(await openPlace(options, open)), ...whole }));
}

async function openPlace(options: MadePlaceOptions, open: Opened) {
  const { apiLevel, usesCompanion, animationScale = 0, hasOldRule = false } = options;
  const time = new WholeTime();
  open.push(() => time[Symbol.dispose]());
  const app = new MadeApp(makeApp(() => 0.5));
  const moreApps = () => [app.app()];
  const onDevice = usesCompanion ? "enabled" : "absent";
  const hostile = await startHostilePhone(time, { apiLevel, animationScale, onDevice, moreApps, app: MADE });
  open.push(async () => await time.during(closed(hostile)));
  await time.pass(BOOT_MS);
  const direct = directDevice(hostile.device);
  const quick = quickServices(hostile, direct, time);
  const product = new Product({
    usesCompanion,
    hasOldRule,
    newDevice: () => wrapDevice(direct, quick),
    folder: newFolder(open),
  });
  open.push(async () => await time.during(closed(product)));
  return {
    ...{ app, hostile, usesCompanion, hasCompanionForCommands: usesCompanion, apiLevel },
    now: () => time.nowMs(),
    during: async <T>(work: Promise<T>) => await time.during(work),
    pass: async (ms: number) => await time.pass(ms),
    restart: async () => await time.during(product.restart()),
    newCaller: async (kind: CallerKind) => await time.during(product.newCaller(kind)),
  };
}

/** Runs the scripts of an observation and of a tap without a shell, and opens all other services as usual. */
function quickServices(hostile: HostilePhone, direct: Device, time: WholeTime): Device["openService"] {
  const sleep = async (ms: number, signal: AbortSignal) => await time.sleep(ms, signal);
  const parts = { phone: hostile.phone, programs: hostile.programs, sleep };
  return async (name, signal) => {
    hostile.noteService(name);
    const script = /^shell,v2,raw:(.*)$/s.exec(name)?.[1];
    const run = script === undefined ? undefined : quickRun(parts, script);
    return run ? quickStream(run, signal) : await direct.openService(name, signal);
  };
}

async function closed(one: AsyncDisposable): Promise<void> {
  await one[Symbol.asyncDispose]();
}
