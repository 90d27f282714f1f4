import { BENIGN } from "./benign.js";
import { CALLER_KINDS, type CallerKind } from "./callers.js";
import { MUTATIONS, type Mutation } from "./mutations.js";
import { pick } from "./pick.js";
import { anyWay, type Way } from "./wanted.js";

/**
 * When the change comes. `before`: before the call. `within`: during the call, right before a reading, or while text is
 * entered. `last`: right before the touch, the click or the sending of the text, after the last reading.
 */
export type Moment = "before" | "within" | "last";

/**
 * The cause of the change. `seen by another`: the app itself, and another client observes before and after the change.
 */
export type Cause = "itself" | "another client" | "seen by another";

/**
 * The events between the observation and the act:
 *
 * - `plain`: only the change.
 * - `own act`: the caller acts on the target, which changes the target, and the answer shows the change.
 * - `own act elsewhere`: the target changes, and the answer of the caller's act on another control shows the change.
 * - `goes on`: the target changes, the call is refused, and the next call names the target as the refusal shows it.
 * - `shown to tick`: a counter of the target changes, the caller observes again, and the counter changes again.
 */
export const SCENES = ["plain", "own act", "own act elsewhere", "goes on", "shown to tick"] as const;
export type Scene = (typeof SCENES)[number];

/** What changes all the time: nothing, a text elsewhere, or a counter of the target or of its row. */
export type Ticking = "nothing" | "elsewhere" | "own";

/**
 * The act: `replace` empties the field first, `submit` presses Enter at the end; a key verb presses a key in the field
 * that the caller touched before.
 */
export type Verb = "tap" | "type" | "replace" | "submit" | KeyVerb;
/** The names of the keys: one deletes, one types, one sends. */
export const KEYS = ["delete", "KEYCODE_X", "enter"] as const;
export type KeyVerb = (typeof KEYS)[number];

export function keyOf(verb: Verb): KeyVerb | undefined {
  return KEYS.find((key) => key === verb);
}

/** The plan of a trial, before the first observation. */
export interface Plan {
  readonly seed: number;
  readonly verb: Verb;
  readonly scene: Scene;
  /** Whether the change does not concern the shown target. */
  readonly isBenign: boolean;
  readonly mutation: Mutation;
  /** A further change in the same instant that does not concern the target. */
  readonly also: Mutation | null;
  readonly moment: Moment;
  readonly cause: Cause;
  readonly ticking: Ticking;
  /** The time between two changes of `ticking`, in ms. */
  readonly period: number;
  readonly caller: CallerKind;
  /** Whether it uses the ref from before its own act, which the server may still accept from this caller. */
  readonly usesOldRef: boolean;
  readonly way: Way;
}

/** Without the companion a tree can only be read if a second passes without a change. */
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
