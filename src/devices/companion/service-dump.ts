import type { Device } from "../device.js";
import { retryRead } from "../retry-read.js";
import { dumpsys, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";
import { isService } from "./enabled-services.js";
import { SERVICE_COMPONENT, serviceSocket } from "./names.js";

/** The running service's report through Android's system server. No other app can write it. */
export interface ServiceDump {
  /** The version of the companion. */
  readonly version: string | null;
  /** Identifies this run of its process; a connection is trusted only if its hello has the same epoch. */
  readonly epoch: string;
  readonly state: string | null;
}

/**
 * Asks the system server for the service's report; null if the service of this user does not run. Any app can listen on
 * an abstract socket's name, but only the package's service can answer this. The request has its own stream, so that no
 * text of another app can imitate it. Errors: as runShell.
 */
export async function readServiceDump(device: Device, user: number, signal: AbortSignal): Promise<ServiceDump | null> {
  const script = readScript(dumpsys(DUMP_S, "activity", "service", SERVICE_COMPONENT));
  const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
  return parseServiceDump(stdout.toString("utf8"), user);
}

/** A hung app may delay a dump only this long. */
const DUMP_S = 3;

/** The part of `dumpsys activity service COMPONENT` for this user's copy of the service. */
export function parseServiceDump(text: string, user: number): ServiceDump | null {
  const [, ...parts] = text.split(/^[ \t]*SERVICE (?=\S+\/)/m);
  for (const part of parts) {
    const words = wordsIn(part);
    const word = (name: string) => words.get(name) ?? null;
    const epoch = word("epoch");
    const [header = ""] = part.split("\n", 1);
    if (epoch === null || !isService(header.split(" ")[0] ?? "") || !isOf(user, word("socket"), header)) continue;
    return { version: word("version"), epoch, state: word("state") };
  }
  return null;
}

/** Reads `fovea-NAME: WORD` lines; the first of each name counts. */
function wordsIn(part: string): ReadonlyMap<string, string> {
  const found = part.split("\n").flatMap((line) => {
    const [, name, word = ""] = /^fovea-([a-z]+): *(\S+)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [[name, word] as const];
  });
  return new Map(found.reverse());
}

/**
 * Whether the report is from this user's copy. A copy whose socket name was already in use reports `none`; then the
 * header may have its user.
 */
function isOf(user: number, socket: string | null, header: string): boolean {
  if (socket !== "none") return socket === serviceSocket(user);
  const named = / user=(\d+)/.exec(header)?.[1];
  return named === undefined || Number(named) === user;
}
