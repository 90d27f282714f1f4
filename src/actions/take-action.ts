import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import type { SpokenCommand } from "../screen/commands/command.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { asQuery, asTarget } from "../screen/plain-language.js";
import { answerQuery } from "../screen/query/answer.js";
import { isReadable } from "../screen/readable.js";
import { parseTarget } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { findApp, noSuchApp } from "./apps/app-by-name.js";
import type { ActResult } from "./proof/performed.js";
import { chooseElement } from "./targets/choose-element.js";
import { unreadable } from "./targets/refuse-screen.js";
import { describe } from "./targets/refuse-target.js";
import { whenReady } from "./targets/when-ready.js";
import { closeApp } from "./verbs/close-app.js";
import { drag } from "./verbs/drag.js";
import { openApp } from "./verbs/open-app.js";
import { openUrl } from "./verbs/open-url.js";
import { pinch } from "./verbs/pinch.js";
import { pressKey } from "./verbs/press-key.js";
import { swipe } from "./verbs/swipe.js";
import { tap } from "./verbs/tap.js";
import { typeText } from "./verbs/type-text.js";
import type { Verdict } from "./verdict.js";

export interface TakeActionRequest {
  readonly command: SpokenCommand;
  readonly allowedSchemes: readonly string[];
  /** How long to wait for a target; no wait if absent. */
  readonly timeoutMs?: number | undefined;
}

const DRAG_MS = 1_000;

/** Performs the action of a sentence with its verb. Errors: those of the verb; APP_NOT_FOUND. */
export async function takeAction(
  session: Session,
  { command, allowedSchemes, timeoutMs }: TakeActionRequest,
  signal: AbortSignal,
): Promise<ActResult> {
  switch (command.verb) {
    case "tap":
      return await tap(session, { ...command, timeoutMs }, signal);
    case "set":
      return await set(session, { ...command, timeoutMs }, signal);
    case "swipe":
      return await swipe(session, { ...command, timeoutMs, saysRows: true }, signal);
    case "swipeBetween":
      return await swipe(session, { from: command.from, to: command.to, speed: "normal", timeoutMs }, signal);
    case "drag":
      return await drag(session, { from: command.from, to: command.to, durationMs: DRAG_MS, timeoutMs }, signal);
    case "pinch":
      return await pinch(session, { ...command, timeoutMs }, signal);
    case "type":
      return await typeText(session, { ...command, timeoutMs }, signal);
    case "key":
      return await pressKey(session, { key: command.key, long: false, count: command.count }, signal);
    case "open":
      return await open(session, { ...command, timeoutMs }, signal);
    case "close":
      return await closeApp(session, await requireApp(session, command.name, signal), signal);
    case "url":
      return await openUrl(session, { url: command.url, allowedSchemes }, signal);
  }
}

type Command<Verb extends SpokenCommand["verb"]> = Extract<SpokenCommand, { readonly verb: Verb }> &
  Pick<TakeActionRequest, "timeoutMs">;

/**
 * Opens the app with that name; if there is none and the sentence does not say that it is an app, taps the element with
 * that name.
 */
async function open(
  session: Session,
  { name, isApp, timeoutMs }: Command<"open">,
  signal: AbortSignal,
): Promise<ActResult> {
  const bare = name.replace(/^(["'“„«])(.*)["'”“»]$/su, "$2");
  const app = await findApp(session, bare, signal);
  if (app !== undefined) return await openApp(session, { package: app, activity: null }, signal);
  if (isApp) throw await noSuchApp(session, bare, signal);
  return await tap(session, { target: asTarget(name), count: 1, holdMs: 0, timeoutMs }, signal);
}

async function requireApp(session: Session, name: string, signal: AbortSignal): Promise<string> {
  const app = await findApp(session, name, signal);
  if (app === undefined) throw await noSuchApp(session, name, signal);
  return app;
}

/**
 * Taps an element with a state, unless it already has the wanted state. Errors: those of tap; ELEMENT_NOT_FOUND,
 * AMBIGUOUS_TARGET.
 */
async function set(session: Session, { name, on, timeoutMs }: Command<"set">, signal: AbortSignal): Promise<ActResult> {
  const find = async () => {
    const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
    if (!isReadable(observation)) throw unreadable(session, observation);
    return { observation, element: withState(session, name, observation) };
  };
  const { observation, element } = await whenReady(session, { timeoutMs }, find, signal);
  if (on !== null && element.checked === on) return alreadySo(session, element, observation);
  return await tap(session, { target: parseTarget(element.ref), count: 1, holdMs: 0, timeoutMs }, signal);
}

/** Words for elements with a state that a sentence may leave out. */
const KINDS = ["", " switch", " checkbox", " radio button"];

/** The element with that name that can be on or off; for a row with that name, the only such element in it. */
function withState(session: Session, name: string, observation: Observation): UiElement {
  const target = asTarget(name);
  if (target.kind === "element" && !("query" in target)) {
    return chooseElement(session, target, { observation, today: null }).element;
  }
  for (const kind of KINDS) {
    const { matches } = answerQuery(`${name}${kind}`, observation);
    const [only, ...others] = matches.filter(({ element }) => element.checked !== null);
    if (only && others.length === 0) return only.element;
    if (only) return chooseElement(session, asQuery(`${name}${kind}`), { observation, today: null }).element;
  }
  return chooseElement(session, asQuery(`${name} switch`), { observation, today: null }).element;
}

function alreadySo(session: Session, element: UiElement, observation: Observation): ActResult {
  const did = `${describe(element)} is ${element.checked === true ? "on" : "off"} already; nothing was touched`;
  const reported = session.lastReported;
  const before = reported?.device.bootId === observation.device.bootId ? reported : null;
  session.noteReported(observation);
  const verdict: Verdict = { kind: "no_effect", evidence: ["already in that state"], changes: null };
  return { did, points: [], by: "input", notes: [], before, after: observation, picture: null, settled: null, verdict };
}
