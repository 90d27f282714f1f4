import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { drive, refIn } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";

const ONLY_SEND = { answer: "none" } as const;

for (const [path, start] of [
  ["the companion", driveCompanion],
  ["input", drive],
] as const) {
  test(`a tap that is only sent is checked and done, and its result is not read, by ${path}`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    const ref = refIn(await driven.did("observe"), /radio "Team"/);
    const tapped = await driven.did("tap", { target: ref, ...ONLY_SEND });
    assert.match(tapped, /^tapped e\d+ radio "Team"[^\n]*\nsent: the result was not read$/);
    const seen = (await driven.product.session()).lastObservation;
    assert.equal(seen?.elements.find((one) => one.ref === ref)?.checked, false, "nothing was observed");
    // The next observation reports the result as a change since the last answer.
    assert.match(await driven.did("observe"), /^changed since o1 \|[^\n]*\n(?:~ .*\n)*~ e\d+ radio "Team" checked/);
    assert.match(await driven.did("press_key", { key: "tab", ...ONLY_SEND }), /^pressed KEYCODE_TAB\nsent: /);
    assert.match(
      await driven.did("swipe", { direction: "up", ...ONLY_SEND }),
      /^swiped up over the screen[^\n]*\nsent: /,
    );
  });
}

test("a tap that is only sent is refused where a normal tap is refused", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  await driven.refused("REF_STALE", "tap", { target: "e99999", ...ONLY_SEND });
  await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: 'button "None"', timeout_ms: 200, ...ONLY_SEND });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "id/name", expect: "keyboard", ...ONLY_SEND });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "id/name", answer: "all" });
  const atOnce = await driven.refused("INVALID_ARGUMENT", "tap", { target: "id/name", timeout_ms: 0 });
  assert.match(atOnce, /timeout_ms: .*1/, "a duration of 0 would set no limit");
  assert.equal(driven.asked.length, 0, "nothing was touched");
});

test("steps of a batch may be only sent, and a later observation reports their effect", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  const steps = ["Plus", "Team"].map((name) => ({ tool: "tap", target: `radio "${name}"`, ...ONLY_SEND }));
  const looked = await driven.did("batch", {
    steps: [...steps, { tool: "verify", condition: 'radio "Team" checked' }],
  });
  assert.match(looked, /^1 tapped e\d+ radio "Plus" \| sent: .*\n2 tapped e\d+ radio "Team" \| sent: .*\n3 true: /);
  assert.match(looked, /\n~ e\d+ radio "Team" checked was e\d+\n/);
  const unseen = await driven.did("batch", { steps: steps.slice(0, 1) });
  assert.match(unseen, /^1 tapped e\d+ radio "Plus" \| sent: the result was not read$/);
  // The app handles a touch that was only sent a little later.
  const isReported = async () => (/^~ e\d+ radio "Plus" checked/m.test(await driven.did("observe")) ? true : undefined);
  await pollUntil(isReported, 5, AbortSignal.timeout(60_000));
});

test("a tap that is only sent holds the finger down for half of the time, and apps recognise a tap", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.form" });
  const seen = await driven.did("observe", { details: ["bounds"] });
  const [, left, top] = /radio "Team".* \[(\d+),(\d+)\]\[/.exec(seen) ?? [];
  const target = `${Number(left) + 20},${Number(top) + 20}`;
  const heldMs: unknown[] = [];
  driven.instead(({ gesture }) => ({
    gesture: async (params, call) => {
      const answer = await gesture(params, call);
      heldMs.push(Reflect.get(answer.result, "durationMs"));
      return answer;
    },
  }));
  assert.match(await driven.did("tap", { target, ...ONLY_SEND }), /\nsent: /);
  assert.match(await driven.did("observe"), /^~ e\d+ radio "Team" checked/m);
  await driven.did("tap", { target });
  assert.deepEqual(heldMs, [25, 50]);
});
