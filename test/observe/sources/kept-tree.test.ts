import assert from "node:assert/strict";
import { test } from "node:test";
import type { VirtualPhoneOptions } from "../../../packages/virtual-android/src/start-virtual-phone.js";
import { locate } from "../../../src/actions/targets/locate.js";
import { readLimits } from "../../../src/hierarchy-cache/limits.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../../src/observe/observe-request.js";
import { renderHeader } from "../../../src/screen/header.js";
import type { CacheReport, Observation } from "../../../src/screen/observation.js";
import { parseElement } from "../../../src/screen/selector.js";
import type { TileGrid } from "../../../src/screen/tiles.js";
import { Session } from "../../../src/session/session.js";
import { type DirectPhone, startDirectPhone } from "../../support/direct-phone.js";
import { never } from "../../support/never.js";

const SMALL = { size: { width: 420, height: 1_000 }, density: 160 } as const;
const TILE = { policy: "tile", limits: readLimits([]) } as const;

async function phoneWith(options: VirtualPhoneOptions, cache: Parameters<typeof startDirectPhone>[1] = TILE) {
  return await startDirectPhone({ ...SMALL, ...options }, cache);
}

/** As the tool observes where no fresh hierarchy is requested. */
async function quickCheckAt(phone: DirectPhone): Promise<Observation> {
  return await phone.observe({ fresh: false, screenshot: "unlessLive" });
}

async function dump(phone: DirectPhone): Promise<Observation> {
  return await phone.observe({ fresh: true, screenshot: false });
}

function reportOf({ parts }: Observation): CacheReport {
  const report = parts.hierarchy?.cache;
  assert.ok(report, "the cache was not used");
  return report;
}

/** Observes until the hierarchy is cached, and once more, when the cached one has to be returned. */
async function learn(phone: DirectPhone): Promise<void> {
  const first = await quickCheckAt(phone);
  assert.deepEqual([reportOf(first).kept, reportOf(first).notKept], [true, null]);
  const again = await quickCheckAt(phone);
  assert.equal(again.hierarchySource, "uiautomator-cache");
}

for (const apiLevel of [24, 28, 29, 30, 33, 36]) {
  test(`an unchanged screen gives its cached hierarchy, with its age and its source (API ${apiLevel})`, async () => {
    await using phone = await phoneWith({ app: "com.android.settings", apiLevel });
    const first = await quickCheckAt(phone);
    assert.equal(first.hierarchySource, "uiautomator");
    assert.deepEqual(
      { ...reportOf(first), why: "" },
      {
        policy: "tile",
        outcome: "miss",
        why: "",
        kept: true,
        notKept: null,
        hits: 0,
        misses: 1,
      },
    );
    await phone.time.pass(5_000);
    const again = await quickCheckAt(phone);
    assert.equal(again.hierarchySource, "uiautomator-cache");
    assert.deepEqual(again.viewHierarchy, first.viewHierarchy);
    const { basis, ageMs, sideEffect, cache } = again.parts.hierarchy ?? {};
    assert.deepEqual([basis, sideEffect], ["pixels", null]);
    assert.deepEqual(cache, {
      policy: "tile",
      outcome: "hit",
      why: null,
      kept: false,
      notKept: null,
      hits: 1,
      misses: 1,
    });
    assert.ok(ageMs !== null && ageMs !== undefined && ageMs > (first.parts.hierarchy?.ageMs ?? 0));
    assert.deepEqual(
      again.elements.map(({ ref }) => ref),
      first.elements.map(({ ref }) => ref),
      "the refs stay the same",
    );
  });
}

interface Change {
  readonly name: string;
  readonly app: string;
  readonly options?: VirtualPhoneOptions;
  readonly prepare?: (phone: DirectPhone) => void;
  readonly change: (phone: DirectPhone) => void;
  readonly isHit?: boolean;
}

const FORM = "com.fovea.form";
const SETTINGS = "com.android.settings";

