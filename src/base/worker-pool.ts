import { availableParallelism } from "node:os";
import { type Transferable, Worker } from "node:worker_threads";
import { FoveaError, isErrorCode } from "./errors.js";

/** A job for another thread: plain data, and the objects in it that are transferred instead of copied. */
export interface Job {
  readonly data: unknown;
  readonly transfer?: readonly Transferable[];
  /** The owner of the job, for example a device's serial; absent if all jobs have one owner. */
  readonly owner?: string;
}

export interface WorkerPoolOptions {
  /** The module that the threads run; it calls `answerJobs`. */
  readonly entry: URL;
  /**
   * The most threads; if absent one fewer than the processors, but at least two and at most four. Threads start when
   * they are needed.
   */
  readonly most?: number;
  /** How many jobs of one owner may wait for a thread; more are refused, without effect on other owners. */
  readonly mostWaiting?: number;
}

/** What a thread answers: the result, or the error in parts that can be sent between threads. */
export type JobAnswer =
  | { readonly value: unknown }
  | { readonly code: string | null; readonly message: string; readonly hint?: string };

interface Waiting {
  readonly job: Job;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

const LEAST_THREADS = 2;
const MOST_THREADS = 4;
const MOST_WAITING = 64;

/**
 * Threads for work that would block the event loop. Each runs one job at a time; the others wait in order. If there are
 * several threads, jobs of one owner never use all of them, so that long jobs of one owner do not delay others. Idle
 * threads keep no process alive; all end with the pool.
 */
export class WorkerPool implements AsyncDisposable {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Waiting>();
  readonly #ending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor({ entry, most, mostWaiting = MOST_WAITING }: WorkerPoolOptions) {
    const threads = most ?? Math.min(MOST_THREADS, Math.max(LEAST_THREADS, availableParallelism() - 1));
    this.#options = { entry, most: threads, mostWaiting };
  }

  /** The number of running threads. */
  get threads(): number {
    return this.#idle.length + this.#busy.size;
  }

  /**
   * Runs a job and gives its result. When the signal aborts, a waiting job is dropped, and the thread of a running one
   * is ended. Errors: the job's own, WORKERS_BUSY if too many wait, WORKER_FAILED if the thread ended, the signal's
   * reason.
   */
  async run(job: Job, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    this.#checkRoom(job);
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = {
        job,
        resolve: (value) => settle(() => resolve(value)),
        reject: (reason) => settle(() => reject(reason)),
      };
      const settle = (how: () => void) => {
        signal.removeEventListener("abort", giveUp);
        how();
      };
      const giveUp = () => this.#giveUp(waiting, signal.reason);
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Ends all threads; waiting and running jobs fail with CANCELLED. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const over = new FoveaError("CANCELLED", "the threads were ended");
    for (const { reject } of this.#waiting.splice(0)) reject(over);
    for (const [worker, { reject }] of [...this.#busy]) {
      this.#end(worker);
      reject(over);
    }
    for (const worker of [...this.#idle]) this.#end(worker);
    await Promise.all(this.#ending);
  }

  #checkRoom({ owner }: Job): void {
    if (this.#isClosed) throw new FoveaError("CANCELLED", "the threads were ended");
    const waiting = this.#waiting.filter(({ job }) => job.owner === owner).length;
    if (waiting < this.#options.mostWaiting) return;
    const whose = owner === undefined ? "" : ` of ${owner}`;
    throw new FoveaError("WORKERS_BUSY", `${waiting} screenshots and hierarchies${whose} already wait to be read`);
  }

  #giveUp(waiting: Waiting, reason: unknown): void {
    const place = this.#waiting.indexOf(waiting);
    if (place >= 0) this.#waiting.splice(place, 1);
    const running = [...this.#busy].find(([, one]) => one === waiting);
    if (running) this.#end(running[0]);
    waiting.reject(reason);
    this.#next();
  }

  #next(): void {
    if (this.#isClosed || this.#waiting.length === 0) return;
    const place = this.#waiting.findIndex(({ job }) => this.#mayRun(job));
    if (place < 0) return;
    const worker = this.#idle.pop() ?? (this.threads < this.#options.most ? this.#start() : undefined);
    const [waiting] = worker ? this.#waiting.splice(place, 1) : [];
    if (!worker || !waiting) return;
    this.#busy.set(worker, waiting);
    worker.ref(); // a process that waits for nothing else has to wait for this
    try {
      worker.postMessage(waiting.job.data, waiting.job.transfer ?? []);
    } catch (cause) {
      this.#release(worker)?.reject(new FoveaError("WORKER_FAILED", "the job could not be handed over", { cause }));
    }
  }

  /** Keeps one thread for other owners. */
  #mayRun({ owner }: Job): boolean {
    if (owner === undefined) return true;
    const running = [...this.#busy.values()].filter(({ job }) => job.owner === owner).length;
    return running < Math.max(1, this.#options.most - 1);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry);
    worker.unref();
    worker.on("message", (answer: JobAnswer) => settleWith(this.#release(worker), answer));
    worker.on("error", (cause) => this.#lose(worker, cause));
    worker.on("exit", () => this.#lose(worker, undefined));
    return worker;
  }

  /** Marks the thread as idle, and gives the job that it had. */
  #release(worker: Worker): Waiting | undefined {
    const waiting = this.#busy.get(worker);
    this.#busy.delete(worker);
    worker.unref();
    if (waiting) this.#idle.push(worker);
    this.#next();
    return waiting;
  }

  /** Handles a thread that ended by itself; a new one is started for the next job. */
  #lose(worker: Worker, cause: unknown): void {
    const waiting = this.#busy.get(worker);
    this.#forget(worker);
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    waiting?.reject(new FoveaError("WORKER_FAILED", `the thread that worked on it ended${why}`, { cause }));
    this.#next();
  }

  #end(worker: Worker): void {
    this.#forget(worker);
    const ending = worker.terminate().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #forget(worker: Worker): void {
    this.#busy.delete(worker);
    const place = this.#idle.indexOf(worker);
    if (place >= 0) this.#idle.splice(place, 1);
  }
}

function settleWith(waiting: Waiting | undefined, answer: JobAnswer): void {
  if ("value" in answer) waiting?.resolve(answer.value);
  else waiting?.reject(errorOf(answer));
}

/** An error without a code is a defect of the job. */
function errorOf({ code, message, hint }: Exclude<JobAnswer, { readonly value: unknown }>): FoveaError {
  return new FoveaError(isErrorCode(code) ? code : "INTERNAL", message, hint === undefined ? {} : { hint });
}
