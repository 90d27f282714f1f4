import { setFlagsFromString } from "node:v8";
import { COMMANDS } from "./commands.js";

/**
 * For a process that is over in a second, what pays in longer ones only costs: the space of young objects stays as
 * small as it begins, since 16 MB of new memory cost more than looking a few times for what is still in use; the
 * thorough compiler, which takes 5 MB, is left out where there is a quick one.
 */
export function expectShortLife(command: string | undefined): void {
  if (command === undefined || COMMANDS[command]?.isOneCall !== true) return;
  for (const flag of shortLifeFlags(process.versions.node)) setFlagsFromString(flag);
}

/** V8's quick optimizing compiler, Maglev, is off by default in Node 22: without it reading pixels is not optimized. */
const FIRST_WITH_QUICK_COMPILER = 24;

/** For V8, by the version of Node. */
export function shortLifeFlags(nodeVersion: string): readonly string[] {
  const hasQuick = Number(nodeVersion.split(".")[0]) >= FIRST_WITH_QUICK_COMPILER;
  return ["--semi-space-growth-factor=1", ...(hasQuick ? ["--no-opt"] : [])];
}
