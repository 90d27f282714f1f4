import assert from "node:assert/strict";
import { test } from "node:test";
import { WireError } from "../../../packages/virtual-android/src/companion/wire/wire-error.js";
import { pollUntil } from "../../../src/base/signals.js";
import { refIn } from "../../support/drive.js";
import { driveCompanion, HOSTS } from "../../support/drive-companion.js";
import { recordInput } from "../../support/recorder.js";

const first = (text: string) => text.split("\n")[0] ?? "";

for (const host of HOSTS) {
  test(`tap on a button is a click of the accessibility service, and the answer reports a click (${host})`, async () => {
    await using driven = await driveCompanion({ host, app: "com.fovea.gestures" });
    const ref = refIn(await driven.did("observe"), /"Taps: 0"/);
    const text = await driven.did("tap", { target: ref });
    assert.equal(first(text), `tapped ${ref} button "Taps: 0" by click`);
    assert.match(text, new RegExp(`^~ e\\d+ button "Taps: 1" was ${ref} "Taps: 0"$`, "m"));
    assert.deepEqual(driven.asked, ["nodeAction"]);
  });

  test(`double taps, two taps, three taps and holds are sent as gestures (${host})`, async () => {
    await using driven = await driveCompanion({ host, app: "com.fovea.gestures", speed: 2 });
    await driven.did("observe");
    const { received } = recordInput(driven.phone);
    const twice = await driven.did("tap", { target: "id/double_pad", count: 2 });
    assert.match(first(twice), /^tapped 2 times e\d+ button "Double: 0" at \d+,\d+ by gesture$/);
    assert.match(twice, /^(?:~ )?e\d+ button "Double: 1"(?: was e\d+ "Double: 0")?$/m);
    for (const taps of [1, 2]) {
      assert.match(
        await driven.did("tap", { target: "id/double_pad" }),
        new RegExp(`"Taps: ${taps}"(?: was e\\d+ "Taps: ${taps - 1}")?$`, "m"),
      );
    }
    assert.ok(driven.phone.hooks.find("Double: 1"), "two taps are not a double tap");
    const held = await driven.did("tap", { target: "id/long_pad", hold_ms: 800 });
    assert.match(held, /^held for 800 ms e\d+ button "Long: 0" at \d+,\d+ by gesture\n/);
    assert.match(held, /^(?:~ )?e\d+ button "Long: 1"(?: was e\d+ "Long: 0")?$/m);
    assert.match(await driven.did("tap", { target: "id/tap_pad", count: 3 }), /^~ e\d+ button "Taps: 5"$/m);
    assert.deepEqual(driven.asked, ["gesture", "nodeAction", "nodeAction", "gesture", "gesture"]);
    assert.deepEqual(received, [], "nothing went through `input`");
  });

  test(`pinch zooms in and out (${host})`, async () => {
    await using driven = await driveCompanion({ host, app: "com.fovea.gestures" });
    const canvas = refIn(await driven.did("observe"), /"Drawing area"/);
    const text = await driven.did("pinch", { target: canvas, percent: 200 });
    assert.match(first(text), new RegExp(`^pinched ${canvas} .*"Drawing area" to 200 % at \\d+,\\d+ by gesture$`));
    assert.match(text, /"Zoom: 200 %"/);
    assert.match(await driven.did("pinch", { target: canvas, percent: 50 }), /"Zoom: 50 %"/);
    await driven.refused("INVALID_ARGUMENT", "pinch", { percent: 100 });
    await driven.refused("INVALID_ARGUMENT", "pinch", { target: "10,10", percent: 50 });
    await driven.refused("TARGET_UNREACHABLE", "pinch", { target: "id/clear", percent: 500 });
    assert.deepEqual(driven.asked, ["gesture", "gesture"]);
  });
}

test("drag holds, moves and drops with one finger, and a slow swipe moves by exactly its distance", async () => {
  // At this pace even a busy machine moves the finger slowly up to the end.
  await using driven = await driveCompanion({ app: "com.fovea.world", speed: 2 });
  await driven.did("observe");
  const heightOf = () => driven.phone.hooks.find("Ελληνικά")?.y ?? Number.NaN;
  const before = heightOf();
  const text = await driven.did("swipe", { from: "270,600", to: "270,500", speed: "slow" });
  assert.match(
    first(text),
    /^swiped from the point 270,600.* to the point 270,500.* at 270,600 to 270,500 by gesture$/,
  );
  const moved = before - heightOf();
  assert.ok(moved > 80 && moved <= 100, `moved ${moved}`);
  const list = refIn(await driven.did("observe", { full: true }), /list/);
  assert.match(
    await driven.did("swipe", { direction: "up", target: list }),
    /^swiped up over e\d+ list.* by gesture\n/,
  );
  driven.phone.hooks.open("com.fovea.gestures");
  const dragged = await driven.did("drag", { from: "200,800", to: "400,1000", duration_ms: 400 });
  assert.match(first(dragged), /^dragged .* at 200,800 to 400,1000 by gesture$/);
  assert.match(dragged, /"1 line"/);
});

