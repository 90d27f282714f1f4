import { seededRandom } from "../../../src/virtual-device/random.js";
import { BENIGN } from "./benign.js";
import type { Caller, CallerKind, Said } from "./callers.js";
import { type Judged, judge } from "./judge.js";
import type { MadePlace } from "./made-place.js";
import { type MadeState, type Meaning, meaningsOf } from "./made-state.js";
import { makeApp } from "./make-app.js";
import { Meddler, type Moment } from "./meddler.js";
import { MUTATIONS, type Mutation } from "./mutations.js";
import { pick } from "./pick.js";
import { type ShownLine, shownLines } from "./shown-text.js";

/** How a target is named. */
export type Way = "ref" | "selector";

/** By whom the change comes, if not by the app itself. */
export type Cause = "itself" | "another client" | "seen by another";

/** A thing as a client was shown it, and as it is about to name it. */
export interface Wanted {
  readonly shown: Meaning;
  readonly line: ShownLine;
  readonly way: Way;
  readonly text: string;
  /** How many said the same when it was shown. */
  readonly alike: number;
}

/** What a trial is about, before anything is looked at. */
export interface Plan {
  readonly seed: number;
  readonly verb: "tap" | "type";
  readonly isBenign: boolean;
  readonly mutation: Mutation;
  readonly moment: Moment;
  readonly cause: Cause;
  readonly caller: CallerKind;
  readonly way: Way;
}

export interface MeaningTrial extends Judged {
  readonly plan: Plan;
  readonly path: "half" | "input";
  readonly apiLevel: number;
  readonly wanted: Wanted;
  /** False where the call was over before its instant came. */
  readonly isApplied: boolean;
  /** The call's own words. */
  readonly said: string;
}

/** What is typed is in no app that is made. */
export const TYPED = "Paris 24";
const REST_MS = 400;
const SEEDS_TRIED = 40;

/** One look and one act, with one change at one instant; the seed says which. Null where the change never applied. */
export async function runMeaningTrial(place: MadePlace, seed: number): Promise<MeaningTrial> {
  const random = seededRandom(seed, "meaning trial");
  for (let tried = 0; tried < SEEDS_TRIED; tried += 1) {
    const trial = await tryOnce(place, seed, random);
    if (trial) return trial;
  }
  throw new Error(`seed ${seed} gives no trial`);
}

async function tryOnce(place: MadePlace, seed: number, random: () => number): Promise<MeaningTrial | null> {
  const { app } = place;
  const plan = planOf(seed, random);
  const state = makeApp(random);
  const meant = appliesTo(state, plan, random);
  if (!meant) return null;
  await place.restart();
  app.begin(state);
  await place.pass(REST_MS);
  const caller = await place.newCaller(plan.caller);
  const other = plan.cause === "itself" ? null : await place.newCaller("stdio");
  const seen = await place.during(caller.call("observe", { details: ["bounds"] }));
  const wanted = wantedIn(place, seen, { plan, meant });
  if (!wanted) return null;
  const meddler = new Meddler(place, { plan, target: wanted.shown, random });
  if (plan.moment === "before") await changeBefore(place, meddler, { plan, other, wanted, random });
  meddler.begin();
  const said = await place.during(act(caller, plan, wanted));
  meddler.end();
  const judged = judge(place, { plan, wanted, said, meddler });
  const { usesHalf, apiLevel } = place;
  const { isApplied } = meddler;
  return { plan, path: usesHalf ? "half" : "input", apiLevel, wanted, isApplied, said: said.text, ...judged };
}

function planOf(seed: number, random: () => number): Plan {
  const verb = random() < 0.25 ? "type" : "tap";
  const isBenign = random() < 0.3;
  const mutation = pick(isBenign ? BENIGN : MUTATIONS, random);
  const drawn = random();
  const moment = drawn < 0.5 ? "before" : drawn < 0.8 ? "within" : "last";
  const cause = moment !== "before" || verb === "type" ? "itself" : pick(CAUSES, random);
  const caller = pick(["stdio", "stdio", "http", "cli"] as const, random);
  const way = random() < 0.75 ? "ref" : "selector";
  return { seed, verb, isBenign, mutation, moment, cause, caller, way };
}

