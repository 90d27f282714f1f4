import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../../support/drive.js";

for (const apiLevel of [24, 33]) {
  test(`swipe says that more rows may follow, and when the end is reached (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.android.settings", apiLevel });
    await driven.did("tap", { target: '"Region"' });
    const slowly = async (direction: string) => await driven.did("swipe", { direction, speed: "slow" });
    assert.match(await slowly("down"), /^the end above is reached: nothing moved$/m);
    assert.match(await slowly("up"), /^not at its end: more may follow below$/m);
    const said: string[] = [];
    while (said.length < 30 && !/nothing moved$/m.test(said.at(-1) ?? "")) said.push(await slowly("up"));
    assert.match(said.at(-1) ?? "", /^the end below is reached: nothing moved$/m);
    // The scroll before reached the end early, or exactly.
    assert.match(said.at(-2) ?? "", /^(?:the end below is reached|not at its end: more may follow below)$/m);
    for (const answer of said.slice(0, -2)) assert.match(answer, /^not at its end: more may follow below$/m);
    assert.match(await slowly("down"), /^not at its end: more may follow above$/m);
  });
}

test("swipe says nothing of rows where nothing scrolls or where another screen opens", async () => {
  await using driven = await drive({ app: "com.fovea.dialogs" });
  assert.doesNotMatch(await driven.did("swipe", { direction: "up" }), /\b(?:end|rows|follow)\b/);
  assert.doesNotMatch(await driven.did("swipe", { from: "50%,60%", to: "50%,30%" }), /\b(?:end|rows|follow)\b/);
});
