import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where what can be made again is kept, for this user alone. */
export function cacheFolder(env: Environment): string {
  return join(env["XDG_CACHE_HOME"] || env["LOCALAPPDATA"] || join(homedir(), ".cache"), "fovea");
}

/** Where what outlives a run is kept. */
export function defaultStateDir(env: Environment): string {
  const base = env["XDG_STATE_HOME"] || env["LOCALAPPDATA"] || join(homedir(), ".local", "state");
  return join(base, "fovea");
}
