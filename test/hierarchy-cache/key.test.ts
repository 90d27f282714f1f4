import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { type ScreenFacts, screenKey } from "../../src/hierarchy-cache/key.js";

const WINDOW = {
  package: "com.example",
  activity: "com.example.Main",
  component: "com.example/.Main",
  title: "com.example/com.example.Main",
  type: "application",
  windowId: "1a2b",
  userId: 0,
  displayId: 0,
  app: null,
  basis: "focus",
} as const;

const FACTS: ScreenFacts = {
  serial: "emulator-5554",
  bootId: "boot",
  displayId: 0,
  screenSize: { width: 1080, height: 2400 },
  density: 420,
  rotation: 0,
  activeWindow: WINDOW,
  ime: { visible: false, frame: null, inputMethod: null },
  power: { interactive: true, wakefulness: "Awake", displayState: "ON" },
};

const OTHERS: Readonly<Record<string, Partial<ScreenFacts>>> = {
  device: { serial: "emulator-5556" },
  boot: { bootId: "another" },
  package: { activeWindow: { ...WINDOW, package: "com.other" } },
  activity: { activeWindow: { ...WINDOW, activity: "com.example.Other" } },
  "title, as of a dialog of the activity": { activeWindow: { ...WINDOW, title: "Dialog" } },
  user: { activeWindow: { ...WINDOW, userId: 10 } },
  rotation: { rotation: 2 },
  size: { screenSize: { width: 1080, height: 2340 } },
  density: { density: 440 },
  keyboard: { ime: { visible: true, frame: null, inputMethod: null } },
};

for (const [name, change] of Object.entries(OTHERS)) {
  test(`screenKey differs for another ${name}`, () => {
    assert.notDeepEqual(screenKey({ ...FACTS, ...change }), screenKey(FACTS));
    assert.equal(typeof screenKey({ ...FACTS, ...change }), "object");
  });
}

test("screenKey is equal for the same activity in a new window", () => {
  assert.deepEqual(screenKey({ ...FACTS, activeWindow: { ...WINDOW, windowId: "9f9f" } }), screenKey(FACTS));
});

test("screenKey gives a reason and no key where a fact is missing or the screenshot may show something else", () => {
  const doubts: readonly (readonly [Partial<ScreenFacts>, RegExp])[] = [
    [{ bootId: null }, /boot/],
    [{ displayId: null }, /display is not known/],
    [{ displayId: 2 }, /not the default display/],
    [{ screenSize: null }, /size/],
    [{ density: null }, /density/],
    [{ rotation: null }, /rotation/],
    [{ activeWindow: null }, /window in front/],
    [{ activeWindow: { ...WINDOW, package: null } }, /window in front/],
    [{ activeWindow: { ...WINDOW, basis: "focusedApp" } }, /focus/],
    [{ ime: null }, /keyboard/],
    [{ ime: { visible: null, frame: null, inputMethod: null } }, /keyboard/],
    [{ power: { interactive: false, wakefulness: "Asleep", displayState: "OFF" } }, /screen is off/],
  ];
  for (const [change, words] of doubts) assert.match(inspect(screenKey({ ...FACTS, ...change })), words);
});
