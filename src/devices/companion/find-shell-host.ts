import { randomBytes } from "node:crypto";
import type { Device } from "../device.js";
import { retryRead } from "../retry-read.js";
import { command, dumpsys, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";
import { hasUiAutomation } from "./accessibility-dump.js";
import { automationIn } from "./automations.js";
import { EPOCH_FILE } from "./names.js";

export interface FoundShellHost {
  /** The epoch in the shell user's file; its process may have ended since. Null if there is no such file. */
  readonly epoch: string | null;
  /** A UiAutomation is connected; `by` is the program that probably uses it. */
  readonly busy: { readonly by: string | null } | null;
}

/**
 * Whether a companion can be started in adb's shell, or already runs there. Starts nothing, so it never disturbs the
 * program that uses UiAutomation. Errors: as runShell.
 */
export async function findShellHost(device: Device, signal: AbortSignal): Promise<FoundShellHost> {
  const line = randomBytes(8).toString("hex");
  const script = readScript(EPOCH, command(["echo", line]), dumpsys(DUMP_S, "accessibility"));
  const name = "who holds the UiAutomation";
  const { stdout } = await retryRead(device, { ...script, name }, SHELL_LIMITS, signal);
  const [words = "", dump = ""] = stdout.toString("utf8").split(`${line}\n`);
  return { epoch: epochIn(words), busy: hasUiAutomation(dump) ? { by: await holderOf(device, signal) } : null };
}

/** The epoch of {@link FoundShellHost.epoch}. Errors: as runShell. */
export async function readShellEpoch(device: Device, signal: AbortSignal): Promise<string | null> {
  const { stdout } = await retryRead(device, readScript(EPOCH), SHELL_LIMITS, signal);
  return epochIn(stdout.toString("utf8"));
}

const EPOCH = command(["cat", EPOCH_FILE], { stderr: "drop" });
const DUMP_S = 3;

function epochIn(words: string): string | null {
  return /^[0-9a-f]{16}$/.exec(words.trim())?.[0] ?? null;
}

async function holderOf(device: Device, signal: AbortSignal): Promise<string | null> {
  const script = readScript(command(["ps", "-A", "-o", "ARGS"], { stderr: "drop" }));
  const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
  return automationIn(stdout.toString("utf8"));
}
