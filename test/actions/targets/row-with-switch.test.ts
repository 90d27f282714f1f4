import assert from "node:assert/strict";
import { test } from "node:test";
import { useCompanions } from "../../support/companion-ways.js";
import { drive, refIn } from "../../support/drive.js";

const WAYS = [
  { by: "adb alone", options: {} },
  { by: "companion", options: { onDevice: "enabled", link: useCompanions() } },
] as const;

for (const { by, options } of WAYS) {
  test(`tap refuses the old ref of a row whose switch the user turned, and keeps it after its own tap (${by})`, async () => {
    await using driven = await drive({ app: "com.android.settings", ...options });
    driven.phone.hooks.tap("Network & internet");
    const ref = refIn(await driven.did("observe", { fresh: true }), /"Airplane mode"/);
    const isOn = () => driven.phone.state().settings.global.get("airplane_mode_on");
    driven.phone.hooks.tap("Airplane mode");
    assert.equal(isOn(), "1");
    const refused = await driven.refused("REF_CHANGED", "tap", { target: ref });
    assert.match(
      refused,
      /was row "Airplane mode" and means something else now: .* the switch in it was switched \(it is on\)/,
    );
    assert.equal(isOn(), "1");
    const own = refIn(refused, /It is e\d+ now/);
    assert.match(await driven.did("tap", { target: own }), /^tapped e\d+ row "Airplane mode".*\nchanged: /);
    assert.equal(isOn(), "0");
    await driven.did("tap", { target: refIn(await driven.did("observe", { full: true }), /"Airplane mode"/) });
    assert.equal(isOn(), "1");
  });
}
