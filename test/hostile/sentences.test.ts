import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { startNotes } from "../../src/actions/apps/apps.js";
import { verdictOf } from "../../src/actions/verdict.js";
import { plainOrQuoted } from "../../src/base/printable.js";
import { windowName } from "../../src/observe/companion/window-errors.js";
import type { ActiveWindow } from "../../src/screen/facts.js";
import { renderHeader } from "../../src/screen/header.js";
import { nameOrQuoted } from "../../src/screen/label.js";
import type { Observation } from "../../src/screen/observation.js";
import { nameElement, renderOutline } from "../../src/screen/outline.js";
import { settledLines } from "../../src/screen/settled.js";
import { renderDevice } from "../../src/tools/list-devices.js";
import { assertAppTextIsQuoted, IMITATIONS } from "../support/app-text-is-quoted.js";
import { button, page, screenWith } from "../support/build-screen.js";
import { startDirectPhone } from "../support/direct-phone.js";
import { fuzz } from "../support/fuzz.js";
import { MARK } from "../support/hostile-app.js";
import { hostileText } from "../support/hostile-text.js";
import { connectMcp } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

/* Texts of apps and devices that no virtual app can produce: titles of windows, classes of events, errors of `am`. */

const imitation = fc.oneof(
  fc.constantFrom(...IMITATIONS),
  fc.tuple(hostileText, hostileText).map(([before, after]) => `${before}${MARK} !${after}`),
);
const types: readonly ActiveWindow["type"][] = [
  "application",
  "system",
  "overlay",
  "popup",
  "crashDialog",
  "anrDialog",
];

function withFront(observation: Observation, title: string, type: ActiveWindow["type"]): Observation {
  const { activeWindow } = observation;
  assert.ok(activeWindow);
  const front = { ...activeWindow, title, type, component: null, activity: null, windowId: "1", app: null };
  return { ...observation, activeWindow: front };
}

test("the title of a window is quoted in one line wherever it is reported", async () => {
  await using direct = await startDirectPhone({ app: "com.fovea.form" });
  const before = await direct.observe();
  const property = fc.property(imitation, fc.constantFrom(...types), (title, type) => {
    const after = withFront(before, title, type);
    const header = renderHeader({ ...after, errors: [] });
    assertAppTextIsQuoted(header, "header");
    assert.equal(header.split("\n").length, 1);
    const acted = { before, after, picture: null, isFresh: true, asksFor: [] };
    for (const opens of [null, "com.example.other"]) {
      const { kind, evidence } = verdictOf({ ...acted, opens });
      assertAppTextIsQuoted(`${kind}: ${evidence.join(", ")}`, "verdict");
    }
    assertAppTextIsQuoted(startNotes("", "com.example.other", after).join("\n"), "notes");
  });
  fc.assert(property, fuzz(100));
});

test("an error with text of the device is one line of the header, and only some of many are shown", async () => {
  await using direct = await startDirectPhone({ app: "com.fovea.form" });
  const observation = await direct.observe();
  const errorWith = (message: string) => ({ probe: "hierarchy", code: "TIMEOUT", message }) as const;
  const property = fc.property(fc.array(imitation, { maxLength: 4 }), (messages) => {
    const header = renderHeader({ ...observation, errors: messages.map(errorWith) });
    assert.equal(header.split("\n").length, 1 + messages.length);
    for (const line of header.split("\n").slice(1)) assert.match(line, /^! TIMEOUT /);
  });
  fc.assert(property, fuzz(50));
  const many = Array.from({ length: 5_000 }, () => errorWith("x".repeat(100_000)));
  assert.ok(renderHeader({ ...observation, errors: many }).length < 30_000);
});

