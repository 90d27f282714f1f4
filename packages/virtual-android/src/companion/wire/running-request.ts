import type { Answer, Call, Host, WireFault } from "./host.js";
import { type Envelope, type Method, type ParamsOf, readParams } from "./requests.js";
import { WireError } from "./wire-error.js";

/** One request from its arrival to its answer. */
export class RunningRequest {
  readonly #host: Host;
  readonly #envelope: Envelope;
  readonly #version: number;
  readonly #controller = new AbortController();
  #hasBegun = false;
  #settle: (outcome: Answer | WireError) => void = () => {};
  /** The result, or the error of the request. */
  readonly outcome: Promise<Answer>;

  /** @param version the version of the protocol that was agreed with the client */
  constructor(host: Host, envelope: Envelope, version: number) {
    this.#host = host;
    this.#envelope = envelope;
    this.#version = version;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
    });
  }

  /** Whether the request may have had an effect on the device. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  start(fault: WireFault | null): void {
    const { timeoutMs } = this.#envelope;
    const late = () => this.giveUp(new WireError("TIMEOUT", `not done within ${timeoutMs} ms`));
    const cancel = this.#host.clock.after(timeoutMs, late);
    void this.outcome.catch(() => {}).finally(cancel);
    this.#work(fault).then(
      (answer) => this.#settle(answer),
      (error) => this.#settle(error instanceof WireError ? error : internal(error)),
    );
  }

  /** Answers with this error at once, and stops the running work if possible. */
  giveUp(error: WireError): void {
    this.#settle(error);
    this.#controller.abort(error);
  }

  /** The client has disconnected: nothing is answered. */
  drop(): void {
    this.giveUp(new WireError("CANCELLED", "the client is gone"));
  }

  async #work(fault: WireFault | null): Promise<Answer> {
    const { method, params } = this.#envelope;
    if (fault) await this.#suffer(fault);
    return await this.#run(method, params);
  }

  async #run<M extends Method>(method: M, params: unknown): Promise<Answer> {
    const read = readParams(method, params);
    return await runMethod(this.#host, method, read, {
      version: this.#version,
      signal: this.#controller.signal,
      begin: () => {
        this.#controller.signal.throwIfAborted();
        this.#hasBegun = true;
      },
    });
  }

  async #suffer(fault: WireFault): Promise<void> {
    const { signal } = this.#controller;
    if (fault.kind === "error") throw new WireError("INTERNAL", fault.message);
    if (fault.kind === "crash") this.#host.clock.after(fault.afterMs, fault.crash);
    if (fault.kind !== "silence") return;
    if (fault.forMs === undefined) await new Promise(() => {});
    else await this.#host.clock.sleep(fault.forMs, signal);
  }
}

async function runMethod<M extends Method>(host: Host, method: M, params: ParamsOf<M>, call: Call): Promise<Answer> {
  const methods: Methods = host.methods;
  const run = methods[method];
  if (!run) throw new Error(`no method ${method}`);
  return await run(params, call);
}

type Methods = { readonly [M in Method]?: (params: ParamsOf<M>, call: Call) => Promise<Answer> };

function internal(error: unknown): WireError {
  return new WireError("INTERNAL", error instanceof Error ? error.name : "Error");
}
