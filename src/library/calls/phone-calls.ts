import type { ExpectedResult } from "../../actions/conditions/expecting.js";
import type { ActResult } from "../../actions/proof/performed.js";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { requireActing } from "../../base/read-only.js";
import type { Observation } from "../../screen/observation.js";
import type { Question } from "../../server/confirm.js";
import type { CallGate } from "../../server/guard/call-gate.js";
import { outcomeOf, performWithin, runCall } from "../../server/run-call.js";
import type { Session } from "../../session/session.js";
import type { Plugins } from "../../tool-contract/plugins.js";
import { type DataOutcome, type DataTool, isAct, type ToolContext } from "../../tool-contract/tool.js";
import { describedFailure, invalid } from "../failures.js";
import type { Fields } from "../fields.js";
import { ownError } from "../own-function.js";
import { publicScreen } from "../screen.js";
import type { Acted, CallOptions, Element, Screen } from "../types.js";
import { CallLog } from "./call-log.js";
import { needsLocalPhone, type RemoteCalls } from "./remote-call.js";

/** The parts of one phone. `close` ends the phone. */
export interface PhoneParts {
  /** What the tools may use on behalf of this caller. */
  readonly context: ToolContext;
  readonly serial: string;
  /** Asked before something is deleted; if absent, the call itself is the consent. */
  readonly confirm?: ((question: string) => boolean | Promise<boolean>) | undefined;
  /** Makes the guard of one call; if absent, a call uses the guard that its session already has. */
  readonly newGate?: (() => CallGate) | undefined;
  /** Also ends the calls of this phone. */
  readonly signal?: AbortSignal | undefined;
  readonly plugins?: Plugins | undefined;
  /** Carries out the calls if the phone is on another host. */
  readonly remote?: RemoteCalls | undefined;
  readonly close: () => Promise<void>;
}

/** The options of a call that limit its time. */
export type Limits = Pick<CallOptions, "signal" | "deadlineMs">;

interface RemoteCall<Data> {
  readonly tool: DataTool<Data>;
  readonly fields: Fields;
  readonly remote: RemoteCalls;
  readonly isPlain: boolean;
}

/**
 * Time for the network, on top of the tool's own deadline: the error of the host's deadline says more, so it has to
 * arrive first.
 */
const NETWORK_MS = 30_000;

/** The connection that gave an element. */
const CONNECTION_OF = new WeakMap<object, PhoneCalls>();

/** Asks the program for consent; null if it agrees. */
type Agree = (question: Pick<Question, "question">) => Promise<null>;

/**
 * The calls of one program to one phone, with the memory of one caller. Each call runs the same function as the tool.
 */
export class PhoneCalls {
  readonly serial: string;
  readonly context: ToolContext;
  readonly log = new CallLog();
  readonly #parts: PhoneParts;
  readonly #observations = new WeakMap<Screen, Observation>();
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #session: Session | null = null;
  #last: Observation | null = null;
  #closed: Promise<void> | null = null;

  constructor(parts: PhoneParts) {
    this.serial = parts.serial;
    this.#parts = parts;
    const session: ToolContext["session"] = async (serial, signal) => {
      this.#session = await parts.context.session(serial, signal);
      return this.#session;
    };
    this.context = { ...parts.context, session };
  }

  /** The last observation that was given as a screen; null before the first. */
  get last(): Observation | null {
    return this.#last;
  }

