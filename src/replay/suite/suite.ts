import { FoveaError } from "../../base/errors.js";
import { deadline } from "../../base/signals.js";
import type { Flow } from "../flow/flow.js";
import type { RunReport } from "../report.js";

/** A flow of a run, and its mistakes. */
export interface SuiteFlow {
  readonly file: string;
  /** The flow; null if it could not be read. */
  readonly flow: Flow | null;
  readonly mistakes: readonly FoveaError[];
}

/** A phone that runs flows. */
export interface SuitePhone {
  readonly serial: string;
  /** Runs a flow once. Errors: those that end the whole run. */
  readonly run: (flow: Flow, signal: AbortSignal) => Promise<RunReport>;
}

/** `flaky`: passed after a failed attempt. `skipped`: not run, or nothing was done. */
export type FlowOutcome = "passed" | "flaky" | "failed" | "skipped";

export interface FlowResult {
  readonly name: string;
  readonly file: string;
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
  readonly outcome: FlowOutcome;
  /** The report of each attempt, in order. */
  readonly tries: readonly RunReport[];
  /** Why it was not run, or did nothing; null if it did something. */
  readonly why: { readonly code: FoveaError["code"] | null; readonly message: string } | null;
}

export interface SuiteOptions {
  /** Flows that run one after another on the first phone, before the others. */
  readonly sequence: readonly SuiteFlow[];
  readonly others: readonly SuiteFlow[];
  /** Whether the rest of the sequence runs after one of its flows failed. */
  readonly continuesOnFailure: boolean;
  /** The phones, at least one. */
  readonly phones: readonly SuitePhone[];
  /** How often a failed flow is repeated. */
  readonly retries: number;
  /** Whether no further flow begins after the first failed one. */
  readonly failsFast: boolean;
  /** The time limit of each attempt; null for none. */
  readonly timeLimitMs: number | null;
  /** Whether flows that cannot run here are skipped; else they fail. */
  readonly skipsUnsupported: boolean;
  /** Earlier durations of flows, in ms by file: with several phones, the longest flows begin first. */
  readonly earlierMs: ReadonlyMap<string, number>;
  /** Called with each result. */
  readonly onResult: (result: FlowResult) => void;
}

/**
 * Runs flows on one or several phones: each phone takes the next flow as soon as it is free. A failed flow is a result,
 * not an error. Gives the results in the order of the flows. Errors: those of the phones, and the signal's reason;
 * before that, each flow that was not run is reported to `onResult` with this error.
 */
export async function runSuite(options: SuiteOptions, signal: AbortSignal): Promise<readonly FlowResult[]> {
  const run = new SuiteRun(options, signal);
  await run.whole();
  return run.results();
}

const STOPPED = "not run: an earlier flow failed (--fail-fast)";
const OUT_OF_SEQUENCE = "not run: an earlier flow of executionOrder failed, and continueOnFailure is false";

class SuiteRun {
  readonly #options: SuiteOptions;
  readonly #signal: AbortSignal;
  readonly #done = new Map<SuiteFlow, FlowResult>();
  #hasFailed = false;
  /** The error that ended the whole run. */
  #ended: { readonly error: unknown } | null = null;

