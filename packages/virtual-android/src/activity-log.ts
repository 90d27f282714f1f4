import type { SignalName } from "./linux/signals.js";

/** One adb service that a host opened. Times are milliseconds of the phone's clock. */
export interface ServiceEntry {
  readonly id: number;
  /** The full name, for example `shell,v2,raw:exec id`. */
  readonly name: string;
  readonly openedAtMs: number;
  readonly endedAtMs: number | null;
  readonly bytesToHost: number;
  readonly bytesToDevice: number;
  /** `open` while it runs; `closed`: the host closed it; `lost`: its transport or a fault ended it. */
  readonly outcome: "open" | "refused" | "done" | "closed" | "lost";
  /** An exception inside adbd: a defect of the virtual device. */
  readonly defect: unknown;
}

/** One process of the phone. A program that another one starts by `exec` runs in the same process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly serviceId: number | null;
  /** The program that it runs now, or ran last, with its arguments. */
  readonly argv: readonly string[];
  /** All programs that it ran, in order. */
  readonly programs: readonly (readonly string[])[];
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly status: number | null;
  readonly signal: SignalName | null;
  /** An exception that is not an error of the phone: a defect of the command's implementation. */
  readonly defect: unknown;
}

/** The number of services and processes since the start, and of those that run now. */
export interface ActivityCounts {
  readonly servicesOpened: number;
  readonly openServices: number;
  readonly processesStarted: number;
  readonly liveProcesses: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The number of entries that are kept; the counts include all. */
const KEPT = 10_000;

/**
 * All services that were opened on the virtual phone by a host, and all processes that it started. For tests and
 * benches.
 */
export class ActivityLog {
  readonly #services = new Map<number, Writable<ServiceEntry>>();
  readonly #processes = new Map<number, Writable<ProcessEntry>>();
  #servicesOpened = 0;
  #openServices = 0;
  #processesStarted = 0;
  #liveProcesses = 0;
  #nextProcess = 0;
  readonly #processKeys = new Map<number, number>();

  get services(): readonly ServiceEntry[] {
    return [...this.#services.values()].map((entry) => ({ ...entry }));
  }

  get processes(): readonly ProcessEntry[] {
    return [...this.#processes.values()].map((entry) => ({ ...entry }));
  }

  get counts(): ActivityCounts {
    return {
      servicesOpened: this.#servicesOpened,
      openServices: this.#openServices,
      processesStarted: this.#processesStarted,
      liveProcesses: this.#liveProcesses,
    };
  }

  /** Exceptions of implementations that are not errors of the phone; empty in a healthy run. */
  get defects(): readonly unknown[] {
    return [...this.services, ...this.processes].map((entry) => entry.defect).filter((defect) => defect !== null);
  }

  /** Removes the entries of services and processes that ended; the counts stay. */
  clear(): void {
    for (const [id, entry] of this.#services) if (entry.outcome !== "open") this.#services.delete(id);
    for (const [key, entry] of this.#processes) if (entry.status !== null) this.#processes.delete(key);
  }

  /** Returns the id of the new entry. */
  serviceOpened(name: string, nowMs: number): number {
    this.#servicesOpened += 1;
    this.#openServices += 1;
    const id = this.#servicesOpened;
    this.#services.set(id, {
      id,
      name,
      openedAtMs: nowMs,
      endedAtMs: null,
      bytesToHost: 0,
      bytesToDevice: 0,
      outcome: "open",
      defect: null,
    });
    forgetOldest(this.#services);
    return id;
  }

  serviceMoved(id: number, direction: "toHost" | "toDevice", bytes: number): void {
    const entry = this.#services.get(id);
    if (!entry) return;
    if (direction === "toHost") entry.bytesToHost += bytes;
    else entry.bytesToDevice += bytes;
  }

  serviceDefect(id: number, defect: unknown): void {
    const entry = this.#services.get(id);
    if (entry) entry.defect = defect;
  }

  serviceEnded(id: number, outcome: ServiceEntry["outcome"], nowMs: number): void {
    this.#openServices -= 1;
    const entry = this.#services.get(id);
    if (entry) Object.assign(entry, { outcome, endedAtMs: nowMs });
  }

  processStarted(process: Pick<ProcessEntry, "pid" | "parentPid" | "serviceId" | "argv">, nowMs: number): void {
    this.#processesStarted += 1;
    this.#liveProcesses += 1;
    this.#nextProcess += 1;
    this.#processKeys.set(process.pid, this.#nextProcess);
    this.#processes.set(this.#nextProcess, {
      pid: process.pid,
      parentPid: process.parentPid,
      serviceId: process.serviceId,
      argv: process.argv,
      programs: [process.argv],
      startedAtMs: nowMs,
      endedAtMs: null,
      status: null,
      signal: null,
      defect: null,
    });
    forgetOldest(this.#processes);
  }

  processReplaced(pid: number, argv: readonly string[]): void {
    const entry = this.#entryOf(pid);
    if (entry) Object.assign(entry, { argv, programs: [...entry.programs, argv] });
  }

  processEnded(pid: number, end: Pick<ProcessEntry, "status" | "signal" | "defect">, nowMs: number): void {
    this.#liveProcesses -= 1;
    const entry = this.#entryOf(pid);
    if (entry) Object.assign(entry, end, { endedAtMs: nowMs });
    this.#processKeys.delete(pid);
  }

  #entryOf(pid: number): Writable<ProcessEntry> | undefined {
    return this.#processes.get(this.#processKeys.get(pid) ?? -1);
  }
}

function forgetOldest(entries: Map<number, unknown>): void {
  if (entries.size <= KEPT) return;
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}
