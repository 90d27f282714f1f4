import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import type { UiElement } from "../../screen/element.js";
import { matchElements } from "../../screen/match.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import type { ActResult } from "../proof/performed.js";
import {
  contentOf,
  isBarelyVisible,
  movementBetween,
  type ScrolledContent,
  type ScrollWay,
} from "../proof/scrolled-content.js";
import { chooseElement } from "../targets/choose-element.js";
import { deviceToday } from "../targets/device-today.js";
import { inconsistent, screenContext, unreadable } from "../targets/refuse-screen.js";
import { describe } from "../targets/refuse-target.js";
import { isOfOtherWindow } from "../targets/watch.js";
import type { Direction } from "../verbs/swipe.js";
import { swipe } from "../verbs/swipe.js";
import type { Verdict } from "../verdict.js";
import { refTarget } from "./ref-target.js";

export interface ScrollToRequest {
  readonly element: ElementSelector;
  /** The container to scroll; the largest one if null. */
  readonly within: ElementSelector | null;
  /** The direction; if null, down to the end and then up to the other end. */
  readonly way: ScrollWay | null;
  readonly mostSwipes: number;
  /** The time for the whole search; {@link SEARCH_MS} if absent. */
  readonly withinMs?: number;
}

/** Shorter than the deadline of a call, so that the answer can say how far the search came. */
const SEARCH_MS = 52_000;

export const MOST_SWIPES = 50;

/** The result of the last swipe, and of the search. */
export interface ScrollResult extends ActResult {
  readonly found: UiElement;
  readonly swipes: number;
  /** The ends of the content that were reached. */
  readonly ends: readonly ScrollWay[];
}

/** The direction in which the finger moves to show the content in each direction. */
const FINGER: Readonly<Record<ScrollWay, Direction>> = { down: "up", up: "down", left: "right", right: "left" };
/** How many swipes in a row may move nothing before this counts as the end: some lists load more content there. */
const MOST_IDLE = 2;

/**
 * Scrolls until the element is visible. Each swipe moves the content by less than its visible part, and content from
 * before has to be found again after it. If none is found, the search goes back until it is, so that no row is skipped.
 * The whole search takes one turn. Errors: ELEMENT_NOT_FOUND with the ends that were reached, or the limit; those of
 * reading the screen, of resolving `within`, and of swipe.
 */
export async function scrollTo(session: Session, request: ScrollToRequest, signal: AbortSignal): Promise<ScrollResult> {
  return await session.acts.run(async () => await new Search(session, request).run(signal), signal);
}

class Search {
  readonly #session: Session;
  readonly #request: ScrollToRequest;
  readonly #startedAt = performance.now();
  readonly #notes: string[] = [];
  readonly #ends: ScrollWay[] = [];
  #within: string | null = null;
  #swipes = 0;
  #today: string | null = null;
  #last: ActResult | null = null;

  constructor(session: Session, request: ScrollToRequest) {
    this.#session = session;
    this.#request = request;
  }

