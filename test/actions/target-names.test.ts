import assert from "node:assert/strict";
import { test } from "node:test";
import { findByRef } from "../../src/screen/element.js";
import { type Driven, drive, refIn } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";

const RADIO = 'radio "Team"';
const FIELD = "id/name";

/** The resource id of the last action's target; null if that was not an element. */
async function lastTargetNames({ product }: Driven): Promise<string | null | undefined> {
  const { lastTarget, lastObservation } = await product.session();
  if (lastTarget === null) return null;
  return findByRef(lastObservation?.elements ?? [], lastTarget)?.resourceId;
}

for (const [path, start] of [
  ["the companion", driveCompanion],
  ["input", drive],
] as const) {
  test(`every action returns its targets, by ${path}`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    await driven.did("tap", { target: RADIO });
    assert.match((await lastTargetNames(driven)) ?? "", /team/);
    await driven.did("drag", { from: RADIO, to: FIELD });
    assert.match((await lastTargetNames(driven)) ?? "", /team/);
    await driven.did("swipe", { from: FIELD, to: "50%,50%", speed: "slow" });
    assert.match((await lastTargetNames(driven)) ?? "", /name/);
    await driven.did("swipe", { direction: "left", target: RADIO });
    assert.match((await lastTargetNames(driven)) ?? "", /team/);
    await driven.did("swipe", { direction: "down" });
    assert.equal(await lastTargetNames(driven), null);
    const typed = await driven.did("type_text", { target: "? field below Full name", text: "Demo" });
    assert.equal(typed.match(/ is e\d+ \(/g)?.length, 1, "the reason for the choice is given once");
    assert.match((await lastTargetNames(driven)) ?? "", /name/);
  });
}

test("an action that failed and may have happened names its targets", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /radio "Team"/);
  driven.product.device.faults.set([{ service: "'?input'? '?tap", fault: { kind: "truncate", bytes: 0 } }]);
  const { text } = await driven.mcp.call("tap", { target: ref });
  assert.match(text, /\(it may have happened\)/);
  assert.equal((await driven.product.session()).lastTarget, ref);
});
