import { abortable } from "../../../../src/base/signals.js";
import type { ActivityLog } from "../activity-log.js";
import type { PhoneClock } from "../clock.js";
import { BrokenPipe, SystemError } from "../linux/errno.js";
import { ProcessKilled, type SignalName } from "../linux/signals.js";
import { type ExitStatus, killedStatus, Process, type ProcessStart, type Session } from "./process.js";

/** Lower pids are those of the boot; a phone that has run for a while is well above them. */
const FIRST_PID = 12_000;
const LAST_PID = 32_767;

/** The most processes at once; a script that starts itself again and again ends here. */
const MOST_PROCESSES = 2000;

/** The end of a process; `defect` is an exception that is not an error of the phone. */
interface End extends ExitStatus {
  readonly defect: unknown;
}

/** All running processes that were started over adb. */
export class ProcessTable {
  readonly #live = new Map<number, Process>();
  readonly #log: ActivityLog;
  readonly #clock: PhoneClock;
  #lastPid = FIRST_PID - 1;

  constructor(log: ActivityLog, clock: PhoneClock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** The running processes, lowest pid first. */
  get live(): readonly Process[] {
    return [...this.#live.values()].sort((a, b) => a.pid - b.pid);
  }

  find(pid: number): Process | undefined {
    return this.#live.get(pid);
  }

  /**
   * Starts a process that runs `body`, and ends with the status that `body` gives. Errors: EAGAIN if there are too many
   * processes; the descriptors are then closed.
   */
  start(start: Omit<ProcessStart, "pid">, body: (process: Process) => Promise<number>): Process {
    if (this.#live.size >= MOST_PROCESSES) {
      start.descriptors.closeAll();
      throw new SystemError("EAGAIN");
    }
    const process = new Process({ ...start, pid: this.#nextPid() });
    this.#live.set(process.pid, process);
    this.#log.processStarted(process, this.#clock.nowMs());
    void this.#run(process, body);
    return process;
  }

  /** Sends a signal to all processes of a session. */
  signalSession(session: Session, signal: SignalName): void {
    for (const process of this.live) if (process.session === session) process.deliver(signal);
  }

  /** Kills all processes at once, as a reboot does. */
  killAll(): void {
    for (const process of this.live) process.deliver("KILL");
  }

  async #run(process: Process, body: (process: Process) => Promise<number>): Promise<void> {
    const end = await endOf(process, body);
    process.closeDescriptors();
    this.#live.delete(process.pid);
    this.#log.processEnded(process.pid, end, this.#clock.nowMs());
    for (const child of this.#live.values()) if (child.parentPid === process.pid) child.parentPid = 1;
    process.setExitStatus({ status: end.status, signal: end.signal });
    this.#hangUpSession(process);
  }

  /** When the leader of a terminal's session ends, the kernel sends SIGHUP to the other processes. */
  #hangUpSession({ pid, session }: Process): void {
    if (session.terminal && session.leaderPid === pid) this.signalSession(session, "HUP");
  }

  #nextPid(): number {
    do {
      this.#lastPid = this.#lastPid >= LAST_PID ? FIRST_PID : this.#lastPid + 1;
    } while (this.#live.has(this.#lastPid));
    return this.#lastPid;
  }
}

async function endOf(process: Process, body: (process: Process) => Promise<number>): Promise<End> {
  try {
    const status = await abortable(body(process), process.signal);
    return { status: status & 0xff, signal: null, defect: null };
  } catch (error) {
    if (error instanceof ProcessKilled) return { ...killedStatus(error.signal), defect: null };
    if (error instanceof BrokenPipe) return { ...killedStatus("PIPE"), defect: null };
    await complain(process, error);
    if (error instanceof SystemError) return { status: 1, signal: null, defect: null };
    return { ...killedStatus("ABRT"), defect: error };
  }
}

/** Prints on the process's own stderr why it ended; the reader may already have closed. */
async function complain(process: Process, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  const path = error instanceof SystemError && error.path !== "" ? `${error.path}: ` : "";
  const line = Buffer.from(`${process.argv[0]}: ${path}${text}\n`);
  await process.descriptors
    .get(2)
    ?.write(line, process.signal)
    .catch(() => {});
}
