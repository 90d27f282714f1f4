import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/assets.js";

interface BenchPhone {
  readonly child: ChildProcess;
  /** Where an adb server reaches it. */
  readonly address: string;
  /** Where it is an adb server itself; empty unless the flags ask for that. */
  readonly adbPort: string;
}

/** A virtual phone in its own process, so that it takes no time from what is measured. */
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

/** The word behind a flag. */
export function flagValue(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}