  /** Calls a tool by the tool's own name and arguments. Errors: those of the tool, coded. */
  async call<Data>(
    tool: DataTool<Data>,
    fields: Fields,
    limits: Limits = {},
    context: ToolContext = this.context,
  ): Promise<DataOutcome<Data>> {
    const { remote } = this.#parts;
    if (remote) return await this.#callRemote({ tool, fields, remote, isPlain: context === this.context }, limits);
    const raw = { device: this.serial, ...fields };
    const limit: typeof performWithin = async (ms, { name }, work) =>
      await this.#limited({ name, deadlineMs: ms }, limits, work);
    const agree = this.#agree();
    const call = { tool, raw, ...this.#guarded(context, agree), agree, limit };
    const noted = { tool: tool.name, inputs: fields, lastSeen: () => this.#lastSeen() };
    return await this.log.note(noted, async () =>
      outcomeOf(await runCall<DataOutcome<Data>, never>(call, this.#ended.signal)),
    );
  }

  /** The same for a phone of a farm. The host has the same version, so its tools give the same data as here. */
  async #callRemote<Data>(
    { tool, fields, remote, isPlain }: RemoteCall<Data>,
    limits: Limits,
  ): Promise<DataOutcome<Data>> {
    const noted = { tool: tool.name, inputs: fields, lastSeen: () => this.#last };
    const { deadlineMs } = limits;
    const bound = { name: tool.name, deadlineMs: tool.deadlineMs + NETWORK_MS };
    const run = async () => {
      if (isAct(tool, { ...fields })) requireActing(tool.name, this.context.config);
      // A call with its own context uses files of this host.
      if (!isPlain) throw needsLocalPhone(`${tool.name} with a file`);
      return await this.#limited(bound, limits, async (limit) => {
        return (await remote({ tool, fields, deadlineMs }, limit)) as DataOutcome<Data>;
      });
    };
    return await this.log.note(noted, run).catch((error) => {
      throw describedFailure(error, tool.name);
    });
  }

  /** Whether the phone is on another host. */
  get isRemote(): boolean {
    return this.#parts.remote !== undefined;
  }

  /** Errors: FARM_UNUSABLE for a phone of a farm. */
  requireHere(what: string): void {
    if (this.isRemote) throw describedFailure(needsLocalPhone(what), what);
  }

  #guarded(context: ToolContext, agree: Agree | null) {
    const gate = this.#parts.newGate?.();
    if (gate === undefined) return { context };
    const ask = agree ?? (async () => null);
    const guarded = { gate, asker: { canAsk: agree !== null, isAnswered: false, ask }, pending: null, owner: null };
    const session: ToolContext["session"] = async (serial, signal) => {
      const known = await context.session(serial, signal);
      return known.as(known.caller, gate);
    };
    return { context: { ...context, session }, guarded };
  }

  /**
   * Does work on the phone outside any tool. The work is cancelled when the connection ends. Errors: those of `work`,
   * described.
   */
  async within<T>(
    bound: { readonly name: string; readonly deadlineMs: number },
    limits: Limits,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return await this.#limited(bound, limits, work).catch((error) => {
      throw describedFailure(error, bound.name);
    });
  }

  async #limited<T>(
    { name, deadlineMs }: { readonly name: string; readonly deadlineMs: number },
    limits: Limits,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any(
      [this.#ended.signal, limits.signal, this.#parts.signal].filter((one) => one !== undefined),
    );
    if (either.aborted) throw cancelledBy(either.reason, limits);
    const ms = Math.min(deadlineMs, limits.deadlineMs ?? deadlineMs);
    const call = performWithin(ms, { name }, work, either);
    this.#underWay.add(call);
    try {
      return await call;
    } catch (error) {
      throw cancelledBy(error, limits);
    } finally {
      this.#underWay.delete(call);
    }
  }

  async session(signal: AbortSignal): Promise<Session> {
    return await this.context.session(this.serial, signal);
  }

  acted({ data, answer }: DataOutcome<ActResult | ExpectedResult>): Acted {
    const { did, verdict, points, notes, after } = data;
    const { kind, evidence } = verdict;
    const screen = after && this.screen(after);
    return { did, verdict: { kind, evidence }, points, notes, screen, text: answer.text };
  }

  screen(observation: Observation): Screen {
    const screen = publicScreen(observation);
    this.#observations.set(screen, observation);
    for (const element of screen.elements) this.given(element);
    this.#last = observation;
    return screen;
  }

  /** Notes that this connection gave the element, and gives it. */
  given<One extends Element>(element: One): One {
    CONNECTION_OF.set(element, this);
    return element;
  }

  /** Errors: INVALID_ARGUMENT for an element of another connection: its ref means something else here. */
  requireOwn(element: Element): void {
    const giver = CONNECTION_OF.get(element);
    if (giver === undefined || this.isSame(giver)) return;
    const given = `${element.ref} is an element that another connection, to ${giver.serial}, gave`;
    throw invalid(`${given}: it means nothing on ${this.serial}; nothing was touched`, "target");
  }

  /**
   * Whether both belong to one connection. The calls of a plug-in's action are a different object on the same
   * connection.
   */
  isSame(other: PhoneCalls): boolean {
    return other.serial === this.serial && other.context.config === this.context.config;
  }

  /**
   * The observation that a screen was made of. Errors: INVALID_ARGUMENT for a screen that this connection did not give.
   */
  observationOf(screen: Screen): Observation {
    const observation = this.#observations.get(screen);
    if (observation) return observation;
    throw invalid(`${screen.id} is not a screen that this connection to ${this.serial} gave`, "update");
  }

  /** The session's last observation, from any of its calls. */
  #lastSeen(): Observation | null {
    return this.#session?.lastObservation ?? null;
  }

  async close(): Promise<void> {
    this.#closed ??= this.#end();
    await this.#closed;
  }

  /** Cancels the running calls first; each of them reports its own outcome. */
  async #end(): Promise<void> {
    this.#ended.abort(new FoveaError("CANCELLED", `the connection to ${this.serial} was closed`));
    await Promise.allSettled(this.#underWay);
    await this.#parts.close();
  }

  /** Asks the program if it has `confirm`. Errors: CONSENT_REFUSED. */
  async agree(question: string): Promise<void> {
    await this.#agree()?.({ question });
  }

  #agree(): Agree | null {
    const { confirm } = this.#parts;
    if (confirm === undefined) return null;
    return async ({ question }): Promise<null> => {
      const agreed = await Promise.resolve()
        .then(() => confirm(question))
        .catch((cause: unknown) => {
          throw ownError(`confirm threw, so nothing was done: ${question}`, cause, false);
        });
      if (agreed === true) return null;
      throw new FoveaError("CONSENT_REFUSED", `confirm did not agree, so nothing was done: ${question}`);
    };
  }
}

/** The caller's signal may abort with any value: the call was cancelled, and this is not a defect of Fovea. */
function cancelledBy(error: unknown, { signal }: Limits): FoveaError {
  if (signal?.aborted !== true || error !== signal.reason || error instanceof FoveaError) return toFoveaError(error);
  const why = error instanceof Error ? error.message : String(error);
  return new FoveaError("CANCELLED", `the call was cancelled by its signal: ${why}`, { cause: error });
}
