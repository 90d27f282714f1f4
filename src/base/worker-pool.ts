import { availableParallelism } from "node:os";
import { type Transferable, Worker } from "node:worker_threads";
import { FoveaError, isErrorCode } from "./errors.js";

/** A job for another thread: plain data, and what of it is handed over instead of copied. */
export interface Job {
  readonly data: unknown;
  readonly transfer?: readonly Transferable[];
  /** Whose it is, for example a device's serial; absent if all jobs are of one. */
  readonly owner?: string;
}

export interface WorkerPoolOptions {
  /** The module that the threads run; it calls `answerJobs`. */
  readonly entry: URL;
  /**
   * Threads at most; if absent one fewer than the processors, but two at least and four at most. They start when they
   * are needed.
   */
  readonly most?: number;
  /** Jobs of one owner that may wait for a thread; more are refused, and those of other owners are not. */
  readonly mostWaiting?: number;
}

/** What a thread answers: the result, or the error in parts that cross threads. */
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
 * Threads for work that would keep the event loop from everything else. One job at a time in each; the others wait in
 * the order in which they came, except that one owner's never have all threads where there are several: so nobody waits
 * for what takes long for another. Idle ones keep no process alive; all end with the pool.
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

  /** Threads that run now. */
  get threads(): number {
    return this.#idle.length + this.#busy.size;
  }

  /**
   * The result of the job. A job that waits is forgotten when the signal aborts; the thread of one that runs is ended.
   * Errors: the job's own, WORKERS_BUSY where too many wait, WORKER_FAILED where the thread ended, the signal's reason.
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

  /** Ends all threads; jobs that wait or run are CANCELLED. */
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
    throw new FoveaError("WORKERS_BUSY", `${waiting} pictures and trees${whose} wait to be read already`);
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

  /** One thread is left to other owners. */
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

  /** The thread is free again; gives what it was at. */
  #release(worker: Worker): Waiting | undefined {
    const waiting = this.#busy.get(worker);
    this.#busy.delete(worker);
    worker.unref();
    if (waiting) this.#idle.push(worker);
    this.#next();
    return waiting;
  }

  /** The thread ended by itself. The next job gets a new one. */
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

/** What is not coded is a defect of the job. */
function errorOf({ code, message, hint }: Exclude<JobAnswer, { readonly value: unknown }>): FoveaError {
  return new FoveaError(isErrorCode(code) ? code : "INTERNAL", message, hint === undefined ? {} : { hint });
}
