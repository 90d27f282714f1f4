import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledProfile } from "../../packages/virtual-android/src/profile.js";
import { type Driven, drive, refIn } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";

const WAYS = [
  ["the companion", driveCompanion],
  ["adb alone", drive],
] as const;

/** The line of an answer with the result of the action. */
function verdictIn(text: string): string {
  const kinds = "changed|no_effect|unexpected_window|app_crashed|app_not_responding|uncertain|unknown";
  const lines = text.split("\n").filter((line) => new RegExp(`^(?:${kinds}): `).test(line));
  assert.equal(lines.length, 1, text);
  return lines[0] ?? "";
}

async function did(driven: Driven, tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  return verdictIn(await driven.did(tool, args));
}

for (const [name, start] of WAYS) {
  test(`an action says in a few words how the screen changed (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    assert.equal(await did(driven, "tap", { target: "id/terms" }), "changed: 1 changed");
    assert.match(await did(driven, "tap", { target: "id/name" }), /^changed: .*keyboard shown/);
    assert.match(
      await did(driven, "open_app", { package: "com.android.settings" }),
      /^changed: com\.fovea\.form\/\.FormActivity -> com\.android\.settings\/\S+, keyboard hidden/,
    );
  });

  test(`an action reports no_effect only where nothing was drawn either (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    const text = await driven.did("tap", { target: '"Full name"' });
    assert.match(verdictIn(text), /^no_effect: same elements, (?:same pixels, stable|no event, no frame drawn)$/);
  });

  test(`an action without an effect reports no_effect however often it is repeated (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    const ref = refIn(await driven.did("observe"), /"Full name"/);
    for (const target of ['"Full name"', ref, '"Full name"', ref, "50%,96%"]) {
      assert.match(await did(driven, "tap", { target }), /^no_effect: same elements, /, target);
    }
  });

  test(`an action is not reported as no_effect where the app drew something that is no longer visible (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form", animationScale: 1 });
    const ref = refIn(await driven.did("observe"), /radio "Free" checked/);
    assert.match(await did(driven, "tap", { target: ref }), /^unknown: same elements[,;] /);
  });

  test(`a window that the system opens is unexpected, and a dialog of the app itself is not (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.dialogs" });
    await driven.did("observe");
    assert.match(await did(driven, "tap", { target: 'row "Alert"' }), /^changed: /);
    await driven.did("tap", { target: 'button "Cancel"' });
    assert.match(
      await did(driven, "tap", { target: 'row "Camera permission"' }),
      /^unexpected_window: permission dialog com\.\S*permission\S*$/,
    );
  });

  test(`an app that crashes is reported by the system's crash dialog (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.dialogs" });
    await driven.did("observe");
    assert.equal(
      await did(driven, "tap", { target: 'row "Crash"' }),
      'app_crashed: "Application Error: com.fovea.dialogs"',
    );
    assert.match(await did(driven, "tap", { target: 'button "Close app"' }), /^changed: crash dialog /);
  });

  test(`a crash whose dialog the phone hides is reported from the log, without the exception's message (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.dialogs", speed: 1, isSteady: true });
    driven.phone.putSetting("global", "hide_error_dialogs", "1");
    await driven.did("wait_for", { condition: 'row "Crash"' });
    assert.equal(
      await did(driven, "tap", { target: 'row "Crash"' }),
      "app_crashed: com.fovea.dialogs in the crash log: java.lang.IllegalStateException",
    );
    driven.phone.hooks.open("com.fovea.dialogs");
    await driven.did("wait_for", { condition: "app com.fovea.dialogs" });
    assert.match(
      await did(driven, "press_key", { key: "home" }),
      /^changed: /,
      "an old crash does not belong to this action",
    );
  });

  test(`a crash of another app is reported as an unexpected window, not as a crash of the touched app (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.notes" });
    driven.phone.hooks.open("com.fovea.form");
    await driven.did("wait_for", { condition: "app com.fovea.form" });
    const stop = driven.phone.hooks.onChange(() => {
      // Changes before the touch are not its effect.
      if (!hasTickedBox(driven)) return;
      stop();
      driven.phone.hooks.crashApp("com.fovea.notes");
    });
    assert.equal(
      await did(driven, "tap", { target: "id/terms" }),
      'unexpected_window: crash dialog "Application Error: com.fovea.notes" over com.fovea.form/.FormActivity',
    );
  });
}

