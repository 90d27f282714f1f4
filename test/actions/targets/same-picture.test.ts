import assert from "node:assert/strict";
import { test } from "node:test";
import type { IconName } from "../../../packages/virtual-android/src/draw/icons.js";
import { pollUntil } from "../../../src/base/signals.js";
import type { UiElement } from "../../../src/screen/element.js";
import { bitsApart } from "../../../src/screen/fingerprint.js";
import { storedSelectorsOf } from "../../../src/screen/stored-selector.js";
import { useCompanions } from "../../support/companion-ways.js";
import { type Driven, drive } from "../../support/drive.js";
import { ICON_APP, type IconApp, iconApp } from "../../support/icon-app.js";
import type { ProductOptions } from "../../support/product.js";

const ICONS: readonly IconName[] = ["edit", "trash", "share", "star"];

interface Editor extends AsyncDisposable {
  readonly app: IconApp;
  readonly driven: Driven;
}

async function editor(options: ProductOptions = {}): Promise<Editor> {
  const app = iconApp(ICONS);
  const driven = await drive({ app: ICON_APP, moreApps: () => [app.make()], ...options });
  return { app, driven, [Symbol.asyncDispose]: () => driven[Symbol.asyncDispose]() };
}

/** The icons as Fovea saw them last, from left to right. */
async function iconsSeen({ driven }: Editor): Promise<readonly UiElement[]> {
  const { lastObservation } = await driven.product.session();
  return (lastObservation?.elements ?? []).filter(({ role, labels }) => role === "button" && labels.length === 0);
}

async function tapIcon({ driven, app }: Editor, target: string): Promise<{ on: readonly IconName[]; text: string }> {
  const before = app.tapped.length;
  const { text } = await driven.mcp.call("tap", { target });
  return { on: app.tapped.slice(before), text };
}

test("each icon without text has its own fingerprint", async () => {
  await using opened = await editor();
  await opened.driven.did("observe");
  const prints = (await iconsSeen(opened)).map(({ fingerprint }) => fingerprint);
  assert.equal(prints.length, ICONS.length);
  for (const [at, print] of prints.entries()) {
    assert.ok(print !== null, ICONS[at]);
    for (const other of prints.slice(at + 1)) assert.ok(bitsApart(print, other ?? "") > 20);
  }
});

const CHANGES: Readonly<Record<string, readonly IconName[]>> = {
  "put in reverse order": ["star", "share", "trash", "edit"],
  "moved by one place": ["trash", "share", "star", "edit"],
  "with another icon in front": ["play", "edit", "trash", "share"],
  "without its first icon": ["trash", "share", "star"],
  "with its second icon replaced": ["edit", "play", "share", "star"],
  "all replaced": ["play", "mail", "lock", "heart"],
};

for (const [what, icons] of Object.entries(CHANGES)) {
  test(`in a toolbar ${what} between observation and tap, tap touches the intended icon or nothing`, async () => {
    await using opened = await editor();
    for (const [place, wanted] of ICONS.entries()) {
      opened.app.show(ICONS);
      await opened.driven.did("observe", { fresh: true });
      const ref = (await iconsSeen(opened))[place]?.ref ?? "";
      opened.app.show(icons);
      const { on, text } = await tapIcon(opened, ref);
      if (on.length === 0) assert.match(text, /^REF_STALE: /, wanted);
      else assert.deepEqual(on, [wanted]);
      if (!icons.includes(wanted)) assert.deepEqual(on, [], wanted);
    }
  });
}