const CHANGES: readonly Change[] = [
  { name: "a checkbox", app: FORM, change: ({ phone }) => phone.hooks.tap("I agree to the terms") },
  { name: "a radio button", app: FORM, change: ({ phone }) => phone.hooks.tap("Plus") },
  { name: "an error in a field and a toast", app: FORM, change: ({ phone }) => phone.hooks.tap("Create account") },
  { name: "the keyboard", app: FORM, change: ({ phone }) => phone.hooks.tap("Given and family name") },
  {
    name: "a letter in a field",
    app: FORM,
    prepare: ({ phone }) => phone.hooks.tap("Given and family name"),
    change: ({ phone }) => phone.typeText("a"),
  },
  { name: "a menu", app: FORM, change: ({ phone }) => phone.hooks.tap("Germany") },
  { name: "a date picker", app: FORM, change: ({ phone }) => phone.hooks.tap("Not set") },
  {
    name: "a switch",
    app: SETTINGS,
    prepare: ({ phone }) => phone.hooks.tap("Network & internet"),
    change: ({ phone }) => phone.hooks.tap("Airplane mode"),
  },
  { name: "a heart", app: "com.fovea.player", change: ({ phone }) => phone.hooks.tap("Add to favourites") },
  { name: "another track", app: "com.fovea.player", change: ({ phone }) => phone.hooks.tap("Next") },
  { name: "a marked cell", app: "com.fovea.stress", change: ({ phone }) => phone.hooks.tap("Cell 7") },
  { name: "another section", app: "com.fovea.world", change: ({ phone }) => phone.hooks.tap("Numbers") },
  { name: "large letters", app: "com.fovea.world", change: ({ phone }) => phone.hooks.tap("Big letters") },
  { name: "a toast", app: SETTINGS, change: ({ phone }) => phone.hooks.showToast("Saved") },
  {
    name: "a notification",
    app: SETTINGS,
    change: ({ phone }) => phone.hooks.notify({ app: "Mail", symbol: "mail", title: "Abc", text: "Hi" }),
  },
  { name: "the shade", app: SETTINGS, change: ({ phone }) => phone.setShade("notifications") },
  { name: "the rotation", app: SETTINGS, change: ({ phone }) => phone.setRotation("lock", 1) },
  { name: "the dark theme", app: SETTINGS, change: ({ phone }) => phone.putSetting("secure", "ui_night_mode", "2") },
  { name: "the font scale", app: SETTINGS, change: ({ phone }) => phone.putSetting("system", "font_scale", "1.15") },
  { name: "the density", app: SETTINGS, change: ({ phone }) => phone.setDensityOverride(200) },
  { name: "the size", app: SETTINGS, change: ({ phone }) => phone.setSizeOverride({ width: 500, height: 1_100 }) },
  { name: "a crash", app: FORM, change: ({ phone }) => phone.hooks.crashApp(FORM) },
  { name: "another app", app: FORM, change: ({ phone }) => phone.hooks.open("com.fovea.notes") },
  { name: "a reboot", app: SETTINGS, change: ({ phone }) => phone.reboot(0) },
  { name: "the battery", app: SETTINGS, change: ({ phone }) => phone.hooks.setBattery(17, false), isHit: true },
];

for (const { name, app, options = {}, prepare, change, isHit } of CHANGES) {
  test(`${name}: the reported hierarchy equals what uiautomator reads at that time`, async () => {
    await using phone = await phoneWith({ app, ...options });
    prepare?.(phone);
    await phone.time.pass(2_000);
    await quickCheckAt(phone);
    change(phone);
    await phone.time.pass(1_000);
    const reported = await quickCheckAt(phone);
    const truth = await dump(phone);
    assert.deepEqual(reported.viewHierarchy, truth.viewHierarchy);
    if (isHit !== undefined) assert.equal(reported.hierarchySource === "uiautomator-cache", isHit);
  });
}

test("on an unchanged screen hours of clock and battery changes cause no dump", async () => {
  for (const app of [SETTINGS, "com.fovea.world"]) {
    await using phone = await phoneWith({ app });
    phone.phone.putSetting("system", "screen_off_timeout", "86400000");
    await learn(phone);
    for (let i = 0; i < 40; i++) {
      phone.phone.hooks.setBattery((i * 37) % 101, i % 5 === 0);
      await phone.time.pass(3 * 60_000);
      await quickCheckAt(phone);
    }
    const tally = phone.session.cache?.tallyOf(phone.session.device.serial);
    assert.deepEqual(tally, { hits: 41, misses: 1 }, app);
  }
});

test("fresh forces a dump, and the cached hierarchy of that screen is not used again", async () => {
  await using phone = await phoneWith({ app: SETTINGS });
  await learn(phone);
  const forced = await phone.observe({ fresh: "forced", screenshot: true });
  assert.equal(forced.hierarchySource, "uiautomator");
  assert.equal(forced.parts.hierarchy?.cache, undefined);
  assert.equal((await quickCheckAt(phone)).hierarchySource, "uiautomator");
  assert.equal((await quickCheckAt(phone)).hierarchySource, "uiautomator-cache");
});

test("a secure window and a screen that never stops changing are never cached", async () => {
  for (const [app, words] of [
    ["com.fovea.vault", /black/],
    ["com.fovea.game", /changed meanwhile|never became stable|no hierarchy/],
  ] as const) {
    await using phone = await phoneWith({ app });
    for (let i = 0; i < 2; i++) {
      const seen = await quickCheckAt(phone);
      assert.notEqual(seen.hierarchySource, "uiautomator-cache");
      assert.match(reportOf(seen).notKept ?? "", words);
    }
  }
});

