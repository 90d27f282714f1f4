import { lastingController } from "../lasting-controller.js";
import { HARMLESS_SIGNALS, ProcessKilled, SIGNAL_NUMBERS, type SignalName } from "../linux/signals.js";
import type { Descriptors } from "./descriptors.js";
import type { Terminal } from "./terminal.js";

/** Processes that were started together: SIGHUP of the terminal reaches all of them. */
export interface Session {
  readonly leaderPid: number;
  readonly terminal: Terminal | null;
}

/** The end of a process. `status` is the value of `$?`: 128 + n after signal n. */
export interface ExitStatus {
  readonly status: number;
  readonly signal: SignalName | null;
}

/** The attributes that a new process gets from its parent. */
export interface ProcessStart {
  readonly pid: number;
  readonly parentPid: number;
  readonly argv: readonly string[];
  readonly env: Map<string, string>;
  readonly cwd: string;
  readonly umask: number;
  readonly descriptors: Descriptors;
  /** Null makes the process the leader of a new session. */
  readonly session: Session | null;
  /** The terminal of the new session. */
  readonly terminal: Terminal | null;
  readonly ignoredSignals: ReadonlySet<SignalName>;
  /** The adb service for which it was started; null for none. */
  readonly serviceId: number | null;
}

/** One process of the virtual phone. It runs as the user shell. */
export class Process {
  readonly pid: number;
  readonly serviceId: number | null;
  parentPid: number;
  argv: readonly string[];
  cwd: string;
  /** The permission bits that new files do not get. adbd starts all processes with 0. */
  umask: number;
  /** Only exported variables. */
  env: Map<string, string>;
  /** The active descriptors; see `withDescriptors`. */
  descriptors: Descriptors;
  session: Session;
  readonly ignoredSignals: Set<SignalName>;
  /** Handles a signal instead of the default action; false if it does not. */
  handleSignal: (signal: SignalName) => boolean = () => false;
  readonly #controller = lastingController();
  readonly #hiddenDescriptors: Descriptors[] = [];
  #binderCalls = 0;
  #heldBack: SignalName | null = null;
  #exitStatus: ExitStatus | null = null;
  #reportEnd: (status: ExitStatus) => void = () => {};
  /** Resolves when the process has ended for any reason; never rejects. */
  readonly ended = new Promise<ExitStatus>((resolve) => {
    this.#reportEnd = resolve;
  });

  constructor(start: ProcessStart) {
    this.pid = start.pid;
    this.parentPid = start.parentPid;
    this.argv = start.argv;
    this.env = start.env;
    this.cwd = start.cwd;
    this.umask = start.umask;
    this.descriptors = start.descriptors;
    this.session = start.session ?? { leaderPid: start.pid, terminal: start.terminal };
    this.ignoredSignals = new Set(start.ignoredSignals);
    this.serviceId = start.serviceId;
  }

  /** Aborts with ProcessKilled when a signal ends the process. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Null while the process runs. */
  get exitStatus(): ExitStatus | null {
    return this.#exitStatus;
  }

  get isInBinderCall(): boolean {
    return this.#binderCalls > 0;
  }

  /** Sends a signal. SIGHUP during a binder call takes effect when the call returns (android.md 9.5). */
  deliver(signal: SignalName): void {
    if (this.#exitStatus || this.signal.aborted) return;
    if (signal !== "KILL" && (this.ignoredSignals.has(signal) || this.handleSignal(signal))) return;
    if (HARMLESS_SIGNALS.has(signal)) return;
    if (signal === "HUP" && this.isInBinderCall) this.#heldBack = signal;
    else this.#controller.abort(new ProcessKilled(signal));
  }

  /** Runs `work` as a call to another process, during which SIGHUP has no effect yet. */
  async inBinderCall<T>(work: () => Promise<T>): Promise<T> {
    this.#binderCalls += 1;
    try {
      return await work();
    } finally {
      this.#binderCalls -= 1;
      if (this.#binderCalls === 0) this.#deliverHeldBack();
    }
  }

  /** Uses other descriptors while `work` runs, and closes them afterwards. */
  async withDescriptors<T>(descriptors: Descriptors, work: () => Promise<T>): Promise<T> {
    const before = this.descriptors;
    this.#hiddenDescriptors.push(before);
    this.descriptors = descriptors;
    try {
      return await work();
    } finally {
      this.descriptors = before;
      this.#hiddenDescriptors.pop();
      descriptors.closeAll();
    }
  }

  /** Closes the inactive descriptors: a shell's copies of them end with its `execve`. */
  closeHiddenDescriptors(): void {
    for (const descriptors of this.#hiddenDescriptors) descriptors.closeAll();
  }

  /** Closes all open files, including those of inactive descriptors. */
  closeDescriptors(): void {
    for (const descriptors of [this.descriptors, ...this.#hiddenDescriptors]) descriptors.closeAll();
  }

  /** Sets the exit status; only for the process table. */
  setExitStatus(status: ExitStatus): void {
    this.#exitStatus = status;
    this.#reportEnd(status);
  }

  #deliverHeldBack(): void {
    const signal = this.#heldBack;
    this.#heldBack = null;
    if (signal) this.deliver(signal);
  }
}

/** The status of a process that a signal ended. */
export function killedStatus(signal: SignalName): ExitStatus {
  return { status: 128 + SIGNAL_NUMBERS[signal], signal };
}
