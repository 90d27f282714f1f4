import type { Device } from "../device.js";
import { retryRead } from "../retry-read.js";
import { actScript, readScript } from "../script.js";
import { runShell, SHELL_LIMITS } from "../shell.js";
import { DEVICE_FOLDER, EPOCH_FILE, SHELL_JAR_PATTERN } from "./names.js";

/** Paths of the companion's files in the shell's folder, of all versions, complete or not. Errors: as runShell. */
export async function findPushed(device: Device, signal: AbortSignal): Promise<readonly string[]> {
  const { stdout } = await retryRead(device, readScript(["ls", DEVICE_FOLDER]), SHELL_LIMITS, signal);
  return stdout
    .toString("utf8")
    .split(/\r?\n/)
    .map((name) => `${DEVICE_FOLDER}/${name}`)
    .filter((path) => path === EPOCH_FILE || SHELL_JAR_PATTERN.test(path.slice(DEVICE_FOLDER.length + 1)));
}

/** Removes these files. Errors: as runShell. */
export async function removePushed(device: Device, paths: readonly string[], signal: AbortSignal): Promise<void> {
  if (paths.length > 0) await runShell(device, actScript(["rm", "-f", ...paths]), SHELL_LIMITS, signal);
}
