import assert from "node:assert/strict";
import { test } from "node:test";
import { useCompanions } from "../support/companion-ways.js";
import { type Driven, drive, refIn } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

const SOURCES = {
  uiautomator: {},
  "the companion": { apiLevel: 34, onDevice: "enabled", link: useCompanions() },
} as const;

/** What the outline says of each ref, without what has the focus. */
async function outline({ did }: Driven): Promise<ReadonlyMap<string, string>> {
  const lines = (await did("observe", { fresh: true, full: true })).split("\n").slice(1);
  return new Map(
    lines.flatMap((line) => {
      const [, ref, words] = /^ *(e\d+) (.*)$/.exec(line) ?? [];
      return ref !== undefined && words !== undefined ? [[ref, words.replace(/ focused\b/, "")] as const] : [];
    }),
  );
}

/** All refs of the one are there again, each for what it was. */
function assertSame(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
  assert.ok(before.size > 3);
  assert.deepEqual([...now], [...before]);
}

/** What both have says the same. Gives how many that are. */
function sharedRefs(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): number {
  const shared = [...now].filter(([ref]) => before.has(ref));
  for (const [ref, words] of shared) assert.equal(words, before.get(ref), ref);
  return shared.length;
}

for (const [source, options] of Object.entries(SOURCES)) {
  const start = (app: string) => drive({ ...options, app });

  test(`a page gets its refs back when a dialog over it closes, and meanwhile they are refused (${source})`, async () => {
    await using driven = await start("com.fovea.form");
    const before = await outline(driven);
    const [agree = ""] = [...before].find(([, words]) => words.includes("I agree")) ?? [];
    const dialog = await driven.did("tap", { target: 'dropdown "Germany"' });
    assert.match(dialog, /"Kenya"/);
    const { received } = recordInput(driven.phone);
    await driven.refused("REF_STALE", "tap", { target: agree });
    assert.deepEqual(received, []);
    const inDialog = refIn(dialog, /"Kenya"/);
    await driven.did("press_key", { key: "back" });
    assertSame(before, await outline(driven));
    assert.match(await driven.refused("REF_STALE", "tap", { target: inDialog }), /Kenya/);
    assert.match(await driven.did("tap", { target: agree }), /checked/);
  });

  test(`another dialog of the same kind has its own refs (${source})`, async () => {
    await using driven = await start("com.fovea.form");
    const first = await driven.did("tap", { target: 'dropdown "Germany"' });
    await driven.did("press_key", { key: "back" });
    const second = await driven.did("tap", { target: 'dropdown "Germany"' });
    assert.notEqual(refIn(second, /"Kenya"/), refIn(first, /"Kenya"/));
  });

  test(`elements hidden by the keyboard get their refs back when the keyboard closes (${source})`, async () => {
    await using driven = await start("com.fovea.form");
    const before = await outline(driven);
    const [name = ""] = [...before].find(([, words]) => words.startsWith("field")) ?? [];
    await driven.did("tap", { target: name });
    const meanwhile = await outline(driven);
    assert.ok(!meanwhile.has([...before.keys()].at(-1) ?? ""), "the keyboard hides the end of the form");
    await driven.did("press_key", { key: "back" });
    assertSame(before, await outline(driven));
  });

  test(`rows scrolled out and back get their own refs back, and never another row's (${source})`, async () => {
    await using driven = await drive({ ...options, app: "com.android.settings", size: { width: 540, height: 800 } });
    const before = await outline(driven);
    await driven.did("swipe", { direction: "up" });
    const meanwhile = await outline(driven);
    assert.ok(
      [...before.keys()].some((ref) => !meanwhile.has(ref)),
      "some rows are scrolled out",
    );
    sharedRefs(before, meanwhile);
    await driven.did("swipe", { direction: "down" });
    assertSame(before, await outline(driven));
  });

  test(`an app gets its refs back after another one covered it, and not after a restart (${source})`, async () => {
    await using driven = await start("com.fovea.notes");
    const before = await outline(driven);
    await driven.did("press_key", { key: "home" });
    assert.equal(sharedRefs(before, await outline(driven)), 0);
    driven.phone.hooks.open("com.fovea.notes");
    await driven.did("wait_for", { condition: "app com.fovea.notes" });
    assertSame(before, await outline(driven));
    await driven.did("close_app", { package: "com.fovea.notes" });
    await driven.did("open_app", { package: "com.fovea.notes" });
    const reopened = await outline(driven);
    assert.deepEqual([...reopened.values()], [...before.values()]);
    assert.equal(sharedRefs(before, reopened), 0);
  });

  test(`a page gets its refs back after another page of the same app (${source})`, async () => {
    await using driven = await start("com.fovea.notes");
    const before = await outline(driven);
    await driven.did("tap", { target: '"Ideas for the garden"' });
    assert.equal(sharedRefs(before, await outline(driven)), 0);
    await driven.did("press_key", { key: "back" });
    assertSame(before, await outline(driven));
  });

  test(`a rotated screen keeps the refs of its window, and gets all back when it is rotated back (${source})`, async () => {
    await using driven = await start("com.fovea.form");
    const before = await outline(driven);
    driven.phone.hooks.tilt(1);
    await driven.did("wait_for", { condition: '"Full name"' });
    const turned = await outline(driven);
    assert.ok(sharedRefs(before, turned) > 3);
    driven.phone.hooks.tilt(0);
    await driven.did("wait_for", { condition: '"I agree to the terms"' });
    assertSame(before, await outline(driven));
  });
}
