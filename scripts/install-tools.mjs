// Installs programs of npm into their own folder, for the scripts that try Fovea with them.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const QUIET = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];

/** Null if it worked, else what npm said. */
export function tryInstall(folder, packages) {
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, ...QUIET, ...packages];
  const { status, stderr } = spawnSync("npm", args, { encoding: "utf8", cwd: folder });
  return status === 0 ? null : `npm ${args.join(" ")}: ${stderr.trim()}`;
}

export function install(folder, packages) {
  const problem = tryInstall(folder, packages);
  if (problem !== null) throw new Error(problem);
}
