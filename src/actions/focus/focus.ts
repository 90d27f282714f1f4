import { FoveaError } from "../../base/errors.js";
import { isEmpty } from "../../base/geometry.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import type { UiElement } from "../../screen/element.js";
import type { UiNode } from "../../screen/hierarchy.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import type { Session } from "../../session/session.js";
import type { ActResult } from "../proof/performed.js";
import { chooseElement } from "../targets/choose-element.js";
import { deviceToday } from "../targets/device-today.js";
import { inconsistent, screenContext, unreadable } from "../targets/refuse-screen.js";
import { describe } from "../targets/refuse-target.js";
import { isOfOtherWindow } from "../targets/watch.js";
import { pressKey } from "../verbs/press-key.js";
import type { Verdict } from "../verdict.js";
import { FOCUS_KEYS, type FocusKey } from "./focus-finder.js";
import { type FocusStop, focusPath, moveKey } from "./focus-path.js";

export interface FocusRequest {
  readonly element: ElementSelector;
  readonly mostKeys: number;
}

export const MOST_KEYS = 40;

/** The result of the last key, the focused element, and the keys that were pressed. */
export interface FocusResult extends ActResult {
  readonly focused: UiElement;
  readonly keys: readonly FocusKey[];
}

/** Verdicts after which the screen has changed, or its state is unknown. */
const STOPS: ReadonlySet<string> = new Set(["unexpected_window", "app_crashed", "app_not_responding", "uncertain"]);

/**
 * Moves the D-pad's focus to an element with the fewest keys by Android's rule, one key at a time. After each key the
 * screen is read; if the focus went elsewhere, that is remembered and a new way is computed. Each key passes the guard
 * like those of press_key. The whole movement takes one turn. Errors: TARGET_UNREACHABLE if the element cannot have the
 * focus, no way leads to it, or the limit of keys was reached; those of reading the screen, of the target and of
 * pressKey.
 */
export async function focus(session: Session, request: FocusRequest, signal: AbortSignal): Promise<FocusResult> {
  return await session.acts.run(async () => await new FocusMovement(session, request).run(signal), signal);
}

class FocusMovement {
  readonly #session: Session;
  readonly #request: FocusRequest;
  readonly #seen = new Map<string, string>();
  readonly #keys: FocusKey[] = [];

  constructor(session: Session, request: FocusRequest) {
    this.#session = session;
    this.#request = request;
  }

