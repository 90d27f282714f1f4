import { randomUUID } from "node:crypto";
import type { Listeners } from "../linux/listeners.js";
import type { Phone } from "../phone.js";
import type { PhoneState } from "../phone-state.js";
import type { Process } from "./process.js";
import type { ProcessTable } from "./process-table.js";

/** A process as `ps` and /proc show it: started over adb, or one of the phone's own. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parentPid: number;
  readonly uid: number;
  readonly userName: string;
  readonly argv: readonly string[];
  /** The CPU time; 0 if absent. */
  readonly cpuMs?: number;
}

/** utime and stime in hundredths of a second: most of an app's CPU time is user time. */
function ticksOf({ cpuMs = 0 }: ProcessFacts): string {
  const ticks = Math.round(cpuMs / 10);
  return `${ticks - Math.floor(ticks / 5)} ${Math.floor(ticks / 5)}`;
}

const FIXED: readonly ProcessFacts[] = [
  { pid: 1, parentPid: 0, uid: 0, userName: "root", argv: ["init", "second_stage"] },
  { pid: 2, parentPid: 0, uid: 0, userName: "root", argv: ["kthreadd"] },
  { pid: 310, parentPid: 1, uid: 1000, userName: "system", argv: ["/system/bin/servicemanager"] },
  { pid: 402, parentPid: 1, uid: 1000, userName: "system", argv: ["/system/bin/surfaceflinger"] },
  { pid: 418, parentPid: 1, uid: 2000, userName: "shell", argv: ["/system/bin/adbd", "--root_seclabel=u:r:su:s0"] },
  { pid: 421, parentPid: 1, uid: 0, userName: "root", argv: ["zygote64"] },
  { pid: 512, parentPid: 421, uid: 1000, userName: "system", argv: ["system_server"] },
];

/** The pid of adbd, which is the parent of all processes that it starts. */
export const ADBD_PID = 418;

const ZYGOTE_PID = 421;

/** All processes, lowest pid first. */
export function allProcesses(state: PhoneState, table: ProcessTable): readonly ProcessFacts[] {
  const apps = state.processes.map(({ pid, uid, processName, cpuMs = 0 }) => ({
    pid,
    parentPid: ZYGOTE_PID,
    uid,
    userName: userNameOf(uid),
    argv: [processName],
    cpuMs,
  }));
  const own = table.live.map((process) => ({ ...factsOf(process), uid: 2000, userName: "shell" }));
  const taken = new Set(apps.map((app) => app.pid));
  return [...FIXED.filter((fixed) => !taken.has(fixed.pid)), ...apps, ...own].sort((a, b) => a.pid - b.pid);
}

const ID_NAMES: Readonly<Record<number, string>> = {
  0: "root",
  1000: "system",
  1001: "radio",
  1007: "log",
  1015: "sdcard_rw",
  1023: "media_rw",
  1028: "sdcard_r",
  1073: "network_stack",
  2000: "shell",
  9997: "everybody",
};

/** Android's name of a user or group id: `u0_a123` for an app of user 0. */
export function userNameOf(id: number): string {
  const appId = id % 100_000;
  if (appId >= 10_000 && appId < 20_000) return `u${Math.floor(id / 100_000)}_a${appId - 10_000}`;
  return ID_NAMES[id] ?? String(id);
}

/** The process that reads /proc, and the facts that /proc shows. */
export interface ProcViewer {
  readonly process: Process;
  readonly phone: Phone;
  readonly processes: ProcessTable;
  readonly listeners: Listeners;
}

/**
 * The content of a file in /proc; undefined if it does not exist. Only the files that host tools read are here: boot
 * id, uptime and the command lines of processes.
 */
export function readProcFile(path: string, viewer: ProcViewer): string | undefined {
  const { process: reader, phone, processes } = viewer;
  if (path === UNIX_SOCKETS) return unixSockets(viewer.listeners);
  const general = GENERAL[path];
  if (general) return general(phone.state());
  const [, pidText = "", name = ""] = /^\/proc\/(self|\d+)\/(\w+)$/.exec(path) ?? [];
  if (name === "") return undefined;
  const pid = pidText === "self" ? reader.pid : Number(pidText);
  const facts = allProcesses(phone.state(), processes).find((process) => process.pid === pid);
  return facts && PER_PROCESS[name]?.(facts);
}

