import { FoveaError } from "../../base/errors.js";

/** The companion's package. */
export const PACKAGE = "dev.fovea.service";
/** The accessibility service's component, as Android's settings and dumps write it. */
export const SERVICE_COMPONENT = "dev.fovea.service/.FoveaAccessibilityService";
/** An activity without a screen: starting it removes the package from Android's list of bad processes. */
export const RECOVERY_ACTIVITY = "dev.fovea.service/.RecoverActivity";
/** The shell host's main class. */
export const SHELL_CLASS = "dev.fovea.shell.Main";
/** The shell host's socket, in the abstract namespace. */
export const SHELL_SOCKET = "dev.fovea.service.shell";
/** The file with the epoch of the listening shell host; only the shell user can write in this folder. */
export const EPOCH_FILE = "/data/local/tmp/fovea-shell.epoch";
/** The folder for pushed files. */
export const DEVICE_FOLDER = "/data/local/tmp";
/** File names of pushed shell hosts, of all versions, complete or not. */
export const SHELL_JAR_PATTERN = /^fovea-shell-[0-9a-f]{12}\.jar(?:\.[0-9a-f]+)?$/;

/** The service's socket, in the abstract namespace: each Android user has a copy of the service. */
export function serviceSocket(user: number): string {
  return `${PACKAGE}.u${user}`;
}

/** The path of the shell host with this SHA-256, in hex. Errors: INVALID_ARGUMENT. */
export function shellJarPath(sha256: string): string {
  if (/^[0-9a-f]{64}$/.test(sha256)) return `${DEVICE_FOLDER}/fovea-shell-${sha256.slice(0, 12)}.jar`;
  throw new FoveaError("INVALID_ARGUMENT", `"${sha256.slice(0, 80)}" is not a SHA-256`);
}
