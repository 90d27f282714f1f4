import assert from "node:assert/strict";
import { bundledProfile } from "../../packages/virtual-android/src/profile.js";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { OBSERVE_TREE, type ObserveRequest } from "../../src/observe/observe-request.js";
import type { Observation } from "../../src/screen/observation.js";
import { startDirectPhone } from "./direct-phone.js";
import { codesOf } from "./observe-product.js";
import { isOfMoment, isPictureOf, ScreenHistory } from "./screen-history.js";

const SETTINGS = "com.android.settings/com.android.settings.Settings";

type Switch = (phone: VirtualPhone) => void;

const open = (name: string): Switch => {
  return (phone) => phone.hooks.open(name);
};

/**
 * Ways to another screen: other apps, other activities of the same package, windows of the system, another rotation.
 */
export const SWITCHES: readonly Switch[] = [
  open("com.fovea.form"),
  open("com.fovea.notes"),
  open("com.fovea.vault"),
  open("com.android.settings"),
  open(`${SETTINGS}$WifiSettingsActivity`),
  open(`${SETTINGS}$DisplaySettingsActivity`),
  (phone) => phone.key("HOME", "down-up"),
  (phone) => phone.key("BACK", "down-up"),
  (phone) => phone.setShade("notifications"),
  (phone) => phone.setShade(null),
  (phone) => phone.setRotation("lock", phone.state().display.rotation === 0 ? 1 : 0),
];

export const SMALL = { size: { width: 360, height: 640 }, density: 160, animationScale: 1 } as const;
export const TREE: ObserveRequest = OBSERVE_TREE;
/** On the mid-range phone one dump takes 2 s, and two take 4 s. */
const SPAN_MS = 3000;
const TRANSITION_MS = 400;

export interface Plan {
  readonly seed: string;
  readonly observations: number;
  /** The switches during one observation, in order. */
  readonly switches: readonly number[];
  readonly request: ObserveRequest;
}

/**
 * Observes while the screen changes at random moments; gives the problems of each observation, and whether the
 * observation reports them.
 */
export async function observeWhileSwitching({ seed, observations, switches, request }: Plan) {
  await using phone = await startDirectPhone({ ...SMALL, profile: bundledProfile("usb-midrange") });
  using history = new ScreenHistory(phone.phone, { pictures: request.screenshot === true });
  const random = seededRandom(1, seed);
  let inconsistent = 0;
  for (let turn = 0; turn < observations; turn += 1) {
    for (let count = switches[turn % switches.length] ?? 1; count > 0; count -= 1) {
      const change = SWITCHES[Math.floor(random() * SWITCHES.length)];
      phone.phone.hooks.after(random() * SPAN_MS, () => change?.(phone.phone));
    }
    await phone.time.pass(TRANSITION_MS); // so that some observations begin during a transition
    const startedAt = phone.time.nowMs();
    const observation = await phone.observe(request);
    if (saysInconsistent(observation)) inconsistent += 1;
    else assertWhole(observation, history, { startedAt, turn });
    await phone.time.pass(SPAN_MS);
  }
  return inconsistent;
}

export function saysInconsistent(observation: Observation): boolean {
  return codesOf(observation).includes("TORN_OBSERVATION");
}

export function assertWhole(seen: Observation, history: ScreenHistory, at: { startedAt: number; turn: number }): void {
  const moments = history.since(at.startedAt);
  const reported = {
    window: seen.activeWindow?.title,
    tree: seen.viewHierarchy?.nodes[0]?.package,
    codes: codesOf(seen),
  };
  const shown = moments.map(({ sinceMs, focus, app, package: tree }) => [sinceMs - at.startedAt, focus, app, tree]);
  const said = `observation ${at.turn}: ${JSON.stringify({ reported, shown })}`;
  assert.ok(
    moments.some((moment) => isOfMoment(seen, moment)),
    `of no screen that was shown: ${said}`,
  );
  if (!seen.screenshot) return;
  assert.ok(
    moments.some((moment) => isPictureOf(seen, moment)),
    `its picture is of another screen: ${said}`,
  );
}
