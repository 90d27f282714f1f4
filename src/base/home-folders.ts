import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for data that can be created again, for this user only. */
export function cacheFolder(env: Environment): string {
  return join(env["XDG_CACHE_HOME"] || env["LOCALAPPDATA"] || join(homedir(), ".cache"), "fovea");
}

/** The folder for data that has to outlive a run. */
export function defaultStateDir(env: Environment): string {
  const base = env["XDG_STATE_HOME"] || env["LOCALAPPDATA"] || join(homedir(), ".local", "state");
  return join(base, "fovea");
}
