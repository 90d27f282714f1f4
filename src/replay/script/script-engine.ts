import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { programModule } from "../../base/assets.js";
import { FoveaError } from "../../base/errors.js";
import { deadline } from "../../base/signals.js";
import type { ScriptCall, ScriptEnd, ScriptLimits } from "./sandbox.js";
import { type HttpAccess, requestFor } from "./script-http.js";
import type { ScriptThreadData } from "./script-thread.js";

export const SCRIPT_LIMITS: ScriptLimits = { timeMs: 10_000, memoryBytes: 64_000_000 };

export interface ScriptEngineOptions {
  readonly http: HttpAccess;
  readonly limits?: ScriptLimits;
  /** Gets each line that a script writes with `console.log`. */
  readonly onLog: (line: string) => void;
}

type ThreadMessage = { readonly end: ScriptEnd } | { readonly log: string } | { readonly request: string };

/** If a script does not react to its limit, its thread is ended after this additional time, in ms. */
const GRACE_MS = 2_000;

/**
 * Runs the JavaScript of flows in a sandbox in its own thread, which starts with the first script. Only one script runs
 * at a time.
 */
export class ScriptEngine implements AsyncDisposable {
  readonly #options: ScriptEngineOptions;
  #thread: { readonly worker: Worker; readonly answered: Int32Array; readonly answers: MessagePort } | null = null;
  #whyOver: FoveaError | null = null;

  constructor(options: ScriptEngineOptions) {
    this.#options = options;
  }

  /** Runs a script; gives its value as a text. Errors: FLOW_SCRIPT_FAILED, FLOW_SCRIPT_LIMIT, the signal's reason. */
  async run(call: ScriptCall, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (this.#whyOver) throw this.#whyOver;
    const end = await this.#answer(call, signal);
    if ("value" in end) return end.value;
    if ("failed" in end) throw new FoveaError("FLOW_SCRIPT_FAILED", `${call.name}: ${end.failed}`);
    throw this.#limitError(call.name, end.limit);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#whyOver ??= new FoveaError("CANCELLED", "the run has ended");
    await this.#end();
  }

  async #answer(call: ScriptCall, signal: AbortSignal): Promise<ScriptEnd> {
    const { worker } = this.#started();
    return await new Promise<ScriptEnd>((resolve, reject) => {
      let limit = this.#limit(call, signal);
      const leave = (how: () => void) => {
        limit[Symbol.dispose]();
        worker.off("message", hear).off("error", fail).off("exit", fail);
        how();
      };
      const stop = () => leave(() => reject(signal.aborted ? signal.reason : this.#overdue(call)));
      const watch = () => limit.signal.addEventListener("abort", stop, { once: true });
      const hear = (message: ThreadMessage) => {
        if ("log" in message) this.#options.onLog(message.log);
        else if ("end" in message) leave(() => resolve(message.end));
        else {
          limit[Symbol.dispose]();
          void this.#request(message.request).finally(() => {
            limit = this.#limit(call, signal);
            watch();
          });
        }
      };
      const fail = (cause: unknown) => leave(() => reject(this.#lost(call, cause)));
      watch();
      worker.on("message", hear).on("error", fail).on("exit", fail);
      worker.postMessage(call);
    });
  }

  #limit({ name }: ScriptCall, signal: AbortSignal) {
    return deadline(this.#limits.timeMs + GRACE_MS, name, signal);
  }

  /** Ends the thread of a script that exceeded its limit; values that scripts have saved are lost. */
  #overdue({ name }: ScriptCall): FoveaError {
    this.#whyOver = this.#limitError(name, "time");
    void this.#end();
    return this.#whyOver;
  }

  get #limits(): ScriptLimits {
    return this.#options.limits ?? SCRIPT_LIMITS;
  }

  #limitError(name: string, limit: "time" | "memory"): FoveaError {
    const { timeMs, memoryBytes } = this.#limits;
    const words = limit === "time" ? `${timeMs} ms` : `${memoryBytes / 1_000_000} MB`;
    return new FoveaError("FLOW_SCRIPT_LIMIT", `${name}: the script took more than ${words}`);
  }

  #lost({ name }: ScriptCall, cause: unknown): FoveaError {
    this.#whyOver ??= new FoveaError("FLOW_SCRIPT_FAILED", `${name}: the sandbox of scripts ended`, { cause });
    return this.#whyOver;
  }

  async #request(given: string): Promise<void> {
    const answer = await requestFor(given, this.#options.http);
    if (!this.#thread) return;
    this.#thread.answers.postMessage(answer);
    Atomics.store(this.#thread.answered, 0, 1);
    Atomics.notify(this.#thread.answered, 0);
  }

  #started() {
    if (this.#thread) return this.#thread;
    const answered = new SharedArrayBuffer(4);
    const { port1, port2 } = new MessageChannel();
    const data: ScriptThreadData = { limits: this.#limits, answered, answers: port2 };
    const worker = new Worker(programModule("replay/script/script-thread.js"), {
      workerData: data,
      transferList: [port2],
    });
    port1.unref();
    this.#thread = { worker, answered: new Int32Array(answered), answers: port1 };
    return this.#thread;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    if (!thread) return;
    thread.answers.close();
    await thread.worker.terminate();
  }
}