  constructor(options: SuiteOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  async whole(): Promise<void> {
    const { sequence, phones } = this.#options;
    const [first] = phones;
    if (!first) throw new FoveaError("INTERNAL", "a run has no phone");
    await this.#inSequence(sequence, first);
    const queue = [...this.#inOrder()];
    await Promise.all(phones.map(async (phone) => await this.#work(queue, phone)));
    if (this.#ended) throw this.#ended.error;
  }

  results(): readonly FlowResult[] {
    const { sequence, others } = this.#options;
    return [...sequence, ...others].flatMap((flow) => this.#done.get(flow) ?? []);
  }

  async #inSequence(flows: readonly SuiteFlow[], phone: SuitePhone): Promise<void> {
    for (const flow of flows) {
      const before = flows.slice(0, flows.indexOf(flow)).map((one) => this.#done.get(one)?.outcome);
      if (!this.#options.continuesOnFailure && before.includes("failed")) this.#skip(flow, OUT_OF_SEQUENCE);
      else await this.#one(flow, phone);
    }
  }

  /** With several phones the run ends earliest if the longest flows begin first. */
  #inOrder(): readonly SuiteFlow[] {
    const { others, phones, earlierMs } = this.#options;
    if (phones.length === 1) return others;
    const took = ({ file }: SuiteFlow) => earlierMs.get(file) ?? Number.POSITIVE_INFINITY;
    return others.toSorted((a, b) => (took(a) === took(b) ? 0 : took(b) - took(a)));
  }

  async #work(queue: SuiteFlow[], phone: SuitePhone): Promise<void> {
    for (let flow = queue.shift(); flow; flow = queue.shift()) await this.#one(flow, phone);
  }

  async #one(flow: SuiteFlow, phone: SuitePhone): Promise<void> {
    if (this.#ended) return this.#report(flow, [], reasonOf(this.#ended.error));
    if (this.#hasFailed && this.#options.failsFast) return this.#skip(flow, STOPPED);
    const [mistake] = flow.mistakes;
    if (mistake || !flow.flow) return this.#unreadable(flow, mistake);
    const tries: RunReport[] = [];
    try {
      do tries.push(await this.#try(flow.flow, phone));
      while (tries.at(-1)?.outcome === "failed" && tries.length <= this.#options.retries && !this.#signal.aborted);
    } catch (error) {
      this.#ended ??= { error };
      return this.#report(flow, tries, reasonOf(error));
    }
    if (this.#signal.aborted) this.#ended ??= { error: this.#signal.reason };
    this.#report(flow, tries, idleness(tries));
  }

  async #try(flow: Flow, phone: SuitePhone): Promise<RunReport> {
    const { timeLimitMs } = this.#options;
    if (timeLimitMs === null) return await phone.run(flow, this.#signal);
    using limit = deadline(timeLimitMs, `the flow ${flow.name}`, this.#signal);
    return await phone.run(flow, limit.signal);
  }

  #unreadable(flow: SuiteFlow, mistake: FoveaError | undefined): void {
    const message = mistake?.message ?? `${flow.file} cannot be read`;
    const isSkipped = this.#options.skipsUnsupported && flow.mistakes.every(({ code }) => code === "FLOW_UNSUPPORTED");
    this.#report(flow, [], { code: mistake?.code ?? "FLOW_INVALID", message, isSkipped });
  }

  #skip(flow: SuiteFlow, message: string): void {
    this.#report(flow, [], { code: null, message, isSkipped: true });
  }

  #report(flow: SuiteFlow, tries: readonly RunReport[], why: Unrun | null): void {
    const last = tries.at(-1);
    const ran: FlowOutcome = last?.outcome === "passed" ? (tries.length > 1 ? "flaky" : "passed") : "failed";
    const outcome = why?.isSkipped === true ? "skipped" : ran;
    if (outcome === "failed") this.#hasFailed = true;
    const { name, tags, properties } = flow.flow ?? { name: flow.file, tags: [], properties: {} };
    const reason = why && { code: why.code, message: why.message };
    const result: FlowResult = { name, file: flow.file, tags, properties, outcome, tries, why: reason };
    this.#done.set(flow, result);
    this.#options.onResult(result);
  }
}

type Reason = NonNullable<FlowResult["why"]>;
type Unrun = Reason & { readonly isSkipped?: boolean };

/**
 * The reason why the only attempt of a flow did nothing; null if it did something, or if there were several attempts.
 */
function idleness(tries: readonly RunReport[]): Unrun | null {
  const [only, ...others] = tries;
  if (only?.whyIdle === undefined || others.length > 0) return null;
  return { code: null, message: only.whyIdle, isSkipped: true };
}

function reasonOf(error: unknown): Reason {
  if (error instanceof FoveaError) return { code: error.code, message: `not run to its end: ${error.message}` };
  return { code: "CANCELLED", message: "not run to its end: the run was interrupted" };
}
