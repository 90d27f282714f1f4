import type { ExpectedResult } from "../actions/conditions/expecting.js";
import type { ActResult } from "../actions/proof/performed.js";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { screenPicture } from "../observe/screen-picture.js";
import { changesBetween, isChanged } from "../screen/changes.js";
import { renderDiff } from "../screen/diff-text.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { outcomeOf, performWithin, runCall } from "../server/run-call.js";
import { type ServerParts, toolContext } from "../server/tool-context.js";
import { Caller } from "../session/caller.js";
import type { DataOutcome, DataTool, ToolContext } from "../tools/define/tool.js";
import { find } from "../tools/find.js";
import { observe } from "../tools/observe.js";
import { openApp } from "../tools/open-app.js";
import { openUrl } from "../tools/open-url.js";
import { pressKey } from "../tools/press-key.js";
import { swipe } from "../tools/swipe.js";
import { tap } from "../tools/tap.js";
import { typeText } from "../tools/type-text.js";
import { verify } from "../tools/verify.js";
import { waitFor } from "../tools/wait-for.js";
import { encodePng } from "../vision/image.js";
import { actFields, type Fields, given, isAddress, optionalTarget, swipeFields, targetText } from "./fields.js";
import { elementOf, screenOf } from "./screen.js";
import type {
  Acted,
  CallOptions,
  Direction,
  Found,
  ObserveOptions,
  OpenOptions,
  Path,
  Phone,
  Picture,
  PressOptions,
  Screen,
  SwipeOptions,
  TapOptions,
  Target,
  TypeOptions,
  Update,
  Verified,
  Waited,
  WaitOptions,
} from "./types.js";

/** What one phone needs. `close` ends it. */
export interface PhoneParts {
  readonly app: ServerParts;
  readonly serial: string;
  readonly close: () => Promise<void>;
}

/** Calls of one program to one phone, by the same functions as the tools. Its refs mean what it was shown. */
export class ConnectedPhone implements Phone {
  readonly serial: string;
  readonly #close: () => Promise<void>;
  readonly #context: ToolContext;
  readonly #observations = new WeakMap<Screen, Observation>();
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #last: Observation | null = null;
  #closed: Promise<void> | null = null;

  constructor({ app, serial, close }: PhoneParts) {
    this.serial = serial;
    this.#close = close;
    this.#context = toolContext({ ...app, caller: new Caller() }, () => {});
  }

  async observe({ fresh, signal }: ObserveOptions = {}): Promise<Screen> {
    const { data } = await this.#call(observe, given({ fresh }), signal);
    return this.#screen(data.observation);
  }

  async update(since?: Screen, options: ObserveOptions = {}): Promise<Update> {
    const before = since === undefined ? this.#last : this.#observationOf(since);
    const { fresh, signal } = options;
    const { data } = await this.#call(observe, given({ fresh }), signal);
    const { observation } = data;
    const screen = this.#screen(observation);
    if (before === null || before.device.bootId !== observation.device.bootId)
      return { screen, isChanged: true, changes: screen.text };
    const isOther = isChanged(changesBetween(before, observation, null));
    return { screen, isChanged: isOther, changes: renderDiff(before, observation, DEFAULT_OUTLINE) };
  }

  async find(query: string, { signal }: CallOptions = {}): Promise<readonly Found[]> {
    const { data } = await this.#call(find, { query }, signal);
    return data.matches.map(({ element, score }) => ({ ...elementOf(element), score }));
  }

  async tap(target: Target, { count, holdMs, signal, ...rest }: TapOptions = {}): Promise<Acted> {
    const fields = given({ target: targetText(target), count, hold_ms: holdMs, ...actFields(rest) });
    return this.#acted(await this.#call(tap, fields, signal));
  }

  async type(text: string, { target, clear, submit, signal, ...rest }: TypeOptions = {}): Promise<Acted> {
    const fields = given({ text, target: optionalTarget(target), clear, submit, ...actFields(rest) });
    return this.#acted(await this.#call(typeText, fields, signal));
  }