  async run(signal: AbortSignal): Promise<FocusResult> {
    const { element } = this.#request;
    const reported = this.#session.lastReported;
    const today = await deviceToday(this.#session, [element], signal);
    let screen = await read(this.#session, signal);
    let last: ActResult | null = null;
    for (;;) {
      const target = chooseElement(this.#session, element, { observation: screen, today, isToRead: true }).element;
      const stops = stopsOn(screen);
      const wanted = stopOf(screen, target);
      if (!wanted) throw this.#refuse(`${describe(target)} cannot have the focus`, screen);
      const from = focusedOn(screen);
      if (from === wanted) return this.#result(target, { last, reported, screen });
      const key = this.#next(stops, { from, to: wanted, screen });
      last = await pressKey(this.#session, { key, long: false, count: 1 }, signal);
      this.#keys.push(key);
      if (STOPS.has(last.verdict.kind))
        throw this.#refuse(`${key} was ${last.verdict.kind}: ${last.verdict.evidence.join(", ")}`, screen);
      const { after } = last;
      screen = after && isReadable(after) && !isOfOtherWindow(after) ? after : await read(this.#session, signal);
      const now = focusedOn(screen);
      if (from !== null) this.#seen.set(moveKey(from, key), now ?? from);
      else if (now === null) throw this.#refuse(`after ${key} nothing has the focus`, screen);
    }
  }

  /** The next key. If nothing has the focus, any D-pad key gives it to Android's first choice. */
  #next(
    stops: readonly FocusStop[],
    { from, to, screen }: { readonly from: string | null; readonly to: string; readonly screen: Observation },
  ): FocusKey {
    if (this.#keys.length >= this.#request.mostKeys)
      throw this.#refuse(`after ${this.#keys.length} keys, the limit, the focus has not reached it`, screen);
    if (from === null) return "dpad_down";
    const way = focusPath(stops, { from, to, seen: this.#seen });
    // If a list itself has the focus, or an app has its own rules, a key that was not tried yet may lead on.
    const key = way === null ? FOCUS_KEYS.find((one) => !this.#seen.has(moveKey(from, one))) : way[0];
    if (key === undefined)
      throw this.#refuse("no key of the D-pad is known to lead to it from the focused element", screen);
    return key;
  }

  #result(
    focused: UiElement,
    seen: { readonly last: ActResult | null; readonly reported: Observation | null; readonly screen: Observation },
  ): FocusResult {
    const { last, reported, screen } = seen;
    const before = reported?.device.bootId === screen.device.bootId ? reported : null;
    this.#session.noteReported(screen);
    const more = { focused, keys: [...this.#keys] };
    const count = this.#keys.length === 1 ? "1 key" : `${this.#keys.length} keys`;
    if (last) {
      const did = `moved the focus to ${describe(focused)} by ${count}: ${this.#keys.join(", ")}`;
      return { ...last, did, before, after: screen, picture: null, ...more };
    }
    const verdict: Verdict = { kind: "no_effect", evidence: ["it has the focus already"], changes: null };
    const did = `${describe(focused)} has the focus already; no key was pressed`;
    const nothing = { points: [], by: "input" as const, notes: [], picture: null, settled: null };
    return { did, ...nothing, before, after: screen, verdict, ...more };
  }

  #refuse(why: string, screen: Observation): FoveaError {
    const keys = this.#keys.length === 0 ? "no key was pressed" : `pressed: ${this.#keys.join(", ")}`;
    const attemptedAction = "move the focus";
    return new FoveaError("TARGET_UNREACHABLE", `${why}; ${keys}`, {
      ...screenContext(this.#session, screen, "the focus"),
      attemptedAction,
      mayHaveHappened: this.#keys.length > 0,
      hint: "Observe: the screen below says what has the focus. Press keys by press_key (dpad_down…), or name another element.",
    });
  }
}

/** What can have the focus in the window that has it; in all windows if no window is known to have it. */
function stopsOn({ viewHierarchy, elements }: Observation): readonly FocusStop[] {
  const nodes = viewHierarchy?.nodes ?? [];
  const active = viewHierarchy?.windows.findIndex((window) => window.focused === true || window.active === true) ?? -1;
  const names = namesOf(elements);
  const around = new Set<number>();
  for (const node of nodes) {
    if (node.focusable !== true || node.enabled === false) continue;
    for (let at = node.parent; at !== null && !around.has(at); at = nodes[at]?.parent ?? null) around.add(at);
  }
  // A scroll container gets the focus only if nothing in it can: FOCUS_AFTER_DESCENDANTS of ScrollView and
  // RecyclerView.
  const isPassed = (node: UiNode, at: number) => node.scrollable === true && around.has(at) && node.focused !== true;
  return nodes.flatMap((node, at) => {
    const isShown = node.bounds !== null && !isEmpty(node.bounds) && node.visibleToUser !== false;
    if (node.focusable !== true || node.enabled === false || !isShown || !node.bounds || isPassed(node, at)) return [];
    return active >= 0 && node.window !== active ? [] : [{ name: nameOf(node, at, names), bounds: node.bounds }];
  });
}

function focusedOn({ viewHierarchy, elements }: Observation): string | null {
  const nodes = viewHierarchy?.nodes ?? [];
  const at = nodes.findIndex((node) => node.focused === true && node.focusable !== false);
  const node = nodes[at];
  return node ? nameOf(node, at, namesOf(elements)) : null;
}

/** The stop of an element: its node, or the nearest ancestor that can have the focus. */
function stopOf({ viewHierarchy, elements }: Observation, { node: first }: UiElement): string | null {
  const nodes = viewHierarchy?.nodes ?? [];
  for (let at = first; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node?.focusable === true) return nameOf(node, at, namesOf(elements));
  }
  return null;
}

function namesOf(elements: readonly UiElement[]): ReadonlyMap<number, string> {
  return new Map(elements.flatMap(({ node, ref }) => (node === null ? [] : [[node, ref]])));
}

/**
 * An element is named by its ref, which stays the same on later screens; a node without an element by its properties.
 */
function nameOf(node: UiNode, at: number, names: ReadonlyMap<number, string>): string {
  const { className, resourceId, text, contentDescription, bounds } = node;
  return names.get(at) ?? JSON.stringify([className, resourceId, text, contentDescription, bounds]);
}

async function read(session: Session, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  if (isOfOtherWindow(observation)) throw inconsistent(session, observation);
  return observation;
}
