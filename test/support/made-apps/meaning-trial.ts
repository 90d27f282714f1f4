import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import { isEmpty } from "../../../src/base/geometry.js";
import { counted, isBelowStatus } from "./benign.js";
import type { Caller, Said } from "./callers.js";
import { ChangeInjector } from "./change-injector.js";
import { type Judged, judge } from "./judge.js";
import { MADE } from "./made-app.js";
import type { MadePlace } from "./made-place.js";
import { type MadeState, type Meaning, meaningsOf, ticked, withControls } from "./made-state.js";
import { makeApp, moreOf } from "./make-app.js";
import { pick } from "./pick.js";
import { keyOf, type Plan, planOf } from "./plan.js";
import { type ShownLine, shownLines } from "./shown-text.js";
import { FILLED, TYPED } from "./typed.js";
import { believedAfter, shownTicking, type Wanted, wantedIn } from "./wanted.js";

export interface MeaningTrial extends Judged {
  readonly plan: Plan;
  readonly path: "companion" | "input";
  readonly apiLevel: number;
  readonly wanted: Wanted;
  /** Whether the change was applied: the call may end before the instant of the change. */
  readonly isApplied: boolean;
  /** Whether no tree and no picture was taken between the change and the touch. */
  readonly isLast: boolean;
  /** The call's own words. */
  readonly said: string;
}

/** Accessibility services get the hint of a field with text from Android 8 on; dumps have it from Android 14 on. */
const FIRST_HINTS = 26;
const FIRST_HINTS_IN_DUMPS = 34;
/** From Android 12 on frames name the input event that they were drawn for. */
const FIRST_WITH_INPUT_IDS = 31;
const REST_MS = 400;
const MOST_TRIES = 60;

/** The context of a try. */
interface Try {
  readonly place: MadePlace;
  readonly plan: Plan;
  readonly caller: Caller;
  readonly other: Caller | null;
  readonly random: () => number;
  /** Functions that stop repeated changes. */
  readonly ends: (() => void)[];
}

/** One observation and one act, with one change at one instant; the seed chooses all three. */
export async function runMeaningTrial(place: MadePlace, seed: number): Promise<MeaningTrial> {
  const random = seededRandom(seed, "meaning trial");
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const trial = await tryOnce(place, planOf(seed, place.usesCompanion, random), random);
    if (trial) return trial;
  }
  throw new Error(`seed ${seed} gives no trial`);
}

/** Runs a trial; null if the app has no target for the plan, or the client did not see the necessary content. */
async function tryOnce(place: MadePlace, plan: Plan, random: () => number): Promise<MeaningTrial | null> {
  const { app } = place;
  // Without a caption, a dump does not show what a field with text is for.
  const isByCompanion = plan.caller === "cli" ? place.hasCompanionForCommands : place.usesCompanion;
  const showsHints = place.apiLevel >= (isByCompanion ? FIRST_HINTS : FIRST_HINTS_IN_DUMPS);
  // Before Android 12 frames do not show whether the keys that empty a field or an earlier event caused them.
  const isLost = plan.verb === "replace" && !isByCompanion && place.apiLevel < FIRST_WITH_INPUT_IDS;
  const isHintEnough = showsHints || plan.moment === "before" || (!isByCompanion && !isLost);
  const state = makeApp(random, { fields: plan.verb === "tap" ? "none" : isHintEnough ? "any" : "captioned" });
  const target = targetOf(state, { ...plan, isHintEnough }, random);
  if (!target) return null;
  await place.restart();
  // A wrong touch of an earlier trial may have opened another screen.
  place.hostile.phone.hooks.open(MADE);
  app.begin(state);
  const mayFill = showsHints || isCaptioned(state, target.slot);
  // A delete key needs text to delete.
  if (plan.verb === "delete" && !mayFill) return null;
  if (plan.verb !== "tap" && mayFill && (plan.verb === "delete" || random() < 0.5)) app.fill(target.slot, FILLED);
  await place.pass(REST_MS);
  const ends: (() => void)[] = [];
  if (plan.ticking === "elsewhere") ends.push(repeat(place, plan.period, () => app.change(counted(app.state))));
  try {
    const caller = await place.newCaller(plan.caller);
    const other = plan.cause === "itself" ? null : await place.newCaller("stdio");
    return await lookAndAct({ place, plan, caller, other, random, ends }, target.slot);
  } finally {
    for (const end of ends) end();
  }
}