test("a screen that changes while its hierarchy is read is not cached", async () => {
  await using phone = await phoneWith({ app: FORM });
  const look = quickCheckAt(phone);
  phone.phone.hooks.after(900, () => phone.phone.hooks.tap("I agree to the terms"));
  const report = reportOf(await look);
  assert.deepEqual([report.kept, report.notKept], [false, "the screen changed meanwhile"]);
});

test("a hierarchy cached with a loose policy is read again before a touch where its screenshot differed", async () => {
  await using phone = await phoneWith({ app: FORM }, { policy: "ratio", limits: readLimits([]) });
  await learn(phone);
  phone.phone.hooks.tap("I agree to the terms");
  await phone.time.pass(1_000);
  const stale = await quickCheckAt(phone);
  const box = stale.elements.find(({ role }) => role === "checkbox");
  assert.deepEqual([stale.hierarchySource, box?.checked], ["uiautomator-cache", false], "the policy is loose");
  const locateBox = (ref: string) => phone.time.during(locate(phone.session, [parseElement(ref)], never()));
  await assert.rejects(locateBox(box?.ref ?? ""), { code: "REF_CHANGED", message: /"I agree to the terms" checked;/ });
  const read = phone.session.lastObservation;
  assert.equal(read?.hierarchySource, "uiautomator");
  const isNow = read.elements.find(({ role }) => role === "checkbox");
  assert.deepEqual([isNow?.checked, isNow?.was], [true, [box?.ref]]);
  const [located] = await locateBox(isNow?.ref ?? "");
  assert.equal(located?.element?.checked, true);
});

test("equal pixels do not confirm an older hierarchy once the same screen had a different one", async () => {
  await using phone = await phoneWith({ app: SETTINGS });
  await learn(phone);
  const { session } = phone;
  const last = session.lastObservation;
  const grid = last && session.pixels.of(last);
  assert.ok(last?.viewHierarchy && grid);
  const later = (observationId: string): Observation => {
    const nodes = last.viewHierarchy?.nodes.map((node) => ({ ...node, contentDescription: "another" })) ?? [];
    const viewHierarchy = last.viewHierarchy && { ...last.viewHierarchy, nodes };
    return { ...last, observationId, viewHierarchy, hierarchySource: "uiautomator" };
  };
  const sourceAfter = async (observation: Observation, tiles: TileGrid | null) => {
    session.remember(observation, () => "");
    if (tiles) session.pixels.note(observation, tiles);
    return (await quickCheckAt(phone)).hierarchySource;
  };
  const other = { ...grid, hashes: grid.hashes.map((hash) => hash ^ 1) };
  assert.equal(await sourceAfter(later("x1"), other), "uiautomator-cache", "the screen was different then");
  assert.equal(await sourceAfter(later("x2"), null), "uiautomator", "the screen of that time is unknown");
  assert.equal((await quickCheckAt(phone)).hierarchySource, "uiautomator-cache");
  assert.equal(await sourceAfter(later("x3"), grid), "uiautomator", "the screen was the same");
  const same = { ...last, viewHierarchy: structuredClone(last.viewHierarchy), observationId: "x4" };
  assert.equal(await sourceAfter(same, null), "uiautomator-cache", "the hierarchy was the same");
});

test("a field with text being typed is read by uiautomator, never from the cache", async () => {
  await using phone = await phoneWith({ app: FORM });
  await learn(phone);
  for (const request of [OBSERVE_TREE, { ...OBSERVE_TREE, screenshot: "unlessLive" }] as const) {
    const seen = await phone.observe(request);
    assert.equal(seen.hierarchySource, "uiautomator");
  }
});

test("the header says that the hierarchy is cached, by which policy, and its age", async () => {
  await using phone = await phoneWith({ app: SETTINGS });
  await learn(phone);
  assert.match(renderHeader(await quickCheckAt(phone)), / \| uiautomator-cache, kept by tile, tree \d+ ms old$/);
});

test("a phone never gets the cached hierarchy of another phone with the same screen, and both share one memory limit", async () => {
  await using first = await phoneWith({ app: SETTINGS });
  await using second = await phoneWith({ app: SETTINGS, serialNumber: "ANOTHER1" });
  await learn(first);
  const cache = first.session.cache;
  assert.ok(cache);
  const own = first.session.device;
  const session = new Session(second.session.device, { nextRef: () => "e1", nextObservationId: () => "o1" }, { cache });
  const { observation } = await second.time.during(
    observe(session, { ...OBSERVE_TREE, fresh: false, screenshot: "unlessLive" }, never()),
  );
  assert.notEqual(own.serial, session.device.serial);
  assert.equal(observation.hierarchySource, "uiautomator");
  assert.equal(cache.size.screens, 2);
});
