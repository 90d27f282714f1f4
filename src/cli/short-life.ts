import { setFlagsFromString } from "node:v8";
import { COMMANDS } from "./commands.js";

/**
 * V8 flags for a process that ends after about a second, where long-term optimisations only cost time. The space for
 * young objects keeps its first size, because 16 MB of new memory cost more than a few garbage collections. The
 * optimizing compiler Turbofan, which takes 5 MB, is off if Maglev is available.
 */
export function expectShortLife(command: string | undefined): void {
  if (command === undefined || COMMANDS[command]?.isOneCall !== true) return;
  for (const flag of shortLifeFlags(process.versions.node)) setFlagsFromString(flag);
}

/**
 * V8's quick optimizing compiler, Maglev, is off by default in Node 22: without it, reading pixels is not optimized.
 */
const FIRST_WITH_QUICK_COMPILER = 24;

/** The V8 flags for a version of Node. */
export function shortLifeFlags(nodeVersion: string): readonly string[] {
  const hasQuick = Number(nodeVersion.split(".")[0]) >= FIRST_WITH_QUICK_COMPILER;
  return ["--semi-space-growth-factor=1", ...(hasQuick ? ["--no-opt"] : [])];
}