const CAUSES: readonly Cause[] = ["itself", "itself", "another client", "seen by another"];

/** Something of the app that the mutation changes something about. */
function appliesTo(state: MadeState, { verb, mutation }: Plan, random: () => number): Meaning | null {
  const all = meaningsOf(state).filter(({ kind }) => (kind === "field") === (verb === "type"));
  const able = all.filter((target) => mutation.change(state, { target, random: () => 0.5 }) !== null);
  return able.length > 0 ? pick(able, random) : null;
}

/** The line that the client was shown of it. */
function wantedIn(place: MadePlace, seen: Said, { plan, meant }: { plan: Plan; meant: Meaning }): Wanted | null {
  const { app, hostile } = place;
  const view = hostile.phone.hooks.placed().find((one) => app.meaningOf(one.view)?.slot === meant.slot);
  if (!view || seen.isError) return null;
  const { left, top, right, bottom } = view.visible;
  const lines = shownLines(seen.text);
  const line = lines.find(
    ({ bounds }) =>
      bounds && bounds.left === left && bounds.top === top && bounds.right === right && bounds.bottom === bottom,
  );
  if (!line) return null;
  const alike = meaningsOf(app.state).filter((one) => saysAlike(one, meant)).length;
  const text = plan.way === "ref" ? line.ref : selectorFor(line, lines);
  return text === null ? null : { shown: meant, line, way: plan.way, text, alike };
}

/** Whether two show the same, whatever they do. */
function saysAlike(one: Meaning, other: Meaning): boolean {
  const words = ({ kind, words: own, row, isOn }: Meaning) =>
    JSON.stringify([kind, own?.text, isOn, row.map(({ text }) => text)]);
  return words(one) === words(other);
}

/** Role and words as they were shown, where only one line has them. */
function selectorFor({ role, labels }: ShownLine, lines: readonly ShownLine[]): string | null {
  const [label] = labels;
  if (label === undefined || role === "text") return null;
  const same = lines.filter((line) => line.role === role && line.labels.includes(label));
  return same.length === 1 ? `${role} ${JSON.stringify(label)}` : null;
}

async function act(caller: Caller, { verb }: Plan, { text }: Wanted): Promise<Said> {
  if (verb === "tap") return await caller.call("tap", { target: text });
  return await caller.call("type_text", { target: text, text: TYPED });
}

/** The change comes between the look and the call. */
async function changeBefore(
  place: MadePlace,
  meddler: Meddler,
  around: { plan: Plan; other: Caller | null; wanted: Wanted; random: () => number },
): Promise<void> {
  const { plan, other, wanted, random } = around;
  if (other) await place.during(other.call("observe"));
  if (plan.cause === "another client") await otherActs(place, meddler, { other, wanted, random });
  else meddler.apply();
  if (other) await place.during(other.call("observe"));
  await place.pass(pick([0, 40, 120, 300, 900], random));
}

/** Another client presses something, and that is what changes the app. */
async function otherActs(
  place: MadePlace,
  meddler: Meddler,
  { other, wanted, random }: { other: Caller | null; wanted: Wanted; random: () => number },
): Promise<void> {
  const { app, hostile } = place;
  const others = hostile.phone.hooks.placed().filter(({ view, visible }) => {
    const meaning = app.meaningOf(view);
    const isSeen = visible.right > visible.left && visible.bottom > visible.top;
    return isSeen && meaning && meaning.slot !== wanted.shown.slot && meaning.kind === "button";
  });
  app.onPress = () => {
    app.onPress = () => {};
    meddler.apply();
  };
  if (other && others.length > 0) {
    const { visible } = pick(others, random);
    const target = `${(visible.left + visible.right) >> 1},${(visible.top + visible.bottom) >> 1}`;
    await place.during(other.call("tap", { target }));
  }
  app.onPress = () => {};
  if (!meddler.isApplied) meddler.apply();
  app.presses.length = 0;
}
