import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/assets.js";

/** A virtual phone in a process of its own, so that it takes no time from what is measured. */
export async function startPhone(flags: readonly string[]): Promise<{ child: ChildProcess; address: string }> {
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const child = spawn(process.execPath, [main, "virtual-device", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /adb connect (\S+)/.exec(line)?.[1];
    if (address) return { child, address };
  }
  throw new Error("the virtual phone did not start");
}

/** The word behind a flag. */
export function flagValue(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}
