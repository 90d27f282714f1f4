import type { SignalName } from "./linux/signals.js";

/** One adb service that somebody asked for. Times are milliseconds of the phone's clock. */
export interface ServiceEntry {
  readonly id: number;
  /** As it was asked for, for example `shell,v2,raw:exec id`. */
  readonly name: string;
  readonly openedAtMs: number;
  readonly endedAtMs: number | null;
  readonly bytesToHost: number;
  readonly bytesToDevice: number;
  /** `open` while it runs; `closed` by the host; `lost` with its transport or by a fault. */
  readonly outcome: "open" | "refused" | "done" | "closed" | "lost";
  /** An exception within adbd: a defect of the virtual device. */
  readonly defect: unknown;
}

/** One process of the phone. A program that replaced another by `exec` is the same process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly serviceId: number | null;
  /** What it runs now, or ran last. */
  readonly argv: readonly string[];
  /** Everything it ran, in order. */
  readonly programs: readonly (readonly string[])[];
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly status: number | null;
  readonly signal: SignalName | null;
  /** An exception that is not an error of the phone: a defect of the command's implementation. */
  readonly defect: unknown;
}

/** What has happened since the start, and what is going on now. */
export interface ActivityCounts {
  readonly servicesOpened: number;
  readonly openServices: number;
  readonly processesStarted: number;
  readonly liveProcesses: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Entries kept; the counts go on forever. */
const KEPT = 10_000;

/** Everything that was asked of the virtual phone and everything that it started for it. For tests and benches. */
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

  /** Forgets the ended entries; the counts go on. */
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
