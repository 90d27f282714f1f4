import type { PhoneState, ProcessState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";

/** The memory in kilobytes of an app without views, and of each view. */
const LEAST_KB = 41_200;
const VIEW_KB = 6;

/**
 * `dumpsys meminfo PACKAGE`: the tables of each of its processes (ActivityThread.dumpMemInfoTable), only the totals.
 */
export function dumpMeminfo(state: PhoneState, args: readonly string[]): Lines {
  const name = args.find((arg) => !arg.startsWith("-"));
  const found = state.processes.filter(({ packageName }) => packageName === name);
  const uptime = Math.round(state.uptimeMs);
  const head = ["Applications Memory Usage (in Kilobytes):", `Uptime: ${uptime} Realtime: ${uptime}`];
  if (name !== undefined && found.length === 0) return [`No process found for: ${name}`];
  return [...head, ...found.flatMap((process) => tableOf(state.build.apiLevel, process))];
}

function tableOf(api: number, { pid, processName, frames }: ProcessState): Lines {
  const pss = LEAST_KB + VIEW_KB * (frames?.viewCount ?? 0);
  const rss = pss + 62_000;
  return [
    "",
    `** MEMINFO in pid ${pid} [${processName}] **`,
    "                   Pss  Private  Private  SwapPss     Heap     Heap     Heap",
    "                 Total    Dirty    Clean    Dirty     Size    Alloc     Free",
    "                ------   ------   ------   ------   ------   ------   ------",
    `        TOTAL ${String(pss).padStart(8)} ${String(pss - 9_000).padStart(8)}     8000        0    20000    16000     4000`,
    "",
    " App Summary",
    ...linesOf(api, [
      [24, 30, `               TOTAL: ${String(pss).padStart(8)}       TOTAL SWAP PSS:        0`],
      [
        31,
        NOW,
        `           TOTAL PSS: ${String(pss).padStart(8)}            TOTAL RSS: ${String(rss).padStart(8)}       TOTAL SWAP PSS:        0`,
      ],
    ]),
  ];
}