test("tap touches fields, sliders, canvases, points and buttons that are not Android's own by gesture, not by click", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  assert.match(await driven.did("tap", { target: "id/name" }), /^tapped e\d+ field .* at \d+,\d+ by gesture\n/);
  assert.match(await driven.did("tap", { target: "50%,5%" }), /^tapped the point \d+,\d+.* by gesture\n/);
  driven.phone.hooks.open("com.fovea.player");
  assert.match(await driven.did("tap", { target: "slider" }), /^tapped e\d+ slider .* by gesture\n/);
  driven.phone.hooks.open("com.fovea.browser");
  const link = refIn(await driven.did("observe"), /button/);
  assert.doesNotMatch(first(await driven.did("tap", { target: link })), /^ERR/);
  assert.deepEqual(driven.asked.slice(0, 3), ["gesture", "gesture", "gesture"]);
});

test("tap clicks a checkbox, a switch, a radio button and a row", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  for (const target of ["id/terms", 'radio "Team"'])
    assert.match(first(await driven.did("tap", { target })), / by click$/);
  assert.match(await driven.did("find", { query: 'radio "Team"' }), /checked/);
  driven.phone.hooks.open("com.fovea.messages");
  assert.match(first(await driven.did("tap", { target: 'row "Dad"' })), /^tapped e\d+ row "Dad".* by click$/);
});

test("a node whose text changed right before the click is refused by ref, and found again by a matching selector", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  const ref = refIn(await driven.did("observe"), /"Taps: 0"/);
  driven.before("nodeAction", () => driven.phone.hooks.tap("Taps: 0"));
  const text = await driven.refused("REF_CHANGED", "tap", { target: ref });
  assert.match(text, new RegExp(`${ref} was button "Taps: 0" and is now button "Taps: 1"; nothing was touched`));
  assert.deepEqual(driven.asked, ["nodeAction"]);
  driven.before("nodeAction", () => driven.phone.hooks.tap("Taps: 1"));
  await driven.did("tap", { target: "id/tap_pad" });
  assert.deepEqual(driven.asked, ["nodeAction", "nodeAction", "nodeAction"]);
  assert.ok(driven.phone.hooks.find("Taps: 3"), "twice by the phone's user, once by the call");
});

test("tap does not click a node that now shows another row, and finds its own row in a new observation", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.notes" });
  const { phone } = driven;
  const target = refIn(await driven.did("observe"), /"Ideas for the garden"/);
  driven.before("nodeAction", () => {
    phone.hooks.tap("Shopping");
    phone.hooks.tap("Delete");
  });
  await driven.did("tap", { target });
  assert.ok(phone.hooks.find("Ideas for the garden") && phone.hooks.find("Delete"), "its page is open");
  assert.ok(driven.asked.length >= 2, `${driven.asked}`);
});

test("tap is refused with REF_STALE and clicks nothing where another screen came right before the click", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  const ref = refIn(await driven.did("observe"), /"Taps: 0"/);
  driven.before("nodeAction", () => driven.phone.hooks.open("com.fovea.form"));
  const text = await driven.refused("REF_STALE", "tap", { target: ref });
  assert.match(text, /not on the screen any more/);
  driven.phone.hooks.open("com.fovea.gestures");
  assert.ok(driven.phone.hooks.find("Taps: 0"));
});

test("tap gives up a node that changes before every attempt", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.gestures" });
  await driven.did("observe");
  const changed = new WireError("NODE_CHANGED", "the node shows something else", { mayHaveHappened: false });
  driven.instead(() => ({ nodeAction: () => Promise.reject(changed) }));
  const text = await driven.refused("REF_STALE", "tap", { target: "id/tap_pad" });
  assert.match(text, /changes with every reading; nothing was clicked/);
  assert.deepEqual(driven.asked, ["nodeAction", "nodeAction"]);
});

test("tap sends a gesture after a new observation where the app refuses the click", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.gestures" });
  await driven.did("observe");
  driven.instead(() => ({ nodeAction: async () => ({ result: { performed: false, seq: 1 } }) }));
  assert.match(first(await driven.did("tap", { target: "id/tap_pad" })), /"Taps: 0" at \d+,\d+ by gesture$/);
  assert.ok(driven.phone.hooks.find("Taps: 1"));
  assert.deepEqual(driven.asked, ["nodeAction", "gesture"]);
});