function isCaptioned({ blocks }: MadeState, slot: number): boolean {
  return blocks.some(
    (block) =>
      block.kind === "controls" && block.form === "captioned" && block.controls.some((one) => one.slot === slot),
  );
}

async function lookAndAct(trial: Try, slot: number): Promise<MeaningTrial | null> {
  const { place, plan, caller } = trial;
  const seen = await place.during(caller.call("observe", { details: ["bounds", "ids"] }));
  const first = wantedIn(place, seen, { slot, way: plan.way });
  const wanted = first && (await prepare(trial, first));
  if (!wanted || !(await focusFor(trial, wanted))) return null;
  const textBefore = place.app.textAt(slot);
  place.app.presses.length = 0;
  const injector = new ChangeInjector(place, { plan, target: wanted.shown, random: trial.random });
  if (plan.moment === "before") await changeBefore(trial, injector, wanted);
  // No reading shows the words of a title that is out of sight, for example under a keyboard.
  if (plan.moment === "before" && CHANGES_TITLE.has(plan.mutation.name) && !showsTitle(place)) return null;
  injector.begin();
  const said = await place.during(act(caller, plan, wanted.text));
  injector.end();
  const judged = judge(place, { plan, wanted, said, injector, textBefore });
  const { usesCompanion, apiLevel } = place;
  const { isApplied, isReadSince } = injector;
  const isLast = isApplied && !isReadSince;
  return {
    plan,
    path: usesCompanion ? "companion" : "input",
    apiLevel,
    wanted,
    isApplied,
    isLast,
    said: said.text,
    ...judged,
  };
}

/** Focuses the field for a key with a tap of the caller; false if the field got no focus. */
async function focusFor({ place, plan, caller }: Try, { text, shown }: Wanted): Promise<boolean> {
  if (!keyOf(plan.verb)) return true;
  const said = await place.during(caller.call("tap", { target: text }));
  const [press, second] = place.app.presses;
  return !said.isError && !second && press?.slot === shown.slot && shownLines(said.text).some(hasFocus);
}

/** Mutations that change only the title, which is part of every control's meaning. */
const CHANGES_TITLE: ReadonlySet<string> = new Set(["other title", "next step"]);

function showsTitle({ app, hostile }: MadePlace): boolean {
  const { text } = app.state.title;
  return hostile.phone.hooks.placed().some(({ view, visible }) => view.text?.value === text && !isEmpty(visible));
}

function hasFocus({ words }: ShownLine): boolean {
  return / focused\b/.test(words.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""));
}

async function act(caller: Caller, { verb }: Plan, target: string): Promise<Said> {
  if (verb === "tap") return await caller.call("tap", { target });
  const key = keyOf(verb);
  if (key) return await caller.call("press_key", { key });
  const more = { ...(verb === "replace" && { clear: true }), ...(verb === "submit" && { submit: true }) };
  return await caller.call("type_text", { target, text: TYPED, ...more });
}

/** A control of the app that the plan can use as its target. */
function targetOf(
  state: MadeState,
  { verb, mutation, scene, ticking, isHintEnough }: Plan & { readonly isHintEnough: boolean },
  random: () => number,
): Meaning | null {
  const all = meaningsOf(state).filter((target) => {
    if (verb !== "tap" && !isHintEnough && !isCaptioned(state, target.slot)) return false;
    if ((target.kind === "field") !== (verb !== "tap") || target.kind === "tab") return false;
    if (ticking === "own") return ticked(state, target.slot) !== null;
    if (ticking === "elsewhere" && isBelowStatus(state, target)) return false;
    // The answer of the caller's own act has to show the change.
    if (scene !== "plain" && target.words === null && target.isOn === null) return false;
    return mutation.change(state, { target, random: () => 0.5 }) !== null;
  });
  return all.length > 0 ? pick(all, random) : null;
}

/** Runs `run` repeatedly, until the returned function is called. */
function repeat({ app }: MadePlace, period: number, run: () => void): () => void {
  let isOver = false;
  const again = () => {
    if (isOver) return;
    run();
    app.after(period, again);
  };
  app.after(period, again);
  return () => {
    isOver = true;
  };
}

