import type { PhoneState, ProcessState } from "../../phone-state.js";
import { formatUid, type Lines } from "../text.js";
import { processToken } from "../tokens.js";

/** `dumpsys activity processes`: the running processes, and the list by importance. */
export function dumpProcesses(state: PhoneState): Lines {
  const count = state.processes.length;
  return [
    "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)",
    "  All known processes:",
    ...state.processes.flatMap((process) => known(state, process)),
    "",
    `  Process LRU list (sorted by oom_adj, ${count} total, non-act at 0, non-svc at 0):`,
    ...state.processes.map((process, index) => lruLine(state, process, count - 1 - index)),
    "",
    `  mHomeProcess: ${homeProcess(state)}`,
    `  mSleeping=${!state.power.isInteractive}`,
  ];
}

function known(state: PhoneState, process: ProcessState): Lines {
  const kind = process.packageName.startsWith("com.android.") ? "*PERS*" : "*APP*";
  const label = state.packages.find((one) => one.packageName === process.packageName);
  return [
    `  ${kind} UID ${process.uid} ${processToken(process)}`,
    `    user #${Math.floor(process.uid / 100_000)} uid=${process.uid} gids={3003, 50000}`,
    `    packageList={${process.packageName}}`,
    `    dir=${label?.apkPath ?? "null"} publicDir=${label?.apkPath ?? "null"} data=/data/user/0/${process.packageName}`,
    ...(process.isNotResponding ? ["    mNotResponding=true"] : []),
  ];
}

function lruLine(state: PhoneState, process: ProcessState, number: number): string {
  const isTop = state.focusedActivity?.packageName === process.packageName;
  const words = isTop ? "fore  T/A/TOP  trm: 0" : "cch   B/ /CAC  trm: 0";
  const reason = isTop ? "(top-activity)" : "(cch-act)";
  const id = `${process.pid}:${process.processName}/${formatUid(process.uid)}`;
  return `    Proc #${String(number).padStart(2)}: ${words} ${id} ${reason}`;
}

function homeProcess(state: PhoneState): string {
  const home = state.tasks.find((task) => task.kind === "home")?.activities[0]?.packageName;
  const process = state.processes.find((one) => one.packageName === home);
  return process ? processToken(process) : "null";
}
