import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { ShellResult } from "./run-on-phone.js";

/** Debian's mksh with toybox's programs in a temporary folder, the same parts as in Android's shell. */
export interface RealShell extends Disposable {
  /** Runs `mksh -c SCRIPT` in a folder that holds exactly `files`. */
  run(script: string, files: Readonly<Record<string, string>>): ShellResult;
}

/** The real shell; null if mksh or toybox is not installed. */
export function findRealShell(): RealShell | null {
  const [mksh, toybox] = [findOnPath("mksh"), findOnPath("toybox")];
  if (!mksh || !toybox) return null;
  const scratch = mkdtempSync(join(tmpdir(), "fovea-shell-"));
  const programs = join(scratch, "bin");
  const folder = join(scratch, "work");
  mkdirSync(programs);
  mkdirSync(folder);
  const names = spawnSync(toybox, [], { encoding: "utf8" }).stdout.split(/\s+/);
  for (const name of [...names, "toybox"].filter((word) => word !== "")) symlinkSync(toybox, join(programs, name));
  symlinkSync(mksh, join(programs, "sh"));
  return {
    run(script, files) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const env = { PATH: programs, HOME: "/", TZ: "UTC", LC_ALL: "C.UTF-8" };
      const { stdout, stderr, status, signal } = spawnSync(mksh, ["-c", script], {
        cwd: folder,
        env,
        encoding: "utf8",
        timeout: 5000,
        stdio: ["ignore", "pipe", "pipe"],
      });
      return { stdout, stderr, status: status ?? (signal ? -2 : -1) };
    },
    [Symbol.dispose]: () => rmSync(scratch, { recursive: true }),
  };
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