test("with the companion, tap touches an icon as it looked in the screenshot, or nothing", async () => {
  await using opened = await editor({ apiLevel: 34, onDevice: "enabled", link: useCompanions() });
  const seen = async () => {
    await opened.driven.did("observe", { fresh: true, image: true });
    const icons = await iconsSeen(opened);
    return icons.length > 0 && icons.every(({ fingerprint }) => fingerprint !== null) ? icons : undefined;
  };
  for (const [place, wanted] of ICONS.entries()) {
    for (const icons of [ICONS, ...Object.values(CHANGES)]) {
      opened.app.show(ICONS);
      const shown = await pollUntil(seen, 20, AbortSignal.timeout(60_000));
      opened.app.show(icons);
      const { on, text } = await tapIcon(opened, shown[place]?.ref ?? "");
      if (on.length === 0) assert.match(text, /^REF_STALE: /, wanted);
      else assert.deepEqual(on, [wanted]);
      if (icons === ICONS) assert.deepEqual(on, [wanted]);
    }
  }
});

test("tap refuses a button without text whose icon changed under the same id, even after another observation", async () => {
  const app = iconApp(["edit"], { id: "action" });
  await using driven = await drive({ app: ICON_APP, moreApps: () => [app.make()] });
  const opened: Editor = { app, driven, [Symbol.asyncDispose]: async () => {} };
  await driven.did("observe");
  const ref = (await iconsSeen(opened))[0]?.ref ?? "";
  app.show(["trash"]);
  const before = await tapIcon(opened, ref);
  assert.match(before.text, /^REF_CHANGED: e\d+ was button and means something else now/);
  const [bin] = await iconsSeen(opened);
  assert.deepEqual(bin?.was, [ref]);
  assert.deepEqual((await tapIcon(opened, bin?.ref ?? "")).on, ["trash"]);
  assert.deepEqual(before.on, []);
});

test("tap touches an icon that stayed the same, even after another part of the screen changed", async () => {
  await using opened = await editor();
  for (const [place, wanted] of ICONS.slice(0, 2).entries()) {
    opened.app.show(ICONS);
    await opened.driven.did("observe", { fresh: true });
    const ref = (await iconsSeen(opened))[place]?.ref ?? "";
    opened.app.show([...ICONS, "heart"]);
    assert.deepEqual((await tapIcon(opened, ref)).on, [wanted]);
  }
});

const OTHER_LINES = ["Final", "Chapter two", "It was late", "The end"];

test("tap notices a change that came after the screenshot, while the hierarchy was read", async () => {
  await using opened = await editor();
  const { phone } = opened.driven;
  const windows = phone.accessibilityWindows;
  for (const wanted of [0, 1, 2, 3]) {
    opened.app.show(ICONS);
    await opened.driven.did("observe", { fresh: true });
    const ref = (await iconsSeen(opened))[wanted]?.ref ?? "";
    opened.app.show(ICONS, OTHER_LINES); // so that a quick check is not enough
    phone.accessibilityWindows = () => {
      phone.accessibilityWindows = windows;
      opened.app.show(["star", "share", "trash", "edit"], OTHER_LINES);
      return windows.call(phone);
    };
    const { on, text } = await tapIcon(opened, ref);
    phone.accessibilityWindows = windows;
    if (on.length === 0) assert.match(text, /^REF_STALE: /);
    else assert.deepEqual(on, [ICONS[wanted]]);
  }
});

test("a stored icon is found at another place, which is reported, and not where another icon replaced it", async () => {
  await using opened = await editor();
  await opened.driven.did("observe");
  const { lastObservation } = await opened.driven.product.session();
  assert.ok(lastObservation);
  const trash = (await iconsSeen(opened))[1];
  const stored =
    storedSelectorsOf(lastObservation)[lastObservation.elements.findIndex(({ ref }) => ref === trash?.ref)];
  opened.app.show(["star", "share", "edit", "trash"]);
  const { on, text } = await tapIcon(opened, JSON.stringify(stored));
  assert.deepEqual(on, ["trash"]);
  assert.match(text, /healed: the stored element is e\d+ button .*other .*place/);
  opened.app.show(["edit", "play", "share", "star"]);
  const gone = await tapIcon(opened, JSON.stringify(stored));
  assert.deepEqual(gone.on, []);
  assert.match(gone.text, /^ELEMENT_NOT_FOUND: .*other fingerprint/);
});