test("a crash is reported from the log even where the phone is slow to return the log", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.dialogs", speed: 1, isSteady: true });
  driven.phone.putSetting("global", "hide_error_dialogs", "1");
  await driven.did("wait_for", { condition: 'row "Crash"' });
  const instant = bundledProfile("instant");
  const slow = { command: ["date", "+%s%N"], delayMs: { fixed: 2_500 }, cites: "test" };
  driven.product.device.setProfile({ ...instant, commands: [slow] });
  assert.match(
    await did(driven, "tap", { target: 'row "Crash"' }),
    /^app_crashed: com\.fovea\.dialogs in the crash log/,
  );
});

test("events of the status bar do not count as an effect of an action", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  const companion = (await driven.product.session()).onDevice.current;
  const before = companion?.events.lastSeq ?? 0;
  let level = 90;
  const ticking = setInterval(() => driven.phone.hooks.setBattery(--level, true), 30);
  try {
    assert.match(
      await did(driven, "tap", { target: '"Full name"' }),
      /^no_effect: same elements, no event, no frame drawn$/,
    );
  } finally {
    clearInterval(ticking);
  }
  assert.ok(companion && companion.events.since(before).length > 0, "the status bar sent no event");
});

test("an app that does not respond is reported by the system's dialog", async () => {
  // Slow enough that the minute does not pass on a slow machine.
  await using driven = await drive({ app: "com.fovea.sluggish", speed: 3 });
  await driven.did("observe");
  await driven.did("tap", { target: "50%,5%" });
  driven.phone.hooks.tap("Hang for a minute");
  assert.equal(
    await did(driven, "tap", { target: "50%,50%" }),
    'app_not_responding: "Application Not Responding: com.fovea.sluggish"',
  );
});

test("open_app reports which app is in front where the opened app is not", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const opening = driven.phone.launch.bind(driven.phone);
  driven.phone.launch = (intent, options) => {
    const result = opening(intent, options);
    driven.phone.hooks.open("com.fovea.notes");
    return result;
  };
  assert.match(
    await did(driven, "open_app", { package: "com.android.settings" }),
    /^unexpected_window: com\.fovea\.notes\/\S+, not com\.android\.settings$/,
  );
});

test("an unchanged screen is reported as unknown where it was not read immediately before the action", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  driven.phone.hooks.open("com.fovea.notes");
  const text = await did(driven, "open_app", { package: "com.fovea.form" });
  assert.equal(text, "unknown: the screen looks unchanged, but was not read right before the action");
});

test("with the companion, an app that drew after the touch is not reported as no_effect", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  const { phone } = driven;
  const { state } = phone;
  // Another colour, so other pixels: no event and no hierarchy reports it.
  phone.state = () => {
    const now = state.call(phone);
    const row = { intendedVsyncNs: BigInt(now.uptimeMs) * 1_000_000n, durationNs: 5_000_000n, flags: 0 };
    const processes = now.processes.map((process) => {
      const { frames } = process;
      const isOurs = process.packageName === "com.fovea.form" && frames !== null;
      return isOurs ? { ...process, frames: { ...frames, rows: [...frames.rows, row] } } : process;
    });
    return { ...now, processes };
  };
  assert.equal(await did(driven, "tap", { target: '"Full name"' }), "unknown: same elements; pixels were not compared");
});

type Node = NonNullable<ReturnType<Driven["phone"]["accessibilityWindows"]>[number]["root"]>;

/** Whether a box that belongs to an app is ticked. */
function hasTickedBox({ phone }: Driven): boolean {
  return phone.accessibilityWindows().some(({ root }) => root !== null && isTicked(root));
}

function isTicked(node: Node): boolean {
  return (node.className.endsWith("CheckBox") && node.isChecked) || node.children.some(isTicked);
}
