// Installs npm packages in their own folder, for the scripts that test Fovea with them.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const QUIET = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];

/** Installs the packages. Gives null on success, else npm's message. */
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
