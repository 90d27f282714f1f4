import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The resources of a process of this host (Linux). */
export interface ProcessUsage {
  readonly sockets: number;
  readonly children: number;
  /** The present and the peak resident memory, in MB. */
  readonly rssMb: number;
  readonly peakMb: number;
}

export function usageOf(pid: number): ProcessUsage {
  const folder = `/proc/${pid}`;
  const status = readFileSync(`${folder}/status`, "utf8");
  const sizeOf = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024);
  const children = readFileSync(`${folder}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter((child) => child !== "");
  const sockets = readdirSync(`${folder}/fd`).filter((fd) => linkOf(`${folder}/fd/${fd}`).startsWith("socket:"));
  return { sockets: sockets.length, children: children.length, rssMb: sizeOf("VmRSS"), peakMb: sizeOf("VmHWM") };
}

/** The target of a link; "" if the descriptor was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