  async swipe(way: Direction | Path, { signal, ...rest }: SwipeOptions = {}): Promise<Acted> {
    return this.#acted(await this.#call(swipe, swipeFields(way, rest), signal));
  }

  async press(key: string, { count, long, expect, signal }: PressOptions = {}): Promise<Acted> {
    return this.#acted(await this.#call(pressKey, given({ key, count, long, expect }), signal));
  }

  async open(packageOrUrl: string, { expect, signal }: OpenOptions = {}): Promise<Acted> {
    const outcome = isAddress(packageOrUrl)
      ? await this.#call(openUrl, given({ url: packageOrUrl, expect }), signal)
      : await this.#call(openApp, given({ package: packageOrUrl, expect }), signal);
    return this.#acted(outcome);
  }

  async wait(condition?: string, { timeoutMs, signal }: WaitOptions = {}): Promise<Waited> {
    const { data } = await this.#call(waitFor, given({ condition, timeout_ms: timeoutMs }), signal);
    return { waitedMs: data.waitedMs, screen: this.#screen(data.after) };
  }

  async verify(condition: string, { signal }: CallOptions = {}): Promise<Verified> {
    const { data } = await this.#call(verify, { condition }, signal);
    return { condition: data.condition, evidence: data.evidence, screen: this.#screen(data.observation) };
  }

  async screenshot({ signal }: CallOptions = {}): Promise<Picture> {
    const { frame } = await this.#within({ name: "screenshot", deadlineMs: 40_000 }, signal, async (limit) => {
      const session = await this.#context.session(this.serial, limit);
      return await screenPicture(session, false, limit);
    });
    return { png: await encodePng(frame), width: frame.width, height: frame.height };
  }

  async close(): Promise<void> {
    this.#closed ??= this.#end();
    await this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** What is under way is cancelled first, and says what became of it. */
  async #end(): Promise<void> {
    this.#ended.abort(new FoveaError("CANCELLED", `the connection to ${this.serial} was closed`));
    await Promise.allSettled(this.#underWay);
    await this.#close();
  }

  async #call<Data>(tool: DataTool<Data>, fields: Fields, signal?: AbortSignal): Promise<DataOutcome<Data>> {
    const raw = { device: this.serial, ...fields };
    const limit: typeof performWithin = async (ms, { name }, work) =>
      await this.#within({ name, deadlineMs: ms }, signal, work);
    const call = { tool, raw, context: this.#context, agree: null, limit };
    return outcomeOf(await runCall(call, this.#ended.signal));
  }

  async #within<T>(
    { name, deadlineMs }: { readonly name: string; readonly deadlineMs: number },
    signal: AbortSignal | undefined,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([this.#ended.signal, ...(signal ? [signal] : [])]);
    if (either.aborted) throw toFoveaError(either.reason);
    const call = performWithin(deadlineMs, { name }, work, either).catch((error) => {
      throw toFoveaError(error);
    });
    this.#underWay.add(call);
    try {
      return await call;
    } finally {
      this.#underWay.delete(call);
    }
  }

  #acted({ data, answer }: DataOutcome<ActResult | ExpectedResult>): Acted {
    const { did, verdict, points, notes, after } = data;
    const { kind, evidence } = verdict;
    return {
      did,
      verdict: { kind, evidence },
      points,
      notes,
      screen: after && this.#screen(after),
      text: answer.text,
    };
  }

  #screen(observation: Observation): Screen {
    const screen = screenOf(observation);
    this.#observations.set(screen, observation);
    this.#last = observation;
    return screen;
  }

  #observationOf(screen: Screen): Observation {
    const observation = this.#observations.get(screen);
    if (observation) return observation;
    throw new FoveaError("INVALID_ARGUMENT", `${screen.id} is no screen that this connection to ${this.serial} gave`);
  }
}