test("tap sends no gesture after a click that the app did not answer, since the click may have happened", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures", speed: 1, isSteady: true });
  const isShown = () => driven.phone.state().focusedWindow?.title.includes("Gestures") || undefined;
  await pollUntil(isShown, 20, AbortSignal.timeout(60_000));
  await driven.did("wait_for", { condition: '"Taps: 0"' });
  driven.before("nodeAction", () => driven.phone.hooks.blockApp("com.fovea.gestures", 8_000));
  const text = await driven.refused("TIMEOUT", "tap", { target: "id/tap_pad" });
  assert.match(
    text,
    /the app did not answer in time when it was asked to click \(it may have happened\)\nNext: Observe/,
  );
  assert.deepEqual(driven.asked, ["nodeAction"]);
});

test("a gesture that a real finger ends is reported as cancelled, and may have happened", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  await driven.did("observe");
  const call = driven.refused("GESTURE_CANCELLED", "tap", { target: "id/long_pad", hold_ms: 9_000 });
  await pollUntil(() => (driven.phone.isTouched ? true : undefined), 1, AbortSignal.timeout(60_000));
  driven.phone.touchDown({ x: 20, y: 700 });
  driven.phone.touchUp({ x: 20, y: 700 });
  assert.match(await call, /\(it may have happened\)\nNext: Observe/);
  assert.deepEqual(driven.asked, ["gesture"]);
});

const CUTS = [
  { kind: "disconnect", afterBytes: 0 },
  { kind: "truncate", bytes: 5 },
  { kind: "kill", afterMs: 0 },
  { kind: "garbage" },
] as const;

const ACTS = [
  // Long enough to be interrupted during the gesture.
  { method: "gesture", args: { target: "270,300", hold_ms: 2_000 } },
  { method: "nodeAction", args: { target: "id/tap_pad" } },
];

for (const fault of CUTS) {
  // A click is over before a killed process has ended.
  const acts = fault.kind === "kill" ? ACTS.slice(0, 1) : ACTS;
  test(`a connection lost during the touch (${fault.kind}) is reported as may have happened, and nothing is sent again`, async () => {
    await using driven = await driveCompanion({ app: "com.fovea.gestures" });
    await driven.did("observe");
    const { received } = recordInput(driven.phone);
    for (const { method, args } of acts) {
      driven.product.device.faults.set([{ request: `service ${method}`, fault }]);
      const { text, isError } = await driven.mcp.call("tap", args);
      assert.ok(isError && text.includes("(it may have happened)\nNext: Observe"), text);
      driven.product.device.faults.set([]);
      (await driven.product.session()).onDevice.reconsider();
      await driven.did("observe");
    }
    assert.deepEqual(
      driven.asked,
      acts.map(({ method }) => method),
    );
    assert.deepEqual(received, []);
  });
}

test("tap uses `input` where the service is suppressed or cannot send the gesture, and the answer says why", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.gestures" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const cannot = new WireError("UNSUPPORTED", "no gestures here", { mayHaveHappened: false });
  driven.instead(() => ({ gesture: () => Promise.reject(cannot) }));
  const text = await driven.did("tap", { target: "id/double_pad", hold_ms: 100 });
  assert.match(
    text,
    /^held for 100 ms e\d+ button "Double: 0" at \d+,\d+\n(?:! .*\n)?! done through `input`, not the companion: .*no gestures here/,
  );
  // The last observation was the companion's tree, without a device time with which frames could be compared.
  assert.match(text, /^unknown(?:: |$)/m);
  assert.equal(received.filter(({ kind }) => kind === "down").length, 1);
  assert.deepEqual(driven.asked, ["gesture"]);
  const refused = await driven.refused("UNSUPPORTED_ON_DEVICE", "pinch", { percent: 200 });
  assert.match(refused, /no gestures here.*\nNext: `fovea doctor` says why no companion runs/);
});

test("tap uses `input` where the service becomes suppressed right before the touch", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  driven.before("gesture", () => driven.phone.setUiAutomationConnected(true));
  const text = await driven.did("tap", { target: "270,300" });
  assert.match(text, /^tapped the point 270,300.*\n! done through `input`, not the companion: .*SUPPRESSED/);
  assert.equal(received.filter(({ kind }) => kind === "down").length, 1);
});

test("a point is touched although the window in front has no hierarchy, and an element there is refused", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  await driven.did("observe");
  driven.phone.hooks.blockApp("com.fovea.gestures", 60_000);
  await driven.refused("WINDOW_UNREAD", "tap", { target: "id/tap_pad" });
  assert.match(await driven.did("tap", { target: "270,900" }), /^tapped the point 270,900 by gesture\n/);
  assert.deepEqual(driven.asked, ["gesture"]);
});

test("a connection lost while the target is searched for is opened again, and the touch is sent once", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  await driven.did("observe");
  const lost = { kind: "disconnect", afterBytes: 0 } as const;
  driven.product.device.faults.set([{ request: "service snapshot", times: 1, fault: lost }]);
  assert.match(await driven.did("tap", { target: "id/tap_pad" }), /^tapped e\d+ button "Taps: 0" by click\n/);
  assert.deepEqual(driven.asked, ["nodeAction"]);
  assert.ok(driven.phone.hooks.find("Taps: 1"));
});
