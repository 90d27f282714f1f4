import assert from "node:assert/strict";
import { test } from "node:test";
import { gateOf } from "../../../src/actions/ask-gate.js";
import { tapGesture } from "../../../src/actions/companion/gestures.js";
import { type TouchPlan, touchViaCompanion } from "../../../src/actions/companion/touch-via-companion.js";
import { isNotViaCompanion } from "../../../src/actions/companion/via-companion.js";
import { resolveTarget } from "../../../src/actions/targets/resolve-target.js";
import { pollUntil } from "../../../src/base/signals.js";
import { parseTarget } from "../../../src/screen/selector.js";
import { coded } from "../../support/coded.js";
import { type CompanionDriven, driveCompanion } from "../../support/drive-companion.js";
import { never } from "../../support/never.js";

interface Happening {
  readonly isClick?: boolean;
  readonly happen: (plans: number) => (() => void) | undefined;
  readonly until?: "content" | "windows";
}

/**
 * Plans a touch of the element with these words, and makes a change after it is found, which the companion hears as
 * an event.
 */
async function touching(
  driven: CompanionDriven,
  target: string,
  { isClick = false, happen, until = "content" }: Happening,
) {
  const session = await driven.product.session();
  let plans = 0;
  const makePlan = async (): Promise<TouchPlan> => {
    const found = await resolveTarget(session, parseTarget(target), never());
    plans += 1;
    const run = happen(plans);
    const companion = session.onDevice.current;
    assert.ok(companion);
    if (run) {
      const { lastSeq } = companion.events;
      run();
      const has = () =>
        until === "windows"
          ? companion.events.haveWindowsChangedSince(lastSeq)
          : companion.events.hasChangedSince(lastSeq);
      await pollUntil(() => has() || undefined, 1, AbortSignal.timeout(60_000));
    }
    const gesture = tapGesture(found.point, { count: 1, holdMs: 0 });
    return {
      passed: gateOf(session, { tool: "tap", args: {} })({ kind: "pinch", on: null, fingers: [] }, null),
      targets: [found],
      gesture,
      window: found.screen.activeWindow,
      click: isClick ? found.node : null,
      displayId: 0,
    };
  };
  return { plans: () => plans, done: touchViaCompanion(session, makePlan, never()) };
}

for (const isClick of [true, false]) {
  test(`the target is searched for again where a window opens between the observation and the ${isClick ? "click" : "gesture"}`, async () => {
    await using driven = await driveCompanion({ app: "com.fovea.dialogs" });
    await driven.did("observe");
    const happen = (plans: number) => (plans === 1 ? () => driven.phone.hooks.tap("Alert") : undefined);
    const { done } = await touching(driven, '~"Crash"', { isClick, happen, until: "windows" });
    assert.match((await coded(done)).code, /ELEMENT_NOT_FOUND|TARGET_UNREACHABLE/);
    assert.deepEqual(driven.asked, []);
  });
}

test("a touch is refused with FOCUS_LOST and not sent where windows open and close before every attempt", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  const panel = (plans: number) => () =>
    driven.phone.hooks.open(plans % 2 === 0 ? "com.fovea.form" : "com.fovea.notes");
  const { done, plans } = await touching(driven, "50%,50%", { happen: panel, until: "windows" });
  assert.equal((await coded(done)).code, "FOCUS_LOST");
  assert.equal(plans(), 4);
  assert.deepEqual(driven.asked, []);
});

test("a target that stands still among moving content is touched, and a target that moves at every attempt is not", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.world" });
  await driven.did("observe");
  const other = await touching(driven, '"Ελληνικά"', { happen: () => () => driven.phone.onDevice.storm(1) });
  assert.equal(isNotViaCompanion(await other.done), false);
  assert.equal(other.plans(), 2);
  const fling = (plans: number) => () => {
    const at = (y: number) => ({ x: 270, y });
    const step = plans % 2 === 0 ? 20 : -20;
    driven.phone.touchDown(at(700));
    for (let moved = 1; moved <= 3; moved += 1) driven.phone.touchMove(at(700 + moved * step));
    driven.phone.touchUp(at(700 + 3 * step));
  };
  const moving = await touching(driven, '"Ελληνικά"', { happen: fling });
  assert.equal((await coded(moving.done)).code, "TORN_OBSERVATION");
  assert.deepEqual(driven.asked, ["gesture"]);
});
