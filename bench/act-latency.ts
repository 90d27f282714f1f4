import { bundledProfile } from "../packages/virtual-android/src/profile.js";
import type { By } from "../src/actions/proof/performed.js";
import { tap } from "../src/actions/verbs/tap.js";
import { center, type Point } from "../src/base/geometry.js";
import { actScript } from "../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../src/devices/shell.js";
import { observe } from "../src/observe/observe.js";
import { OBSERVE_ALL } from "../src/observe/observe-request.js";
import { parseTarget } from "../src/screen/selector.js";
import { restore } from "../test/support/hostile/changes.js";
import { startRealPlace } from "../test/support/hostile/places.js";
import { EMPTY } from "../test/support/hostile/shop.js";
import type { TrialPlace } from "../test/support/hostile/trial.js";
import { type BenchResult, type Figure, percentile, table } from "./bench.js";

const RUNS = 25;
const WARM_UPS = 3;
const API_LEVEL = 33;

/**
 * The time that the check of the target adds to a tap: the time from the call to the touch (or the click) of a tap by
 * ref on an unchanging screen, minus the time of the bare `input tap` or gesture. Runs through the installed adb's
 * server, at the pace of a profile.
 */
export async function addedLatency(profileName: string): Promise<BenchResult> {
  const profile = bundledProfile(profileName);
  const figures: Figure[] = [];
  for (const usesCompanion of [false, true]) {
    await using place = await startRealPlace({ apiLevel: API_LEVEL, usesCompanion, profile, speed: 1 });
    figures.push(...(await timesOf(place)));
  }
  const rows = figures.map(({ name, value, unit }) => [name, value.toFixed(1), unit]);
  return { text: `time to the touch, ${profileName}\n${table([["figure", "value", "unit"], ...rows])}`, figures };
}

async function timesOf(place: TrialPlace): Promise<readonly Figure[]> {
  const { hostile, session, usesCompanion } = place;
  restore(hostile, { items: EMPTY.items });
  await place.pass(REST_MS);
  const { observation } = await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, never());
  const element = (words: string) => {
    const found = observation.elements.find(({ labels }) => labels.includes(words));
    if (!found) throw new Error(`the shop has no ${words}`);
    return found;
  };
  const [pay, checkout] = [element("Pay"), element("Checkout")];
  const bareMs = await median(place, () => touchBare(place, center(pay.bounds)));
  const ways: readonly (readonly [By, string])[] = usesCompanion
    ? [
        ["gesture", pay.ref],
        ["click", checkout.ref],
      ]
    : [["input", pay.ref]];
  const figures: Figure[] = [{ name: `bare ${usesCompanion ? "gesture" : "input tap"}`, value: bareMs, unit: "ms" }];
  for (const [by, ref] of ways) {
    const ms = await median(place, (signal) => touchChecked(place, ref, signal));
    figures.push(
      { name: `by ${by}, checked`, value: ms, unit: "ms" },
      { name: `by ${by}: added`, value: ms - bareMs, unit: "ms" },
    );
  }
  return figures;
}

const REST_MS = 1_000;

function never(): AbortSignal {
  return new AbortController().signal;
}

/** The median time from the call to the touch, over some calls. Each call is aborted at its touch. */
async function median(place: TrialPlace, touch: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const { hostile } = place;
  const times: number[] = [];
  for (let run = 0; run < RUNS + WARM_UPS; run += 1) {
    const over = new AbortController();
    const startedAt = performance.now();
    let touchedAt = Number.NaN;
    hostile.onMoment = (moment) => {
      if (moment === "touch" || moment === "click") touchedAt = performance.now();
    };
    // If the app drew something after a touch, the next call would have to search for its target again.
    hostile.shop.onHit = () => {
      hostile.shop.change({ done: 0 });
      over.abort(new Error("it was touched"));
    };
    await touch(over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    });
    if (run >= WARM_UPS) times.push(touchedAt - startedAt);
    await place.pass(REST_MS);
  }
  return percentile(times, 0.5);
}

async function touchBare({ session, usesCompanion }: TrialPlace, { x, y }: Point): Promise<unknown> {
  if (!usesCompanion) {
    const script = actScript(["cmd", "input", "tap", String(x), String(y)]);
    return await runShell(session.device, script, SHELL_LIMITS, never());
  }
  const companion = session.onDevice.current;
  if (!companion) throw new Error("there is no companion");
  return await companion.client.request("gesture", { kind: "tap", x, y }, never());
}

async function touchChecked({ session }: TrialPlace, ref: string, signal: AbortSignal): Promise<unknown> {
  return await tap(session, { target: parseTarget(ref), count: 1, holdMs: 0 }, signal);
}
