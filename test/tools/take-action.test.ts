import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

const ON = { takeAction: true } as const;

test("take_action does a sentence by its verb, and the answer says why it chose the element", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: ON });
  const typed = await driven.did("take_action", { action: 'type "Abc" in the Full name box' });
  assert.match(
    typed,
    /^typed 3 characters in e\d+ field\n\?"the Full name box" is e\d+ \(0\.89: box, known by e\d+ \(says "Full name"\)\)\n/,
  );
  assert.match(typed, /field "Abc"/);
  assert.match(await driven.did("take_action", { action: "choose the Team option" }), /radio "Team" checked/);
  assert.match(await driven.did("take_action", { action: "press the home button" }), /^pressed KEYCODE_HOME/);
  assert.deepEqual(await hintsOf(driven, "take_action"), [false, true, false, true]);
});

test("take_action refuses an unclear sentence, and a target that is missing or ambiguous, and touches nothing", async () => {
  await using driven = await drive({ app: "com.fovea.clock", config: ON });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  await driven.refused("COMMAND_UNCLEAR", "take_action", { action: "juggle the alarms" });
  await driven.refused("COMMAND_UNCLEAR", "take_action", { action: "go back and then juggle" });
  const several = await driven.refused("AMBIGUOUS_TARGET", "take_action", { action: "tap the switch" });
  assert.equal([...several.matchAll(/number \d of 3; 0\.94: switch/g)].length, 3);
  const nothing = await driven.refused("ELEMENT_NOT_FOUND", "take_action", { action: "tap alarm 10:45" });
  assert.match(nothing, /nothing on the screen is certainly \?"alarm 10:45"/);
  await driven.refused("APP_NOT_FOUND", "take_action", { action: "launch Solitaire" });
  await driven.refused("INVALID_ARGUMENT", "take_action");
  assert.deepEqual(received, []);
});

test("take_action does two actions of one sentence in order, and not the second where the first fails", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: ON });
  await driven.did("observe");
  const both = 'tap "I agree to the terms" and choose the Team option';
  const done = await driven.did("take_action", { action: both });
  assert.match(done, /^tapped e\d+ checkbox "I agree to the terms"; tapped e\d+ radio "Team"/);
  assert.match(done, /radio "Team" checked/);
  const { received } = recordInput(driven.phone);
  await driven.refused("ELEMENT_NOT_FOUND", "take_action", { action: 'tap "Nowhere" then go back' });
  assert.deepEqual(received, []);
  const late = await driven.refused("ELEMENT_NOT_FOUND", "take_action", { action: 'tap "Plus" then tap "Nowhere"' });
  assert.match(late, /; done before: tapped e\d+ radio "Plus"/);
});

test("take_action turns a switch on, and does not tap it where it is on already", async () => {
  await using driven = await drive({ app: "com.fovea.clock", config: ON });
  const sentence = { action: "turn on the 8:00 alarm" };
  assert.match(await driven.did("take_action", sentence), /switch "Alarm 8:00" .*checked/);
  const { received } = recordInput(driven.phone);
  assert.match(
    await driven.did("take_action", sentence),
    /^e\d+ switch "Alarm 8:00".* is on already; nothing was touched/,
  );
  assert.deepEqual(received, []);
  assert.match(await driven.did("take_action", { action: "switch off the alarm at 8:00" }), /switch "Alarm 8:00"/);
});

test("take_action opens an app by its name, and searches the screen for a name that is not an app", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: ON });
  assert.match(await driven.did("take_action", { action: "open Settings" }), /^opened com\.android\.settings/);
  assert.match(
    await driven.did("take_action", { action: "open Network and internet" }),
    /^tapped e\d+ row "Network & internet"/,
  );
  assert.match(await driven.did("take_action", { action: "go back" }), /^pressed KEYCODE_BACK/);
  assert.match(await driven.did("take_action", { action: "scroll down" }), /^swiped up over the screen/);
  // Nothing scrolls there, so that nothing on the screen is a list.
  await driven.refused("ELEMENT_NOT_FOUND", "take_action", { action: "scroll down in the list" });
});

test("take_action is listed only where the server was started with it", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { tools } = await driven.mcp.client.listTools();
  assert.ok(!tools.some(({ name }) => name === "take_action"));
  await using asked = await drive({ app: "com.fovea.form", config: ON });
  const list = (await asked.mcp.client.listTools()).tools.map(({ name }) => name);
  assert.equal(list.length, tools.length + 1);
  assert.equal(list.at(-1), "take_action");
});
