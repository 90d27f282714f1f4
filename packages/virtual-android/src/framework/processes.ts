import { FrameMeter } from "./frame-meter.js";
import type { Random } from "./random.js";
import type { Scheduler } from "./scheduler.js";

/** How long the system waits for an app to handle an input event before it reports that the app is not responding. */
export const ANR_MS = 5000;

/** One running app process. While its main thread is blocked, input waits and its windows do not change. */
export class AppProcess {
  readonly pid: number;
  readonly uid: number;
  readonly packageName: string;
  readonly processName: string;
  /** Undefined for a process that does not draw with HWUI. */
  readonly meter: FrameMeter | undefined;
  isDead = false;
  isNotResponding = false;
  #blockedUntil = 0;
  #waiting: (() => void)[] = [];
  #firstWaitingAt = 0;

  constructor(options: {
    pid: number;
    uid: number;
    packageName: string;
    processName: string;
    meter: FrameMeter | undefined;
  }) {
    this.pid = options.pid;
    this.uid = options.uid;
    this.packageName = options.packageName;
    this.processName = options.processName;
    this.meter = options.meter;
  }

  isBlocked(now: number): boolean {
    return now < this.#blockedUntil;
  }

  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** The time since which input has been waiting; undefined if none waits. */
  get waitingSince(): number | undefined {
    return this.#waiting.length > 0 ? this.#firstWaitingAt : undefined;
  }

  block(now: number, ms: number, scheduler: Scheduler): void {
    this.#blockedUntil = now + ms;
    scheduler.after(ms, () => this.#drain(scheduler));
  }

  /** Runs a task on the main thread: at once, or when the thread is no longer blocked. */
  post(now: number, run: () => void): void {
    if (this.isDead) return;
    if (!this.isBlocked(now)) {
      run();
      return;
    }
    if (this.#waiting.length === 0) this.#firstWaitingAt = now;
    this.#waiting.push(run);
  }

  #drain(scheduler: Scheduler): void {
    if (this.isDead || this.isBlocked(scheduler.now)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.isNotResponding = false;
    for (const run of waiting) run();
  }
}

const FIRST_APP_PID = 2000;

/** The running processes by name. */
export class Processes {
  readonly #random: Random;
  readonly #list: AppProcess[] = [];
  readonly #stopped = new Set<string>();
  #nextPid = FIRST_APP_PID;

  constructor(random: Random) {
    this.#random = random;
  }

  all(): readonly AppProcess[] {
    return this.#list;
  }

  find(processName: string): AppProcess | undefined {
    return this.#list.find((process) => process.processName === processName);
  }

  start(options: { packageName: string; processName?: string; uid: number; draws: boolean }): AppProcess {
    const process = new AppProcess({
      pid: this.#nextPid,
      uid: options.uid,
      packageName: options.packageName,
      processName: options.processName ?? options.packageName,
      meter: options.draws ? new FrameMeter(this.#random) : undefined,
    });
    this.#nextPid += 1 + this.#random.below(40);
    this.#list.push(process);
    this.#stopped.delete(options.packageName);
    return process;
  }

  /** Notes that a package was force-stopped, until one of its processes starts again (PackageUserState.stopped). */
  markStopped(packageName: string): void {
    this.#stopped.add(packageName);
  }

  isStopped(packageName: string): boolean {
    return this.#stopped.has(packageName);
  }

  kill(process: AppProcess): void {
    process.isDead = true;
    const index = this.#list.indexOf(process);
    if (index >= 0) this.#list.splice(index, 1);
  }
}
