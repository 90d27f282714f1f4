import { FoveaError } from "../base/errors.js";
import type { Device, DeviceFacts } from "./device.js";
import { findProgram, readScript } from "./script.js";
import { runShell, SHELL_LIMITS } from "./shell.js";

/** What a device reports about its running boot. */
export interface BootReport {
  readonly facts: DeviceFacts;
  /** sys.boot_completed is 1 and the boot animation is over. */
  readonly isBooted: boolean;
  /** Seconds since the kernel started; null if /proc/uptime is not readable. */
  readonly uptimeS: number | null;
  /** ro.runtime.firstboot: when the system server of this boot started. It differs between containers on one kernel. */
  readonly firstBoot: string | null;
}

/** Asks the device with one script of three processes. Errors: as runShell, SHELL_FAILED if it gives no properties. */
export async function askBootReport(
  device: Device,
  features: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<BootReport> {
  const { stdout, stderr } = await runShell(device, BOOT_SCRIPT, REPORT_LIMITS, signal);
  const reportedAt = performance.now();
  const report = parseBootReport(stdout.toString("utf8"), features);
  if (report !== null) return { ...report, facts: Object.freeze({ ...report.facts, reportedAt }) };
  const message = `${device.serial} gave no system properties, or only some: ${stderr.trim().slice(0, 200)}`;
  throw new FoveaError("SHELL_FAILED", message, { device: device.serial });
}

/** The report in the script's output; null if the output has no property at all, or ends in the middle of one. */
export function parseBootReport(text: string, features: ReadonlySet<string>): BootReport | null {
  const properties = parseProperties(text);
  if (properties.size === 0) return null;
  const get = (name: string) => properties.get(name) || null;
  const tail = text.slice(text.lastIndexOf("]\n") + 2);
  if (tail.startsWith("[")) return null;
  const facts: DeviceFacts = {
    model: get("ro.product.model"),
    manufacturer: get("ro.product.manufacturer"),
    hardwareSerial: get("ro.serialno") ?? get("ro.boot.serialno"),
    apiLevel: parseApiLevel(get("ro.build.version.sdk")),
    release: get("ro.build.version.release"),
    bootId: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/m.exec(tail)?.[0] ?? null,
    features,
    isEmulator: isEmulator(get),
    hasTimeout: /\/timeout$/m.test(tail),
  };
  const uptime = /^(\d+\.\d+) \d+\.\d+$/m.exec(tail)?.[1];
  return {
    facts: Object.freeze(facts),
    isBooted: get("sys.boot_completed") === "1" && BOOT_ANIMATION_OVER.has(get("init.svc.bootanim")),
    uptimeS: uptime === undefined ? null : Number(uptime),
    firstBoot: get("ro.runtime.firstboot"),
  };
}

// One `getprop` for all properties is one process; one for each property would be ten.
const BOOT_SCRIPT = readScript(["getprop"], findProgram("timeout"), [
  "cat",
  "/proc/sys/kernel/random/boot_id",
  "/proc/uptime",
]);

const REPORT_LIMITS = { ...SHELL_LIMITS, totalMs: 5_000, maxBytes: 4 * 1024 * 1024 };

/** Null is included: an image without a boot animation (`-no-boot-anim`, Waydroid) never sets the property. */
const BOOT_ANIMATION_OVER: ReadonlySet<string | null> = new Set(["stopped", null]);

/**
 * Reads `[name]: [value]` lines. A value may contain line ends, and so imitate another property: a property that
 * appears with two different values counts as empty.
 */
function parseProperties(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  let open = "";
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const found = open === "" ? /^\[([^\]]+)\]: \[/.exec(line) : null;
    if (found) [open, lines] = [found[1] ?? "", []];
    if (open === "") continue;
    const from = found?.[0].length ?? 0;
    const isLast = line.length > from && line.endsWith("]");
    lines.push(line.slice(from, isLast ? -1 : undefined));
    if (!isLast) continue;
    const value = lines.join("\n");
    properties.set(open, (properties.get(open) ?? value) === value ? value : "");
    open = "";
  }
  return properties;
}

function parseApiLevel(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** ro.boot.qemu since Android 12, ro.kernel.qemu before; goldfish, ranchu and cutf_cvm are the emulators' boards. */
function isEmulator(get: (name: string) => string | null): boolean {
  if (get("ro.boot.qemu") === "1" || get("ro.kernel.qemu") === "1") return true;
  return /^(goldfish|ranchu|cutf)/.test(get("ro.hardware") ?? "");
}
