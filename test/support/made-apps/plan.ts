import { BENIGN } from "./benign.js";
import { CALLER_KINDS, type CallerKind } from "./callers.js";
import { MUTATIONS, type Mutation } from "./mutations.js";
import { pick } from "./pick.js";
import { anyWay, type Way } from "./wanted.js";

/**
 * When the change comes: before the call; in it, right before some reading, or while text goes into a field; or right
 * before the finger comes down, the click is done or the text is sent, when no reading can say any more.
 */
export type Moment = "before" | "within" | "last";

/**
 * By whom the change comes, if not by the app itself; `seen by another` where another client looked before and after.
 */
export type Cause = "itself" | "another client" | "seen by another";

/**
 * What comes between the observation and the act:
 *
 * - `plain`: only the change.
 * - `own act`: the caller acts on the thing, which changes it, and its answer shows that.
 * - `own act elsewhere`: the thing changes, and the caller acts on another one, whose answer shows it.
 * - `goes on`: the thing changes, the call is refused, and the next one names it as the refusal shows it.
 * - `shown to tick`: a counter of the thing goes on, the caller looks again, and it goes on again.
 */
export const SCENES = ["plain", "own act", "own act elsewhere", "goes on", "shown to tick"] as const;
export type Scene = (typeof SCENES)[number];

/** What goes on all the time: nothing, something elsewhere, or a counter of the thing itself or of its row. */
export type Ticking = "nothing" | "elsewhere" | "own";

/**
 * What is done; `replace` empties the field first, `submit` presses Enter at the end; the others press a key for the
 * field that the caller touched before.
 */
export type Verb = "tap" | "type" | "replace" | "submit" | KeyVerb;
/** By the key's name: one that deletes, one that types, one that sends. */
export const KEYS = ["delete", "KEYCODE_X", "enter"] as const;
export type KeyVerb = (typeof KEYS)[number];

export function keyOf(verb: Verb): KeyVerb | undefined {
  return KEYS.find((key) => key === verb);
}

/** What a trial is about, before anything is looked at. */
export interface Plan {
  readonly seed: number;
  readonly verb: Verb;
  readonly scene: Scene;
  /** Nothing changes that concerns what the caller was shown. */
  readonly isBenign: boolean;
  readonly mutation: Mutation;
  /** What else changes in the same instant, and means nothing for the target. */
  readonly also: Mutation | null;
  readonly moment: Moment;
  readonly cause: Cause;
  readonly ticking: Ticking;
  /** In ms. */
  readonly period: number;
  readonly caller: CallerKind;
  /** Names it as before its own act, which the server may know of this caller. */
  readonly usesOldRef: boolean;
  readonly way: Way;
}

/** Without the companion a tree can be read only where a second passes without a change. */
const SLOW_MS = 1_300;
const FAST_MS = 150;

export function planOf(seed: number, usesCompanion: boolean, random: () => number): Plan {
  const drawnVerb = random();
  const verb: Verb =
    drawnVerb < 0.65 ? "tap" : drawnVerb < 0.81 ? "type" : pick(["replace", "submit", ...KEYS], random);
  const scene = verb !== "tap" || random() < 0.7 ? "plain" : pick(SCENES, random);
  const isBenign = scene !== "plain" || random() < 0.33;
  const isTicking = scene === "plain" ? random() < (isBenign ? 0.2 : 0.1) : scene === "shown to tick";
  const mutation = pick(isBenign ? BENIGN : MUTATIONS, random);
  const also = random() < 0.2 ? pick(BENIGN, random) : null;
  const drawn = random();
  const moment: Moment = (isTicking && isBenign) || drawn < 0.5 ? "before" : drawn < 0.8 ? "within" : "last";
  const cause = scene !== "plain" || moment !== "before" ? "itself" : pick(CAUSES, random);
  const caller = pick(["stdio", ...CALLER_KINDS] as const, random);
  return {
    ...{ seed, verb, scene, isBenign, mutation, also, moment, cause, caller },
    ticking: !isTicking ? "nothing" : scene === "shown to tick" ? "own" : "elsewhere",
    period: usesCompanion && random() < 0.7 ? FAST_MS : SLOW_MS,
    usesOldRef: scene.startsWith("own act") && (caller === "stdio" || caller === "session") && random() < 0.5,
    way: scene === "plain" && !keyOf(verb) ? anyWay(random) : "ref",
  };
}

const CAUSES: readonly Cause[] = ["itself", "itself", "another client", "seen by another"];
