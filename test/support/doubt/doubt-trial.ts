import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import { tap } from "../../../src/actions/verbs/tap.js";
import { isFoveaError } from "../../../src/base/errors.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../../src/observe/observe-request.js";
import type { UiElement } from "../../../src/screen/element.js";
import { isReadable } from "../../../src/screen/readable.js";
import { parseTarget } from "../../../src/screen/selector.js";
import { never } from "../never.js";
import type { DoubtPlace } from "./doubt-place.js";
import { TICKING_APP, TICKING_APP_CONTROLS, type TickingAppControl } from "./ticking-app.js";

/**
 * The change during a touch: none; a text changed right before the call; a text changes every 150 ms, or from time to
 * time; another finger touched something before. None of these concerns the target, except for `renamed`: the whole
 * page may be replaced during the call.
 */
export const SCENES = ["still", "just changed", "ticking 150", "ticking", "earlier touch", "renamed"] as const;
export type Scene = (typeof SCENES)[number];

export interface DoubtTrial {
  readonly seed: number;
  readonly scene: Scene;
  readonly thing: TickingAppControl;
  readonly apiLevel: number;
  /** The control that was hit; null if none was. */
  readonly hit: string | null;
  readonly isRight: boolean;
  /** Whether the answer says that the effect of the touch is uncertain. */
  readonly isDoubted: boolean;
  /** The verdict of a successful action, else the error's code. */
  readonly said: string;
  readonly words: string;
  /** How many adb streams the call opened. */
  readonly streams: number;
  /** How long the call took in the phone's time. */
  readonly ms: number;
}

/** Longer than a window needs to appear. */
const REST_MS = 700;
/** The longest time between such a change and the call. */
const SHORTLY_MS = 150;

/** One observation, then one tap of a control of the meter app, with the scene that the seed chooses. */
export async function runDoubtTrial(place: DoubtPlace, seed: number, only?: Scene): Promise<DoubtTrial> {
  const { phone, meter, time, session, apiLevel } = place;
  const random = seededRandom(seed, "doubt trial");
  const any = SCENES[below(random, SCENES.length)] ?? "still";
  const scene = only ?? any;
  const thing = TICKING_APP_CONTROLS[below(random, TICKING_APP_CONTROLS.length)] ?? "add";
  meter.rest();
  phone.hooks.open(TICKING_APP);
  await time.pass(REST_MS);
  const { observation } = await time.during(observe(session, { ...OBSERVE_ALL, frameStats: "off" }, never()));
  if (isReadable(observation)) session.noteReported(observation);
  const element = observation.elements.find((one) => isThing(thing, one));
  if (!element) throw new Error(`seed ${seed}: no ${thing} is seen`);
  await time.pass(below(random, 1_200));
  const end = await beginScene(place, scene, random);
  // Without the companion a screen that always changes has no tree.
  const byRef = scene.startsWith("ticking") || thing === "row" || random() < 0.6;
  const target = parseTarget(byRef ? element.ref : `id/${thing === "field" ? "city" : thing}`);
  meter.hits.length = 0;
  const [startedAt, streams] = [time.nowMs(), place.streams];
  const call = tap(session, { target, count: 1, holdMs: 0, timeoutMs: 5_000 }, never());
  const answer = await time.during(answerOf(call));
  const ms = time.nowMs() - startedAt;
  const [hit = null] = meter.hits;
  end();
  meter.rest();
  const isRight = hit === (thing === "row" ? "row Alice" : thing);
  return { seed, scene, thing, apiLevel, hit, isRight, ms, streams: place.streams - streams, ...answer };
}

async function beginScene(place: DoubtPlace, scene: Scene, random: () => number): Promise<() => void> {
  const { phone, meter, time } = place;
  const everyMs = 120 + below(random, 400);
  if (scene === "ticking 150") meter.tick(() => 150);
  if (scene === "ticking") meter.tick(() => everyMs * (0.9 + random() * 0.2));
  if (scene.startsWith("ticking")) await time.pass(below(random, 4_000));
  if (scene === "just changed") {
    meter.bump();
    await time.pass(random() * SHORTLY_MS);
  }
  if (scene === "earlier touch") {
    const { width, height } = phone.state().display.size;
    const nothing = { x: width / 2, y: height * 0.94 };
    phone.touchDown(nothing);
    phone.touchUp(nothing);
    await time.pass(random() * 400);
  }
  return scene === "renamed" ? time.schedule(time.nowMs() + random() * 500, () => meter.rename()) : () => {};
}

function isThing(thing: TickingAppControl, { resourceId, labels }: UiElement): boolean {
  if (thing === "row") return labels.join() === "Alice";
  return resourceId?.endsWith(thing === "field" ? "/city" : `/${thing}`) === true;
}

type Answer = Pick<DoubtTrial, "said" | "words" | "isDoubted">;

async function answerOf(call: ReturnType<typeof tap>): Promise<Answer> {
  try {
    const { verdict, did, notes } = await call;
    const isDoubted =
      verdict.kind === "uncertain" || notes.some((line) => /met (?:what was seen|something)/.test(line));
    return { said: verdict.kind, words: `${did}: ${verdict.evidence.join("; ")}`, isDoubted };
  } catch (error) {
    if (!isFoveaError(error) || error.code === "INTERNAL") throw error;
    return { said: error.code, words: error.message, isDoubted: error.context.mayHaveHappened === true };
  }
}

function below(random: () => number, end: number): number {
  return Math.floor(random() * end);
}
