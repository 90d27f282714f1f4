import { PACKAGE } from "../../../devices/companion/names.js";
import { serviceHealth } from "../../../devices/companion/service-health.js";
import { command, readScript } from "../../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../../devices/shell.js";
import type { HardwareCheck } from "../hardware-check.js";

/** The first release with the app-op ACCESS_RESTRICTED_SETTINGS. */
const FIRST_WITH_RESTRICTED_SETTINGS = 33;

export const servicePermitted: HardwareCheck = {
  name: "service-permitted",
  assumes: "A service that was installed over adb is bound once its app-op allows restricted settings.",
  sideEffect: null,
  deadlineMs: 30_000,
  async run({ session, facts }, signal) {
    const { installed, enabled, running, crashed, binding } = await serviceHealth(session.device, signal);
    if (!installed) return { verdict: "unknown", measured: {}, note: "The service is not installed: `fovea setup`." };
    const appOp = await restrictedSettings(session.device, facts.apiLevel, signal);
    return {
      verdict: running !== null ? "confirmed" : "refuted",
      measured: { appOp, enabled, bound: running !== null, crashed, binding },
      note: null,
    };
  },
};

async function restrictedSettings(
  device: Parameters<typeof runShell>[0],
  apiLevel: number | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (apiLevel === null || apiLevel < FIRST_WITH_RESTRICTED_SETTINGS) return null;
  const script = readScript(command(["appops", "get", PACKAGE, "ACCESS_RESTRICTED_SETTINGS"], { stderr: "drop" }));
  const { stdout } = await runShell(device, script, SHELL_LIMITS, signal);
  return /ACCESS_RESTRICTED_SETTINGS:\s*(\w+)/.exec(stdout.toString("utf8"))?.[1] ?? "default";
}
