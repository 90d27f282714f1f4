import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/assets.js";

interface BenchPhone {
  readonly child: ChildProcess;
  /** Its address for an adb server. */
  readonly address: string;
  /** The port of its own adb server; empty unless the flags start one. */
  readonly adbPort: string;
}

/** A virtual phone in its own process, so that it does not slow the measured program. */
export async function startPhone(flags: readonly string[]): Promise<BenchPhone> {
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const child = spawn(process.execPath, [main, "virtual-device", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  let address = "";
  let adbPort = "";
  for await (const line of createInterface({ input: child.stdout })) {
    address ||= /adb connect (\S+)/.exec(line)?.[1] ?? "";
    adbPort ||= /--adb-port (\d+)/.exec(line)?.[1] ?? "";
    if (address !== "" && (adbPort !== "" || !flags.includes("--adb-server-port"))) return { child, address, adbPort };
  }
  throw new Error("the virtual phone did not start");
}

/** The argument after a flag. */
export function flagValue(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}