/** Plays the scene between the observation and the act; gives the client's belief about the target after it. */
async function prepare(trial: Try, first: Wanted): Promise<Wanted | null> {
  switch (trial.plan.scene) {
    case "plain":
      return first;
    case "own act":
      return await afterOwnAct(trial, first);
    case "own act elsewhere":
      return await afterOwnActElsewhere(trial, first);
    case "goes on":
      return await afterRefusal(trial, first);
    case "shown to tick":
      return await afterTicks(trial, first);
  }
}

async function afterOwnAct({ place, plan, caller, random }: Try, first: Wanted): Promise<Wanted | null> {
  const { app } = place;
  const { slot } = first.shown;
  app.onPress = (meaning) => {
    app.onPress = () => {};
    if (meaning.slot === slot && meaning.isOn === null) relabel(place, slot, random);
  };
  const answer = await place.during(caller.call("tap", { target: first.text }));
  app.onPress = () => {};
  return app.presses.length === 1 ? believedAfter(place, answer, first, plan) : null;
}

/** Changes the words of a control, as "Follow" becomes "Following". */
function relabel({ app }: MadePlace, slot: number, random: () => number): void {
  const maker = moreOf(app.state, random);
  app.change(withControls(app.state, (one) => (one.slot === slot ? maker.controlLike(one) : one)));
}

async function afterOwnActElsewhere({ place, plan, caller, random }: Try, first: Wanted): Promise<Wanted | null> {
  relabel(place, first.shown.slot, random);
  const point = pointElsewhere(place, first.shown.slot, random);
  if (point === null) return null;
  const answer = await place.during(caller.call("tap", { target: point }));
  return believedAfter(place, answer, first, plan);
}

async function afterRefusal({ place, plan, caller, random }: Try, first: Wanted): Promise<Wanted | null> {
  relabel(place, first.shown.slot, random);
  const refusal = await place.during(caller.call("tap", { target: first.text }));
  // Other trials check touches that happened in spite of the change.
  if (!refusal.isError || place.app.presses.length > 0) return null;
  return believedAfter(place, refusal, first, plan);
}

async function afterTicks({ place, plan, caller, ends }: Try, first: Wanted): Promise<Wanted | null> {
  const { slot } = first.shown;
  const tick = () => {
    const to = ticked(place.app.state, slot);
    if (to) place.app.change(to);
  };
  ends.push(repeat(place, plan.period, tick));
  await place.pass(2 * plan.period);
  const seen = await place.during(caller.call("observe", { details: ["bounds", "ids"] }));
  const again = wantedIn(place, seen, { slot, way: "ref" });
  await place.pass(2 * plan.period);
  return again && shownTicking(place, again);
}

/** Applies the change between the observation and the call. */
async function changeBefore(
  { place, plan, other, random }: Try,
  injector: ChangeInjector,
  wanted: Wanted,
): Promise<void> {
  if (other) await place.during(other.call("observe"));
  if (other && plan.cause === "another client") {
    place.app.onPress = () => {
      place.app.onPress = () => {};
      injector.apply();
    };
    const point = pointElsewhere(place, wanted.shown.slot, random);
    if (point !== null) await place.during(other.call("tap", { target: point }));
  }
  injector.apply();
  if (other) await place.during(other.call("observe"));
  await place.pass(pick([0, 40, 120, 300, 900], random));
  place.app.presses.length = 0;
}

/** The point of a random control that can be pressed, except for the control at one place; null if there is none. */
function pointElsewhere({ app, hostile }: MadePlace, but: number, random: () => number): string | null {
  const others = hostile.phone.hooks.placed().filter(({ view, visible }) => {
    const meaning = app.meaningOf(view);
    const isSeen = visible.right > visible.left && visible.bottom > visible.top;
    return isSeen && meaning && meaning.slot !== but && (meaning.kind === "button" || meaning.kind === "icon");
  });
  if (others.length === 0) return null;
  const { left, top, right, bottom } = pick(others, random).visible;
  return `${(left + right) >> 1},${(top + bottom) >> 1}`;
}