/** The names in /proc or in one of its folders; undefined if it is not a folder. */
export function listProcFolder(path: string, { process: reader, phone, processes }: ProcViewer) {
  const pids = () => allProcesses(phone.state(), processes).map((process) => String(process.pid));
  if (path === "/proc") return [...pids(), "self", ...topNames()].sort();
  const pid = /^\/proc\/(self|\d+)$/.exec(path)?.[1];
  if (pid && pids().includes(pid === "self" ? String(reader.pid) : pid)) return Object.keys(PER_PROCESS).sort();
  const inside = [...Object.keys(GENERAL), UNIX_SOCKETS].filter((name) => name.startsWith(`${path}/`));
  if (inside.length === 0) return undefined;
  return [...new Set(inside.map((name) => name.slice(path.length + 1).split("/")[0] ?? ""))];
}

const GENERAL: Readonly<Record<string, (state: PhoneState) => string>> = {
  "/proc/sys/kernel/random/boot_id": (state) => `${state.build.bootId}\n`,
  "/proc/sys/kernel/random/uuid": () => `${randomUUID()}\n`,
  "/proc/uptime": (state) => `${(state.uptimeMs / 1000).toFixed(2)} ${(state.uptimeMs / 400).toFixed(2)}\n`,
  "/proc/version": (state) => `Linux version 5.10.0-android${state.build.release} (virtual) #1 SMP PREEMPT\n`,
};

const UNIX_SOCKETS = "/proc/net/unix";
const UNIX_HEADER = "Num       RefCount Protocol Flags    Type St Inode Path\n";

/**
 * The sockets as unix_seq_show prints them (net/unix/af_unix.c): `@` for the NUL before an abstract name, pointers
 * hidden.
 */
function unixSockets(listeners: Listeners): string {
  const paths = listeners.names.flatMap((name) => {
    const [, kind, rest] = /^local(abstract|reserved|filesystem):(.*)$/s.exec(name) ?? [];
    if (rest === undefined) return [];
    return kind === "abstract" ? [`@${rest}`] : [kind === "reserved" ? `/dev/socket/${rest}` : rest];
  });
  const lines = ["/dev/socket/zygote", ...paths].map(
    (path, place) =>
      `0000000000000000: 00000002 00000000 00010000 0001 01 ${String(21_000 + place).padStart(5)} ${path}\n`,
  );
  return UNIX_HEADER + lines.join("");
}

const PER_PROCESS: Readonly<Record<string, (process: ProcessFacts) => string>> = {
  cmdline: ({ argv }) => argv.map((word) => `${word}\0`).join(""),
  comm: (process) => `${commOf(process)}\n`,
  status: (process) => statusOf(process),
  stat: (process) =>
    `${process.pid} (${commOf(process)}) S ${process.parentPid} ${process.pid} 0 0 -1 0 0 0 0 0 ${ticksOf(process)} 0 0 0 20 0 1 0 0\n`,
};

function topNames(): readonly string[] {
  return [...new Set([...Object.keys(GENERAL), UNIX_SOCKETS].map((path) => path.split("/")[2] ?? ""))];
}

function factsOf({ pid, parentPid, argv }: Process): Pick<ProcessFacts, "pid" | "parentPid" | "argv"> {
  return { pid, parentPid, argv };
}

/** The kernel keeps 15 characters; for an app Android sets the last 15 of its process name. */
function commOf({ argv, uid }: ProcessFacts): string {
  const name = (argv[0] ?? "").split("/").pop() ?? "";
  return uid >= 10_000 ? name.slice(-15) : name.slice(0, 15);
}

function statusOf(process: ProcessFacts): string {
  const uids = Array(4).fill(process.uid).join("\t");
  return `Name:\t${commOf(process)}\nState:\tS (sleeping)\nPid:\t${process.pid}\nPPid:\t${process.parentPid}\nUid:\t${uids}\n`;
}
