import type { SignalName } from "../linux/signals.js";
import { allProcesses } from "./proc-files.js";
import type { System } from "./system.js";

/** Sends a signal as the user shell; null means signal 0. Gives kill(2)'s error text, or null for success. */
export function sendSignal({ parts }: System, pidText: string, signal: SignalName | null): string | null {
  const pid = /^\d+$/.test(pidText) ? Number(pidText) : -1;
  const process = parts.processes.find(pid);
  if (process && signal) process.deliver(signal);
  if (process) return null;
  const exists = allProcesses(parts.phone.state(), parts.processes).some((other) => other.pid === pid);
  return exists ? "Operation not permitted" : "No such process";
}
