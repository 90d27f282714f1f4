import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { toolContext } from "../../src/server/tool-context.js";
import { find } from "../../src/tools/find.js";
import { drive, refIn } from "../support/drive.js";
import { never } from "../support/never.js";
import { recordInput } from "../support/recorder.js";

test("a plain phrase is accepted as target by every tool, and the answer shows the element and the reason", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /radio "Team"/);
  const tapped = await driven.did("tap", { target: "? the Team option" });
  assert.match(
    tapped,
    new RegExp(
      `^tapped ${ref} radio "Team" at .*\\n\\?"the Team option" is ${ref} \\(1\\.00: option, says "Team"\\)\\n`,
    ),
  );
  const typed = await driven.did("type_text", { text: "Abc", target: "? field below Full name" });
  assert.match(typed, /^typed 3 characters in e\d+ field\n\?"field below Full name" is e\d+ /);
  assert.match(
    await driven.did("wait_for", { condition: '?"selected Team option" and not ? selected Plus option' }),
    /^true after/,
  );
});

test("a plain phrase that fits several elements equally well touches nothing, and the error says how they differ", async () => {
  await using driven = await drive({ app: "com.fovea.clock" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("AMBIGUOUS_TARGET", "tap", { target: "? switch" });
  assert.match(
    text,
    /3 elements fit \?"switch" equally well: e\d+ switch "Alarm 6:30".*\(.*number 1 of 3; 0\.94: switch\)/,
  );
  assert.match(text, /Next: Use one of the refs listed, or say what the element is in/);
  const none = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: "? snooze" });
  assert.match(none, /nothing on the screen is certainly \?"snooze"/);
  assert.deepEqual(received, []);
});

test("a plain phrase touches only an exact match where the app in front was not observed yet", async () => {
  await using driven = await drive({ app: "com.fovea.clock" });
  await driven.did("observe");
  driven.phone.hooks.open("com.fovea.form");
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("REF_STALE", "tap", { target: "? field below Full name" });
  assert.match(text, /another app came to the front .* only likely to mean e\d+ field .*\(0\.\d\d: field, .*below/);
  assert.match(text, /Next: .*if e\d+ is what you want, use its ref/);
  assert.deepEqual(received, []);
  // Observing the likely match is allowed: it is not an action.
  assert.match(await driven.did("observe", { within: "? field below Full name" }), /^e\d+ field/m);
  assert.match(await driven.did("tap", { target: "? the Team option" }), /radio "Team"/);
  // The answer of that tap showed the field, so the likely match is accepted now.
  assert.match(await driven.did("tap", { target: "? field below Full name" }), /^tapped e\d+ field/);
});

test("find accepts plain language, shows scores and reasons, and lists the nearest elements where nothing fits", async () => {
  await using driven = await drive({ app: "com.fovea.clock" });
  assert.match(
    await driven.did("find", { query: "switch for 8:00" }),
    /switch "Alarm 8:00" \[\d+,\d+\]\[\d+,\d+\] \(0\.\d\d: switch, /,
  );
  const all = await driven.did("find", { query: "the switches" });
  assert.equal([...all.matchAll(/number \d of 3/g)].length, 3);
  assert.match(await driven.did("find", { query: "stopwatches" }), /Stopwatch|nothing matches/);
  const none = await driven.did("find", { query: "sunrise clock" });
  assert.match(none, /\(nothing matches among \d+ elements/);
});

const foundSchema = z.object({
  matches: z.array(
    z.looseObject({ ref: z.string(), score: z.number().optional(), selector: z.looseObject({ v: z.literal(1) }) }),
  ),
});

test("a selector that find stores still works after the element changed, and the answer reports the change", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const context = toolContext(driven.product, () => {});
  const stored = async (query: string) => {
    const { toJson } = await find.perform({ query }, context, never());
    const [only] = foundSchema.parse(toJson()).matches;
    assert.ok(only);
    return only.selector;
  };
  const selector = await stored("the Team option");
  const tapped = await driven.did("tap", { target: JSON.stringify(selector) });
  assert.match(tapped, /^tapped e\d+ radio "Team" at /);
  assert.doesNotMatch(tapped, /healed/);
  // As if the element had other words when the selector was stored.
  const healed = await driven.did("tap", { target: JSON.stringify({ ...selector, labels: ["Group"] }) });
  assert.match(
    healed,
    /^tapped e\d+ radio "Team".*\nhealed: the stored element is e\d+ radio "Team".* \(0\.78: other labels\)\n/,
  );
  const { received } = recordInput(driven.phone);
  const other = { ...selector, labels: ["Group"], id: "com.fovea.form:id/plan_group" };
  const text = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: JSON.stringify(other) });
  assert.match(text, /the nearest: e\d+ radio "Team" checked \(0\.56: other id, labels\)/);
  assert.deepEqual(received, []);
});
