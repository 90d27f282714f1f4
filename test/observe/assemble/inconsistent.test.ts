import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import { needsPrograms } from "../../support/needs.js";
import { observeProduct } from "../../support/observe-product.js";
import {
  assertWhole,
  observeWhileSwitching,
  SMALL,
  SWITCHES,
  saysInconsistent,
  TREE,
} from "../../support/observe-while-switching.js";
import { startProduct } from "../../support/product.js";
import { ScreenHistory } from "../../support/screen-history.js";
import { untilStable } from "../../support/until-stable.js";

test("an observation is of one screen or reported as inconsistent, at 1,000 random changes of the screen", async () => {
  const plan = { seed: "several", observations: 125, switches: [1, 3, 20], request: TREE };
  const inconsistent = await observeWhileSwitching(plan);
  assert.ok(inconsistent > 0, "no change came during an observation");
});

test("one change during an observation is repaired by reading again", async () => {
  const inconsistent = await observeWhileSwitching({ seed: "one", observations: 40, switches: [1], request: TREE });
  assert.ok(inconsistent <= 3, `${inconsistent} of 60 observations are inconsistent`);
});

test("the screenshot is of the same screen as the hierarchy, or the observation is reported as inconsistent", async () => {
  const request = { ...TREE, screenshot: true };
  await observeWhileSwitching({ seed: "pictures", observations: 40, switches: [1, 0], request });
});

const { test: testWithAdb } = needsPrograms("adb");

testWithAdb("an observation through a real adb server is of one screen or reported as inconsistent", async () => {
  await using product = await startProduct({ ...SMALL, route: "real adb" });
  using history = new ScreenHistory(product.phone);
  const random = seededRandom(1, "real adb");
  for (let turn = 0; turn < 10; turn += 1) {
    await untilStable(product);
    const startedAt = product.phone.clock.nowMs();
    const change = SWITCHES[Math.floor(random() * SWITCHES.length)];
    product.phone.hooks.after(random() * 1500, () => change?.(product.phone));
    const seen = await observeProduct(product, TREE);
    if (!saysInconsistent(seen)) assertWhole(seen, history, { startedAt, turn });
  }
});
