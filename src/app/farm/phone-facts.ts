import { hasService } from "../../devices/companion/enabled-services.js";
import type { Device } from "../../devices/device.js";
import { retryRead } from "../../devices/retry-read.js";
import { type Argv, command, dumpsys, readScript, type Script, type Step } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { PhoneFacts } from "../../farm/device-states.js";

/** From this width in dp on, Android uses the resources of tablets (`sw600dp` in Android's documentation). */
const TABLET_DP = 600;

/**
 * Reads facts of the phone in one exchange; `packages` are the packages whose versions to read. Errors: as runShell.
 */
export async function readPhoneFacts(
  device: Device,
  packages: readonly string[],
  signal: AbortSignal,
): Promise<PhoneFacts> {
  const { stdout } = await retryRead(device, scriptFor(packages), SHELL_LIMITS, signal);
  return parsePhoneFacts(stdout.toString("utf8"), packages);
}

function scriptFor(packages: readonly string[]): Script<"read"> {
  const quietly = (argv: Argv): Step => command(argv, { stderr: "drop" });
  return readScript(
    quietly(["getprop"]),
    quietly(["wm", "size"]),
    quietly(["wm", "density"]),
    quietly(dumpsys(5, "battery")),
    quietly(dumpsys(5, "diskstats")),
    ["echo", SERVICES],
    quietly(["settings", "get", "secure", "enabled_accessibility_services"]),
    ...packages.flatMap((name) => [
      quietly(["pm", "list", "packages", "--show-versioncode", name]),
      // Android 7 does not know the option, and lists only the names.
      quietly(["pm", "list", "packages", name]),
    ]),
  );
}

const SERVICES = "enabled services:";

/** Pure. Facts that a phone does not report are null. */
export function parsePhoneFacts(text: string, packages: readonly string[]): PhoneFacts {
  const first = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  const free = first(/^Data-Free: (\d+)K \//m);
  return {
    abi: first(/^\[ro\.product\.cpu\.abi\]: \[([\w-]+)\]/m),
    form: formOf(text),
    batteryPercent: batteryIn(text),
    freeStorageMb: free === null ? null : Math.floor(Number(free) / 1_024),
    companion: companionIn(text),
    apps: appsIn(text, packages),
  };
}

/** BatteryService prints both as whole numbers. */
function batteryIn(text: string): number | null {
  const level = /^ {2}level: (\d+)\r?$/m.exec(text)?.[1];
  const scale = Number(/^ {2}scale: (\d+)\r?$/m.exec(text)?.[1] ?? 0);
  return level === undefined || scale === 0 ? null : Math.round((Number(level) * 100) / scale);
}

/** The form by PRODUCT_CHARACTERISTICS if the build names one; else a wide display is a tablet. */
function formOf(text: string): string | null {
  const said = (/^\[ro\.build\.characteristics\]: \[([\w,]*)\]/m.exec(text)?.[1] ?? "").split(",");
  const named = ["watch", "tv", "automotive", "tablet"].find((form) => said.includes(form));
  if (named !== undefined) return named;
  const size = /^(?:Override|Physical) size: (\d+)x(\d+)\r?$/gm;
  const density = /^(?:Override|Physical) density: (\d+)\r?$/gm;
  const [, width, height] = [...text.matchAll(size)].at(-1) ?? [];
  const [, dpi] = [...text.matchAll(density)].at(-1) ?? [];
  if (width === undefined || height === undefined || dpi === undefined) return null;
  return (Math.min(Number(width), Number(height)) * 160) / Number(dpi) >= TABLET_DP ? "tablet" : "phone";
}

/**
 * The companion if our accessibility service is enabled; another source of the hierarchy is found when the phone is
 * used.
 */
function companionIn(text: string): string | null {
  const [, after] = text.split(`${SERVICES}\n`);
  const [line = ""] = (after ?? "").split("\n");
  return hasService(line) ? "service" : null;
}

function appsIn(text: string, packages: readonly string[]): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => line.startsWith("package:"));
  const found = packages.flatMap((name) => {
    const own = lines.map((line) => line.trim().split(" ")).filter(([word]) => word === `package:${name}`);
    if (own.length === 0) return [];
    const code = own.flatMap((words) => words.filter((word) => word.startsWith("versionCode:")))[0];
    return [[name, code?.slice("versionCode:".length) ?? "unknown"] as const];
  });
  return Object.fromEntries(found);
}
