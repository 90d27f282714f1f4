import { FoveaError } from "../../base/errors.js";
import { askPhone } from "../../devices/phone.js";
import {
  type AppUse,
  type BatteryUse,
  clearFrames,
  readAppUse,
  readBattery,
} from "../../observe/evidence/read-performance.js";
import type { RunningWork } from "../../session/changes/running-work.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";
import { isInstalled, launcherStart, notInstalled, requirePackage, startActivity, startNotes } from "./apps.js";
import { refuseKept } from "./kept-packages.js";

/** The key under which a device's running measurement is kept. */
const KIND = "performance";

/** The readings when a measurement began; nothing runs on the device meanwhile. */
class Measurement implements RunningWork {
  readonly packageName: string;
  readonly app: AppUse;
  readonly battery: BatteryUse;

  constructor(packageName: string, app: AppUse, battery: BatteryUse) {
    this.packageName = packageName;
    this.app = app;
    this.battery = battery;
  }

  async end(): Promise<void> {}
}

/** What an app used over a time span. Values that the device does not report are null. */
export interface PerformanceSpan {
  readonly package: string;
  readonly durationMs: number | null;
  readonly frames: number | null;
  readonly jankyFrames: number | null;
  readonly frameP50Ms: number | null;
  readonly frameP95Ms: number | null;
  /** The processor time of its main process, summed over all cores. */
  readonly cpuMs: number | null;
  readonly memoryKb: { readonly before: number | null; readonly after: number | null };
  readonly battery: {
    readonly before: number | null;
    readonly after: number | null;
    /** The charge that left the battery, in µAh; null if the device does not count it, or is plugged in. */
    readonly usedMicroAmpereHours: number | null;
    readonly isPlugged: boolean | null;
  };
  /** Whether its main process differs from the one at the beginning, or has ended. */
  readonly wasRestarted: boolean;
  /** Whether the app runs at the end. */
  readonly isRunning: boolean;
}

/** What an app uses now. Errors: APP_NOT_FOUND, as readAppUse. */
export async function measureNow(session: Session, name: string, signal: AbortSignal): Promise<AppUse> {
  const packageName = await requireInstalled(session, name, signal);
  return await readAppUse(await askPhone(session.device, signal), packageName, signal);
}

/** Begins a measurement, and resets the app's frame counters. Errors: as measureNow and readBattery; of the guard. */
export async function beginMeasuring(session: Session, name: string, signal: AbortSignal): Promise<UnseenChange> {
  const packageName = await requireInstalled(session, name, signal);
  return await changeUnseen(
    session,
    {
      call: { tool: "performance", args: { package: packageName, action: "start" } },
      action: { kind: "device", change: "measure", detail: packageName, package: packageName },
    },
    async () => {
      const phone = await askPhone(session.device, signal);
      await clearFrames(phone, packageName, signal);
      const app = await readAppUse(phone, packageName, signal);
      const battery = await readBattery(phone, signal);
      const earlier = session.changes.running.of(session.device, KIND);
      session.changes.running.put(session.device, KIND, new Measurement(packageName, app, battery));
      const evidence = app.pid === null ? "it does not run yet" : `it runs as pid ${app.pid}`;
      const ended =
        earlier instanceof Measurement ? [`the measurement of ${earlier.packageName} that was running is dropped`] : [];
      return { did: `began to measure ${packageName}`, proof: "confirmed", evidence: [evidence, ...ended] };
    },
    signal,
  );
}

/** Ends the measurement. Errors: MEASUREMENT_NOT_RUNNING, as readAppUse and readBattery. */
export async function endMeasuring(session: Session, name: string, signal: AbortSignal): Promise<PerformanceSpan> {
  const packageName = requirePackage(name);
  const begun = session.changes.running.of(session.device, KIND);
  if (!(begun instanceof Measurement) || begun.packageName !== packageName) {
    const message = `no measurement of ${packageName} on ${session.device.serial} was begun`;
    throw new FoveaError("MEASUREMENT_NOT_RUNNING", message, { device: session.device.serial });
  }
  const phone = await askPhone(session.device, signal);
  const app = await readAppUse(phone, packageName, signal);
  const battery = await readBattery(phone, signal);
  session.changes.running.remove(session.device, KIND);
  const wasRestarted = begun.app.pid !== null && app.pid !== begun.app.pid;
  const isSame = begun.app.pid !== null && !wasRestarted;
  const isPlugged = battery.isPlugged === true || begun.battery.isPlugged === true;
  return {
    package: packageName,
    durationMs: difference(begun.app.uptimeMs, app.uptimeMs),
    frames: app.frames,
    jankyFrames: app.jankyFrames,
    frameP50Ms: app.frameP50Ms,
    frameP95Ms: app.frameP95Ms,
    cpuMs: isSame ? difference(begun.app.cpuMs, app.cpuMs) : app.cpuMs,
    memoryKb: { before: begun.app.memoryKb, after: app.memoryKb },
    battery: {
      before: begun.battery.percent,
      after: battery.percent,
      usedMicroAmpereHours: isPlugged ? null : difference(battery.microAmpereHours, begun.battery.microAmpereHours),
      isPlugged: battery.isPlugged,
    },
    wasRestarted,
    isRunning: app.pid !== null,
  };
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

/** The result of a cold start: the app had no process before. */
export interface ColdStart extends ActResult {
  /** The time until its first frame, as the device measured it. */
  readonly startMs: number | null;
  /** `COLD` if a process was created for it; null before Android 10, which does not report it. */
  readonly launchState: string | null;
}

/** Ends an app and starts it again as a launcher would, to measure the start. Errors: those of openApp. */
export async function coldStart(session: Session, name: string, signal: AbortSignal): Promise<ColdStart> {
  const packageName = requirePackage(name);
  refuseKept(packageName, session.device.serial, "is not stopped");
  let said = "";
  const result = await act(
    session,
    { tool: "performance", args: { package: packageName, action: "launch" } },
    async (ask) => {
      const { component, args } = await launcherStart(session, packageName, signal);
      ask({ kind: "closeApp", package: packageName }, null);
      const passed = ask({ kind: "openApp", package: packageName, activity: null }, null);
      said = await startActivity(session, ["-S", ...args], signal);
      const notes = (after: ActResult["after"]) => [...timeNotes(said), ...startNotes(said, packageName, after)];
      return {
        ...UNTOUCHED,
        did: `ended ${packageName} and opened ${component}`,
        by: "am",
        passed,
        opens: packageName,
        notes,
      };
    },
    signal,
  );
  return { ...result, startMs: startMsIn(said), launchState: launchStateIn(said) };
}

function timeNotes(said: string): readonly string[] {
  const ms = startMsIn(said);
  const state = launchStateIn(said);
  const how = state === null ? "" : ` (${state})`;
  return [ms === null ? "! the device did not say how long it took" : `first frame after ${ms} ms${how}`];
}

function startMsIn(said: string): number | null {
  const ms = /^TotalTime: (\d{1,9})$/m.exec(said)?.[1];
  return ms === undefined ? null : Number(ms);
}

function launchStateIn(said: string): string | null {
  return /^LaunchState: (\w{1,20})/m.exec(said)?.[1] ?? null;
}

async function requireInstalled(session: Session, name: string, signal: AbortSignal): Promise<string> {
  const packageName = requirePackage(name);
  if (!(await isInstalled(session, packageName, signal))) throw notInstalled(session, packageName);
  return packageName;
}