test("toasts are quoted and shortened, and only the last ones are shown", () => {
  const settled = { isQuiet: true, signals: [], reaction: null, waitedMs: 1, restless: null };
  const property = fc.property(fc.array(imitation, { maxLength: 8 }), (toasts) => {
    const lines = settledLines({ ...settled, toasts });
    assertAppTextIsQuoted(lines.join("\n"), "toasts");
    for (const line of lines) assert.match(line, /^toast "/);
  });
  fc.assert(property, fuzz(100));
  const flood = Array.from({ length: 1_000 }, () => "y".repeat(100_000));
  assert.ok(settledLines({ ...settled, toasts: flood }).join("\n").length < 2_000);
});

test("the windows of the companion are named in quotes", () => {
  const named = (title: string) => windowName({ title, content: null, type: "application" });
  fc.assert(
    fc.property(imitation, (title) => void assertAppTextIsQuoted(named(title), "window")),
    fuzz(100),
  );
});

test("a name without quotes cannot be taken for anything else", () => {
  for (const plain of ["com.example.app", "a:id/b", "com.x/.Main", "A$B"]) assert.equal(nameOrQuoted(plain), plain);
  for (const plain of ["emulator-5554", "127.0.0.1:5555", "Pixel 6", "adb-X (2)._adb-tls-connect._tcp"]) {
    assert.equal(plainOrQuoted(plain), plain);
  }
  const property = fc.property(imitation, (name) => {
    assertAppTextIsQuoted(nameOrQuoted(name), "name");
    assertAppTextIsQuoted(plainOrQuoted(name), "name of a device");
    assert.ok(!plainOrQuoted(name).includes("\n"));
  });
  fc.assert(property, fuzz(200));
  assert.ok(nameOrQuoted("a".repeat(100_000)).length < 300);
  assert.ok(plainOrQuoted("a".repeat(100_000)).length < 400);
});

test("no class, id or package of an app reads like a state or a role of Fovea", () => {
  for (const word of ["checked", "disabled", "e12", "button"]) {
    const screen = screenWith(page(button("Save", { class: word, "resource-id": `a:id/${word}`, package: "p" })));
    const outline = renderOutline(screen, {
      maxChars: 10_000,
      systemBars: false,
      within: null,
      details: ["ids", "classes"],
    });
    assert.match(outline, new RegExp(`id/${word} "${word}"$`, "m"));
  }
});

test("nameElement is short, whatever the element says", () => {
  const long = "z".repeat(100_000);
  const { elements } = screenWith(page(button(long, { "content-desc": long, hint: long })));
  for (const element of elements) assert.ok(nameElement({ ...element, value: long, error: long }).length < 2_000);
});

test("names of a hostile device make no lines in the list of devices", () => {
  const entry = {
    state: "device",
    stateText: "device",
    booted: true,
    apiLevel: 33,
    connection: "usb",
    hardwareSerial: null,
    transportId: null,
    otherSerials: [],
    problem: null,
    product: null,
    allowed: true,
    hints: [],
  } as const;
  const property = fc.property(imitation, imitation, (serial, model) => {
    const line = renderDevice({ ...entry, serial, model, otherSerials: [model] });
    assert.ok(!line.includes("\n"));
    assertAppTextIsQuoted(line, "device");
  });
  fc.assert(property, fuzz(100));
});

const COMPLAINING = [
  ["^am start", "open_app", { package: "com.fovea.form" }],
  ["keyevent", "press_key", { key: "tab" }],
  ["^dumpsys.* gfxinfo", "observe", { frame_stats: "read" }],
  ["^dumpsys.* window", "observe", {}],
  ["^uiautomator", "observe", { fresh: true }],
  ["screencap", "screenshot", {}],
  ["^(pm|cmd package)", "list_apps", {}],
  ["^am force-stop", "close_app", { package: "com.fovea.form" }],
] as const;

test("error output of device programs is quoted, and makes no line of its own", async () => {
  await using product = await startProduct({ app: "com.fovea.form", speed: 50 });
  await using mcp = await connectMcp(product);
  for (const [command, tool, args] of COMPLAINING) {
    const stderr = `Error: ${IMITATIONS.slice(0, 8).join("\n")}`;
    product.device.faults.set([{ command, fault: { kind: "fail", status: 1, stderr } }]);
    const { text } = await mcp.call(tool, args);
    assert.ok(assertAppTextIsQuoted(text, `${tool} where ${command} fails`) > 0, `${command} is not reported: ${text}`);
  }
});
