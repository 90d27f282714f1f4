import assert from "node:assert/strict";
import { test } from "node:test";
import { type DoneTouch, gapByEvents } from "../../../src/actions/companion/gap-by-events.js";
import { mayMove, msUntilEventsKnown } from "../../../src/actions/companion/unrest.js";
import { EventLog } from "../../../src/devices/companion/event-log.js";
import type { OnDeviceEvent } from "../../../src/devices/companion/messages.js";
import { elementsOf } from "../../../src/screen/elements.js";
import type { ActiveWindow } from "../../../src/screen/facts.js";
import { assignRefs } from "../../../src/screen/identity.js";
import { at, button, list, page, screenWith, text } from "../../support/build-screen.js";
import type { Screen } from "../../support/screens.js";

const APP = "com.example.app";
const BUTTON = "android.widget.Button";
const WINDOW: ActiveWindow = {
  ...{ package: APP, activity: null, component: null, title: "App", windowId: "live:1", type: "application" },
  ...{ basis: "focus", userId: 0, displayId: 0, app: null },
};

type Reported = Partial<OnDeviceEvent> & Pick<OnDeviceEvent, "type">;

/**
 * A companion that received these events, numbered from 1, each a second after the one before unless it has a time; the
 * observation was at 10 s.
 */
function heard(...reported: readonly Reported[]) {
  const events = new EventLog(0, false);
  for (const [nth, one] of reported.entries()) {
    const usual = { dropped: 0, window: null, package: APP, class: null, changes: 0, text: null };
    events.note({ ...usual, seq: nth + 1, uptimeMs: (nth + 1) * 1_000, ...one });
  }
  return { events, walkedAtMs: 10_000 };
}

/** Two buttons with the same words in a list, and another button. */
function screen() {
  const rows = [at(0, 100, 1000, 200), at(0, 200, 1000, 300)].map((bounds) => button("Delete", { bounds }));
  const found = { ...screenWith(page(list(...rows), button("Pay", { bounds: at(0, 1900, 1000, 2000) }))), ime: null };
  const of = (words: string) => {
    const element = found.elements.find(({ labels }) => labels.includes(words));
    assert.ok(element);
    return { observation: found, element };
  };
  return { deleting: of("Delete"), paying: of("Pay") };
}

const { deleting, paying } = screen();

/** A touch that was sent after event 2 and before event 3. */
function touch(given: Partial<DoneTouch>): DoneTouch {
  const usual = { window: WINDOW, found: deleting, by: "gesture", isTap: true, wasRestless: false } as const;
  return { companion: heard(), checkedSeq: 2, doneSeq: 2, ...usual, ...given };
}

/** The first three events were received before the touch was sent. */
const FOURTH = { checkedSeq: 3, doneSeq: 4 };

const QUIET: readonly Reported[] = [{ type: "content" }, { type: "notification" }];

const CASES: readonly (readonly [what: string, Partial<DoneTouch>, kind: string])[] = [
  ["nothing", { companion: heard(...QUIET) }, "still"],
  ["a change", { companion: heard(...QUIET, { type: "content" }), doneSeq: 3 }, "changed"],
  ["a change after the touch", { companion: heard(...QUIET, { type: "content" }) }, "still"],
  ["windows", { companion: heard(...QUIET, { type: "windows", package: null }), doneSeq: 3 }, "changed"],
  ["a toast", { companion: heard(...QUIET, { type: "notification" }), doneSeq: 3 }, "still"],
  [
    "the status bar",
    { companion: heard(...QUIET, { type: "content", package: "com.android.systemui" }), doneSeq: 3 },
    "still",
  ],
  [
    "the shade",
    { companion: heard(...QUIET, { type: "windows", package: "com.android.systemui" }), doneSeq: 3 },
    "changed",
  ],
  ["an event that was missed", { companion: heard(...QUIET), doneSeq: 3 }, "unknown"],
  [
    "a regular change, after which the target is gone",
    {
      companion: heard(...[7_500, 8_500, 9_500, 10_500].map((uptimeMs) => ({ type: "content", uptimeMs }) as const)),
      ...FOURTH,
    },
    "unknown",
  ],
  [
    "an irregular change",
    {
      companion: heard(...[6_500, 8_500, 9_500, 10_030].map((uptimeMs) => ({ type: "content", uptimeMs }) as const)),
      ...FOURTH,
    },
    "changed",
  ],
  [
    "windows that change regularly",
    {
      companion: heard(...[7_500, 8_500, 9_500, 10_500].map((uptimeMs) => ({ type: "windows", uptimeMs }) as const)),
      ...FOURTH,
    },
    "changed",
  ],
  ["a movement while the touch was planned", { companion: heard(...QUIET), wasRestless: true }, "unknown"],
  [
    "a click on a row with the text of the target",
    { companion: heard(...QUIET, { type: "content" }), doneSeq: 3, by: "click" },
    "changed",
  ],
  [
    "a click on a node that its own text names",
    { companion: heard(...QUIET, { type: "content" }), doneSeq: 3, by: "click", found: paying },
    "still",
  ],
  [
    "a touch on a node that its own text names",
    { companion: heard(...QUIET, { type: "content" }), doneSeq: 3, found: paying },
    "changed",
  ],
  ["a click event of the target", { companion: heard(...QUIET, { type: "clicked", class: BUTTON }) }, "still"],
  [
    "a click event of a view of another class",
    { companion: heard(...QUIET, { type: "clicked", class: "android.widget.Switch" }) },
    "missed",
  ],
  [
    "a click event of a plain view",
    { companion: heard(...QUIET, { type: "clicked", class: "android.view.View" }) },
    "still",
  ],
  [
    "a click event in another app",
    { companion: heard(...QUIET, { type: "clicked", class: BUTTON, package: "com.other" }) },
    "missed",
  ],
  [
    "that click event after a drag",
    { companion: heard(...QUIET, { type: "clicked", class: BUTTON, package: "com.other" }), isTap: false },
    "still",
  ],
];