  async run(signal: AbortSignal): Promise<ScrollResult> {
    const { element, within, way } = this.#request;
    const reported = this.#session.lastReported;
    this.#today = await deviceToday(this.#session, within === null ? [element] : [element, within], signal);
    let seen = await read(this.#session, signal);
    if (within !== null) {
      const seenScreen = { observation: seen, today: this.#today, isToRead: true };
      this.#within = chooseElement(this.#session, within, seenScreen).element.ref;
    }
    for (const one of way === null ? (["down", "up"] as const) : [way]) {
      seen = await this.#walk(one, seen, signal);
      const found = this.#foundIn(seen);
      if (found) return this.#result(found, { reported, seen });
    }
    throw this.#notFound(seen);
  }

  /**
   * Scrolls in one direction until the element or the end is visible; gives the screen then. Errors: ELEMENT_NOT_FOUND
   * at the limit.
   */
  async #walk(way: ScrollWay, from: Observation, signal: AbortSignal): Promise<Observation> {
    let seen = from;
    for (let idle = 0; idle < MOST_IDLE; ) {
      const found = this.#foundIn(seen);
      const content = contentOf(seen, this.#within);
      if (found && !(this.#swipes > 0 && idle === 0 && isBarelyVisible(found, content, way))) return seen;
      const next = await this.#swipe({ way, content }, seen, signal);
      // The swipe moved a barely visible element away; at the end of the content no more of it can be shown: back.
      if (found && !this.#foundIn(next)) return await this.#swipe({ way: opposite(way), content }, next, signal);
      const movement = movementBetween(content, contentOf(next, this.#within));
      idle = movement === "still" ? idle + 1 : 0;
      seen = movement === "jumped" ? await this.#goBack(way, content, next, signal) : next;
      if (idle > 0 && this.#foundIn(seen)) return seen;
    }
    this.#ends.push(way);
    return seen;
  }

  /** Nothing from before is visible: goes back until something is, so that the content in between is seen. */
  async #goBack(
    way: ScrollWay,
    before: ScrolledContent,
    jumped: Observation,
    signal: AbortSignal,
  ): Promise<Observation> {
    let seen = jumped;
    for (let steps = 0; steps < MOST_BACK; steps += 1) {
      if (this.#foundIn(seen)) return seen;
      seen = await this.#swipe({ way: opposite(way), content: contentOf(seen, this.#within) }, seen, signal);
      if (movementBetween(before, contentOf(seen, this.#within)) !== "jumped") return seen;
    }
    if (!this.#notes.includes(UNSEEN)) this.#notes.push(UNSEEN);
    return seen;
  }

  async #swipe(
    { way, content }: { readonly way: ScrollWay; readonly content: ScrolledContent },
    seen: Observation,
    signal: AbortSignal,
  ): Promise<Observation> {
    if (this.#swipes >= this.#request.mostSwipes) throw this.#bounded("the limit", seen);
    this.#requireTime(seen);
    const { container } = content;
    const target = container === null ? null : refTarget(container.ref);
    this.#last = await swipe(this.#session, { speed: "slow", direction: FINGER[way], target }, signal);
    this.#swipes += 1;
    const { after, verdict } = this.#last;
    if (STOPS.has(verdict.kind)) throw this.#stopped(verdict, after ?? seen);
    return after && isReadable(after) && !isOfOtherWindow(after) ? after : await read(this.#session, signal);
  }

  #foundIn(seen: Observation): UiElement | undefined {
    const all = matchElements(this.#request.element, seen.elements, { ...seen, today: this.#today });
    const shown = all.filter(({ systemBar }) => !systemBar);
    return shown[0] ?? all[0];
  }

  #result(
    found: UiElement,
    { reported, seen }: { readonly reported: Observation | null; readonly seen: Observation },
  ): ScrollResult {
    const more = { found, swipes: this.#swipes, ends: [...this.#ends] };
    if (!this.#last) return { ...alreadyThere(this.#session, { found, reported }, seen), ...more };
    const times = this.#swipes === 1 ? "once" : `${this.#swipes} times`;
    const before = reported?.device.bootId === seen.device.bootId ? reported : null;
    this.#session.noteReported(seen);
    const notes = [...this.#last.notes, ...this.#notes];
    const did = `scrolled ${times} to ${describe(found)}`;
    return { ...this.#last, did, notes, before, after: seen, picture: null, ...more };
  }

  #notFound(seen: Observation): FoveaError {
    const ends = this.#ends.length === 2 ? "from one end to the other" : `${this.#ends[0]} to its end`;
    return this.#error(`it was scrolled ${ends} in ${this.#swipes} swipes`, seen);
  }

  /**
   * Refuses another swipe if there is no time for it, judged by the average of those before. Errors: ELEMENT_NOT_FOUND.
   */
  #requireTime(seen: Observation): void {
    const passedMs = performance.now() - this.#startedAt;
    const eachMs = passedMs / Math.max(1, this.#swipes);
    if (this.#swipes === 0 || passedMs + eachMs <= (this.#request.withinMs ?? SEARCH_MS)) return;
    const pace = `as many as there was time for at ${(eachMs / 1_000).toFixed(1)} s each (call again to go on from here)`;
    throw this.#bounded(pace, seen);
  }

  #bounded(why: string, seen: Observation): FoveaError {
    const ends = this.#ends.length === 0 ? "no end was" : `only its end ${this.#ends.join(", ")} was`;
    return this.#error(`${this.#swipes} swipes, ${why}, were made, and ${ends} reached`, seen);
  }

  #stopped({ kind, evidence }: Verdict, seen: Observation): FoveaError {
    return this.#error(`scrolling stopped because the result of a swipe was ${kind}: ${evidence.join(", ")}`, seen);
  }

  #error(why: string, seen: Observation): FoveaError {
    const wanted = printTarget(this.#request.element);
    const message = [`${wanted} was not found: ${why}`, ...this.#notes.map((note) => note.slice(2))].join("; ");
    const attemptedAction = `scroll to ${wanted}`;
    const mayHaveHappened = this.#swipes > 0;
    const context = { ...screenContext(this.#session, seen, wanted), attemptedAction, mayHaveHappened };
    return new FoveaError("ELEMENT_NOT_FOUND", message, {
      ...context,
      hint: "Check the screen below: name the element in other words, or scroll something else by `within`.",
    });
  }
}

const MOST_BACK = 3;
const UNSEEN = "! the list scrolled by more than its height: rows in between may have been skipped";
/** Verdicts after which the screen has changed, or its state is unknown. */
const STOPS: ReadonlySet<string> = new Set(["unexpected_window", "app_crashed", "app_not_responding", "uncertain"]);

function opposite(way: ScrollWay): ScrollWay {
  const other = { down: "up", up: "down", left: "right", right: "left" } as const;
  return other[way];
}

async function read(session: Session, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  if (isOfOtherWindow(observation)) throw inconsistent(session, observation);
  return observation;
}

function alreadyThere(
  session: Session,
  { found, reported }: { readonly found: UiElement; readonly reported: Observation | null },
  seen: Observation,
): ActResult {
  const did = `${describe(found)} is on the screen already; nothing was touched`;
  const before = reported?.device.bootId === seen.device.bootId ? reported : null;
  session.noteReported(seen);
  const verdict: Verdict = { kind: "no_effect", evidence: ["already on the screen"], changes: null };
  return { did, points: [], by: "input", notes: [], before, after: seen, picture: null, settled: null, verdict };
}
