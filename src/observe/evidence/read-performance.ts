import { FoveaError } from "../../base/errors.js";
import type { Phone } from "../../devices/phone.js";
import { retryRead } from "../../devices/retry-read.js";
import { actScript, command, dumpsys, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import { parseGfxinfo } from "../parse/gfxinfo.js";

/** The resources that an app uses at a moment. A value that the device does not report is null. */
export interface AppUse {
  /** The pid of its main process; null if that process does not run. */
  readonly pid: number | null;
  /** The memory of all of its processes (PSS). */
  readonly memoryKb: number | null;
  /** Processor time of the main process since its start, summed over all cores. */
  readonly cpuMs: number | null;
  /** Frames drawn since the counters were last reset. */
  readonly frames: number | null;
  /** How many of these frames were late. */
  readonly jankyFrames: number | null;
  readonly frameP50Ms: number | null;
  readonly frameP95Ms: number | null;
  /** The time since boot, by the device. */
  readonly uptimeMs: number | null;
}

/** The state of the device's battery at a moment. */
export interface BatteryUse {
  readonly percent: number | null;
  /** The remaining charge; coarse on many devices. */
  readonly microAmpereHours: number | null;
  readonly isPlugged: boolean | null;
}

const LIMITS = { ...SHELL_LIMITS, totalMs: 15_000, firstByteMs: 15_000 };
/** sysconf(_SC_CLK_TCK) of Android's kernels. */
const MS_PER_TICK = 10;

/** Resets the counters of frames. Errors: as runShell. */
export async function clearFrames({ device }: Phone, packageName: string, signal: AbortSignal): Promise<void> {
  await runShell(device, actScript(dumpsys(3, "gfxinfo", packageName, "reset")), LIMITS, signal);
}

/** Reads what an app uses now. Errors: as runShell. */
export async function readAppUse(phone: Phone, packageName: string, signal: AbortSignal): Promise<AppUse> {
  const read = async (script: Parameters<typeof retryRead>[1]) =>
    (await retryRead(phone.device, script, LIMITS, signal)).stdout.toString("utf8");
  const pid = /^(\d{1,9})(?: |$)/.exec((await read(readScript(command(["pidof", packageName])))).trim())?.[1];
  const memory = await read(readScript(dumpsys(10, "meminfo", packageName)));
  const stat =
    pid === undefined ? "" : await read(readScript(command(["cat", `/proc/${pid}/stat`], { stderr: "drop" })));
  const gfx = parseGfxinfo(await read(readScript(dumpsys(3, "gfxinfo", packageName))), packageName)?.frameStats;
  const uptime = await read(readScript(["cat", "/proc/uptime"]));
  return {
    pid: pid === undefined ? null : Number(pid),
    memoryKb: parseMemory(memory),
    cpuMs: parseCpu(stat),
    frames: gfx?.totalFrames ?? null,
    jankyFrames: gfx?.jankyFrames ?? null,
    frameP50Ms: gfx?.percentilesMs.p50 ?? null,
    frameP95Ms: gfx?.percentilesMs.p95 ?? null,
    uptimeMs: /^\d{1,12}\.\d{1,3} /.test(uptime) ? Math.round(Number(uptime.split(" ")[0]) * 1_000) : null,
  };
}

/**
 * The sum of the totals of `dumpsys meminfo PACKAGE`, one for each process: `TOTAL PSS:` since Android 12, else
 * `TOTAL:`.
 */
export function parseMemory(text: string): number | null {
  const totals = text.split("\n").flatMap((line) => {
    const total = /^\s{1,40}TOTAL(?: PSS)?:\s{1,20}(\d{1,12})\s/.exec(`${line} `)?.[1];
    return total === undefined ? [] : [Number(total)];
  });
  return totals.length === 0 ? null : totals.reduce((sum, one) => sum + one, 0);
}

/** utime plus stime of /proc/PID/stat (proc(5)). The process name before them may contain any character. */
export function parseCpu(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const isKnown = fields.length > 12 && Number.isInteger(user) && Number.isInteger(system);
  return isKnown ? (user + system) * MS_PER_TICK : null;
}

/** Reads the state of the battery. Errors: as runShell, NOT_THIS_FORMAT. */
export async function readBattery({ device }: Phone, signal: AbortSignal): Promise<BatteryUse> {
  const { stdout } = await retryRead(device, readScript(dumpsys(5, "battery")), LIMITS, signal);
  const text = stdout.toString("utf8");
  const value = (name: string) => new Map(text.split("\n").map((line) => split(line))).get(name);
  const level = value("level");
  if (level === undefined)
    throw new FoveaError("NOT_THIS_FORMAT", `${device.serial} reports its battery in an unknown format`, {
      device: device.serial,
    });
  const charge = value("Charge counter");
  const powered = ["AC powered", "USB powered", "Wireless powered", "Dock powered"].map(value);
  return {
    percent: /^\d{1,3}$/.test(level) ? Number(level) : null,
    microAmpereHours: charge !== undefined && /^\d{1,9}$/.test(charge) && charge !== "0" ? Number(charge) : null,
    isPlugged: powered.every((one) => one === undefined) ? null : powered.includes("true"),
  };
}

function split(line: string): readonly [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