for (const [what, given, kind] of CASES) {
  test(`gapByEvents judges what happened before a touch from events: ${what} (${kind})`, () => {
    assert.equal(gapByEvents(touch(given), null).kind, kind);
  });
}

/** A page with its own heading and a button; what is the same as on the page before has the same refs. */
function pageOf(heading: string, buttons: readonly string[], before: Screen | null): Screen {
  const rows = buttons.map((words, nth) => button(words, { bounds: at(0, 300 + nth * 100, 1000, 400 + nth * 100) }));
  const { viewHierarchy } = screenWith(page(text(heading, { bounds: at(0, 100, 1000, 200) }), ...rows));
  let last = before?.elements.length ?? 0;
  const next = () => `e${++last}`;
  return { viewHierarchy, elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, before, next) };
}

for (const [what, heading, buttons, kind, kindUnknown] of [
  ["the screen is otherwise unchanged", "Offers", ["Pay"], "still", "still"],
  // The click may have turned the page itself, but an app that just sent an event delays the next one.
  ["its heading is different afterwards", "Donations", ["Pay"], "changed", "unknown"],
  ["another page without it follows", "Donations", ["Thanks"], "changed", "still"],
  ["another node has the same text afterwards", "Offers", ["Pay", "Pay"], "changed", "unknown"],
] as const) {
  test(`gapByEvents judges a click on a node that its own text names, after a change, where ${what} (${kind})`, () => {
    const before = pageOf("Offers", ["Pay"], null);
    const element = before.elements.find(({ labels }) => labels.includes("Pay"));
    assert.ok(element);
    const found = { observation: { ...before, ime: null }, element };
    const clicked = touch({ companion: heard(...QUIET, { type: "content" }), doneSeq: 3, by: "click", found });
    const after = { ...pageOf(heading, buttons, before), activeWindow: WINDOW, ime: null };
    assert.equal(gapByEvents(clicked, after).kind, kind);
    // A delayed event is reported after the click.
    const unknown = { ...clicked, companion: heard(...QUIET), doneSeq: 2, wasRestless: true };
    assert.equal(gapByEvents(unknown, after).kind, kindUnknown);
  });
}

test("gapByEvents doubts a switch that did not turn after a click on a screen where something else keeps changing", () => {
  const screen = pageOf("Offers", ["Pay"], null);
  const element = screen.elements.find(({ labels }) => labels.includes("Pay"));
  assert.ok(element);
  const turned = (checked: boolean) => ({ ...element, checked });
  const found = { observation: { ...screen, ime: null }, element: turned(true) };
  const clicked = touch({ companion: heard(...QUIET), doneSeq: 2, by: "click", found, wasRestless: true });
  const after = (checked: boolean) => {
    const elements = screen.elements.map((one) => (one === element ? turned(checked) : one));
    return { ...screen, elements, activeWindow: WINDOW, ime: null };
  };
  assert.equal(gapByEvents(clicked, after(true)).kind, "unknown");
  assert.equal(gapByEvents(clicked, after(false)).kind, "still");
});

test("msUntilEventsKnown is 0 at 100 ms after the connection was made, or once the app reported an event", () => {
  const unheard = (heardForMs: number, ...reported: readonly Reported[]) =>
    msUntilEventsKnown({ ...heard(...reported), heardForMs }, WINDOW);
  assert.equal(unheard(0), 100);
  assert.equal(unheard(30), 70);
  assert.equal(unheard(100), 0);
  assert.equal(unheard(0, { type: "content" }), 0);
  assert.equal(unheard(0, { type: "content", package: "com.android.systemui" }), 100);
});

test("mayMove counts events of the last 100 ms before the observation, and ignores events of the status bar", () => {
  const moves = (...reported: readonly Reported[]) => mayMove(heard(...reported), WINDOW, reported.length);
  assert.equal(moves({ type: "content", uptimeMs: 9_800 }), false);
  assert.equal(moves({ type: "content", uptimeMs: 9_950 }), true);
  assert.equal(moves({ type: "notification", uptimeMs: 9_950 }), false);
  assert.equal(moves({ type: "content", uptimeMs: 9_950, package: "com.android.systemui" }), false);
  assert.equal(mayMove(heard({ type: "content", uptimeMs: 9_800 }), WINDOW, 0), true);
});
