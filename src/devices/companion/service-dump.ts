import type { Device } from "../device.js";
import { retryRead } from "../retry-read.js";
import { dumpsys, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";
import { isService } from "./enabled-services.js";
import { SERVICE_COMPONENT, serviceSocket } from "./names.js";

/** What the running service says of itself through Android's own system server, which nobody else can say for it. */
export interface ServiceDump {
  /** The version of the companion. */
  readonly version: string | null;
  /** Names this life of its process; a connection is trusted only if its hello says the same. */
  readonly epoch: string;
  readonly state: string | null;
}

/**
 * Asks the system server for the service's own words: null if the service of this user does not run. Anyone can
 * listen on an abstract socket's name, but only the service of the package answers this. In its own exchange, so
 * that no other app's words can pass for it. Errors: as runShell.
 */
export async function readServiceDump(device: Device, user: number, signal: AbortSignal): Promise<ServiceDump | null> {
  const script = readScript(dumpsys(DUMP_S, "activity", "service", SERVICE_COMPONENT));
  const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
  return parseServiceDump(stdout.toString("utf8"), user);
}

/** Not longer than a hung app may hold a dump up. */
const DUMP_S = 3;

/** The part of `dumpsys activity service COMPONENT` that belongs to this user's copy. */
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

/** `fovea-NAME: WORD` lines, the first of each name. */
function wordsIn(part: string): ReadonlyMap<string, string> {
  const found = part.split("\n").flatMap((line) => {
    const [, name, word = ""] = /^fovea-([a-z]+): *(\S+)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [[name, word] as const];
  });
  return new Map(found.reverse());
}

/**
 * A copy that could not have its socket's name, because somebody else has it, says `none`; the header may name its
 * user.
 */
function isOf(user: number, socket: string | null, header: string): boolean {
  if (socket !== "none") return socket === serviceSocket(user);
  const named = / user=(\d+)/.exec(header)?.[1];
  return named === undefined || Number(named) === user;
}
