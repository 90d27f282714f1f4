import type { ExpectedResult } from "../../actions/conditions/expecting.js";
import type { ActResult } from "../../actions/proof/performed.js";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import type { Observation } from "../../screen/observation.js";
import type { Question } from "../../server/confirm.js";
import { outcomeOf, performWithin, runCall } from "../../server/run-call.js";
import { type ServerParts, toolContext } from "../../server/tool-context.js";
import { Caller } from "../../session/caller.js";
import type { Session } from "../../session/session.js";
import type { DataOutcome, DataTool, ToolContext } from "../../tools/define/tool.js";
import { describedFailure, invalid } from "../failures.js";
import type { Fields } from "../fields.js";
import { screenOf } from "../screen.js";
import type { Acted, CallOptions, Screen } from "../types.js";
import { CallLog } from "./call-log.js";

/** What one phone needs. `close` ends it. */
export interface PhoneParts {
  readonly app: ServerParts;
  readonly serial: string;
  /** Asked before something is destroyed; the call itself is the consent if absent. */
  readonly confirm?: ((question: string) => boolean | Promise<boolean>) | undefined;
  readonly close: () => Promise<void>;
}

/** What of a call's options says how long it may take. */
export type Limits = Pick<CallOptions, "signal" | "deadlineMs">;

/** The calls of one program to one phone: each by the same function as the tools', with the memory of one caller. */
export class PhoneCalls {
  readonly serial: string;
  readonly context: ToolContext;
  readonly log = new CallLog();
  readonly #parts: PhoneParts;
  readonly #observations = new WeakMap<Screen, Observation>();
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #last: Observation | null = null;
  #closed: Promise<void> | null = null;

  constructor(parts: PhoneParts) {
    this.serial = parts.serial;
    this.#parts = parts;
    this.context = toolContext({ ...parts.app, caller: new Caller() }, () => {});
  }

  /** The last observation that a screen was made of; null before the first. */
  get last(): Observation | null {
    return this.#last;
  }

  /** One call of a tool, by its own name and arguments. Errors: those of the tool, coded. */
  async call<Data>(
    tool: DataTool<Data>,
    fields: Fields,
    limits: Limits = {},
    context: ToolContext = this.context,
  ): Promise<DataOutcome<Data>> {
    const raw = { device: this.serial, ...fields };
    const limit: typeof performWithin = async (ms, { name }, work) =>
      await this.#limited({ name, deadlineMs: ms }, limits, work);
    const agree = this.#agree();
    const gate = this.#parts.app.guard.newGate();
    const ask = agree ?? (async () => null);
    const guarded = { gate, asker: { canAsk: agree !== null, isAnswered: false, ask }, pending: null, owner: null };
    const session: ToolContext["session"] = async (serial, signal) => {
      const known = await context.session(serial, signal);
      return known.as(known.caller, gate);
    };
    const call = { tool, raw, context: { ...context, session }, agree, guarded, limit };
    const noted = { tool: tool.name, inputs: fields, lastSeen: () => this.#lastSeen() };
    return await this.log.note(noted, async () =>
      outcomeOf(await runCall<DataOutcome<Data>, never>(call, this.#ended.signal)),
    );
  }

  /** Work on the phone that is no tool's: it ends with the connection, too. Errors: those of `work`, described. */
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
    const either = AbortSignal.any([this.#ended.signal, ...(limits.signal ? [limits.signal] : [])]);
    if (either.aborted) throw toFoveaError(either.reason);
    const ms = Math.min(deadlineMs, limits.deadlineMs ?? deadlineMs);
    const call = performWithin(ms, { name }, work, either);
    this.#underWay.add(call);
    try {
      return await call;
    } catch (error) {
      throw toFoveaError(error);
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
    const screen = screenOf(observation);
    this.#observations.set(screen, observation);
    this.#last = observation;
    return screen;
  }

  /** What a screen was made of. Errors: INVALID_ARGUMENT for a screen that this connection did not give. */
  observationOf(screen: Screen): Observation {
    const observation = this.#observations.get(screen);
    if (observation) return observation;
    throw invalid(`${screen.id} is not a screen that this connection to ${this.serial} gave`, "update");
  }

  /** As the session has it, whoever read it. */
  #lastSeen(): Observation | null {
    const session = this.#parts.app.sessions.all().find(({ device }) => device.serial === this.serial);
    return session?.lastObservation ?? null;
  }

  async close(): Promise<void> {
    this.#closed ??= this.#end();
    await this.#closed;
  }

  /** What is under way is cancelled first, and says what became of it. */
  async #end(): Promise<void> {
    this.#ended.abort(new FoveaError("CANCELLED", `the connection to ${this.serial} was closed`));
    await Promise.allSettled(this.#underWay);
    await this.#parts.close();
  }

  #agree() {
    const { confirm } = this.#parts;
    if (confirm === undefined) return null;
    return async ({ question }: Question): Promise<null> => {
      if ((await confirm(question)) === true) return null;
      throw new FoveaError("CONSENT_REFUSED", `confirm did not agree, so nothing was done: ${question}`);
    };
  }
}
