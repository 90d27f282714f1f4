import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../../src/base/errors.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_TREE, type ObserveRequest } from "../../../src/observe/observe-request.js";
import type { Observation } from "../../../src/screen/observation.js";
import { renderScreen } from "../../../src/screen/screen-text.js";
import { Session } from "../../../src/session/session.js";
import { type Answers, FakeCompanion, fakeEpoch, socketsOnly } from "../../support/fake-companion.js";
import { fakeDisplay, fakeSnapshot, fakeTree, fakeWindow } from "../../support/fake-snapshot.js";
import { never } from "../../support/never.js";

const IDLE = { idle: true, reacted: null, waitedMs: 1, quietMs: 1, seq: 0 };

/** A session with a companion that the test simulates; the device has no other services. */
function sessionWith(answers: Answers) {
  const companion = new FakeCompanion({ waitIdle: () => IDLE, ...answers });
  let [refs, observations] = [0, 0];
  const ids = { nextRef: () => `e${++refs}`, nextObservationId: () => `o${++observations}` };
  const ways = {
    serviceEpoch: async () => fakeEpoch(),
    requireOurs: async () => {},
    shellEpoch: async () => null,
    findShellHost: async () => ({ epoch: null, busy: null }),
    startShellHost: () => Promise.reject(new FoveaError("UNSUPPORTED_ON_DEVICE", "none")),
  };
  const device = socketsOnly(() => companion);
  const session = new Session(device, ids, { link: { ways, companion: "service", preference: "auto" } });
  const look = async (request: Partial<ObserveRequest> = {}) =>
    (await observe(session, { ...OBSERVE_TREE, ...request }, never())).observation;
  return { companion, session, look };
}

/** The errors about the hierarchy and about the whole observation. */
function saidOf({ errors }: Observation): readonly string[] {
  return errors
    .filter(({ probe, code }) => (probe === "hierarchy" || probe === "observe") && code !== "FACT_UNKNOWN")
    .map(({ code, message }) => `${code} ${message}`);
}

test("a moving screen is read once more, and what still moves is reported", async () => {
  const { look, companion, session } = sessionWith({
    snapshot: () => {
      const seq = companion.seq;
      companion.event("content", { window: 5 });
      return fakeSnapshot({ seq, eventsDuring: 1 });
    },
  });
  const seen = await look();
  session.close();
  const snapshots = companion.asked.filter(({ method }) => method === "snapshot");
  assert.equal(snapshots.length, 2);
  assert.match(saidOf(seen).join("; "), /^SCREEN_MOVING something kept changing while the 2 nodes were read/);
  assert.ok(seen.errors.some(({ code }) => code === "SCREEN_MOVING"));
  assert.equal(seen.hierarchySource, "a11y-service");
});

test("windows that open and close during a reading make it inconsistent, even where their events were lost", async () => {
  for (const isLost of [false, true]) {
    const { look, companion, session } = sessionWith({
      snapshot: () => {
        const seq = companion.seq;
        if (!isLost) companion.event("windows");
        return fakeSnapshot({ seq, eventsDuring: 1 });
      },
    });
    const seen = await look();
    session.close();
    assert.deepEqual(
      saidOf(seen).map((said) => said.split(" ")[0]),
      ["TORN_OBSERVATION"],
    );
  }
});

test("a window without the focus is read once more, and used as it is where it never gains the focus", async () => {
  for (const gainsAt of [2, Number.POSITIVE_INFINITY]) {
    let reads = 0;
    const { look, companion, session } = sessionWith({
      snapshot: () => {
        reads += 1;
        const focused = reads >= gainsAt;
        return fakeSnapshot({ windows: [fakeWindow({ focused })] }, { focusedWindow: focused ? 5 : null });
      },
    });
    const seen = await look();
    session.close();
    assert.equal(companion.asked.filter(({ method }) => method === "snapshot").length, 2);
    assert.equal(companion.asked.filter(({ method }) => method === "waitIdle").length, 1);
    assert.deepEqual([seen.hierarchySource, saidOf(seen)], ["a11y-service", []]);
  }
});

test("a notification during a reading does not count as movement", async () => {
  const { look, companion, session } = sessionWith({
    snapshot: () => {
      const seq = companion.seq;
      companion.event("notification", { text: "ping" });
      return fakeSnapshot({ seq, eventsDuring: 1 });
    },
  });
  assert.deepEqual(saidOf(await look()), []);
  session.close();
});

test("an app in front that hangs leaves no hierarchy and no run of uiautomator, and the facts are still there", async () => {
  const hung = fakeWindow({ error: "HUNG", tree: null, content: null, nodeCount: 0, depth: 0 });
  const { look, session } = sessionWith({ snapshot: () => fakeSnapshot({ windows: [hung] }) });
  const seen = await look();
  session.close();
  assert.equal(seen.hierarchySource, "none");
  assert.deepEqual(saidOf(seen), [
    'WINDOW_UNREAD the window in front, "App", belongs to an app that does not answer (HUNG)',
  ]);
  assert.ok(seen.errors.some(({ code }) => code === "WINDOW_UNREAD"));
  assert.deepEqual(seen.screenSize, { width: 1080, height: 2400 });
});

test("a window in front that has no hierarchy yet is read again", async () => {
  let asked = 0;
  const { look, session } = sessionWith({
    snapshot: () => {
      asked += 1;
      const coming = fakeWindow({ error: "NO_ROOT", tree: null, content: null, nodeCount: 0, depth: 0 });
      return fakeSnapshot({ windows: [asked < 3 ? coming : fakeWindow()] });
    },
  });
  const seen = await look();
  session.close();
  assert.deepEqual([asked, seen.hierarchySource, saidOf(seen)], [3, "a11y-service", []]);
});

test("no window in front is HIERARCHY_NULL_ROOT, and a dark screen is not read again and again", async () => {
  let asked = 0;
  const { look, session } = sessionWith({
    snapshot: () => {
      asked += 1;
      return fakeSnapshot({ windows: [] }, { activeWindow: null, focusedWindow: null, interactive: false });
    },
  });
  const seen = await look();
  session.close();
  assert.equal(asked, 1);
  assert.equal(seen.power?.interactive, false);
  assert.match(saidOf(seen).join(), /^HIERARCHY_NULL_ROOT /);
});

test("an unreadable window behind the one in front is named, and affects no other part", async () => {
  const behind = fakeWindow({ id: 4, layer: 0, focused: false, active: false, title: "Chat", error: "TIMEOUT" });
  const { look, session } = sessionWith({
    snapshot: () => fakeSnapshot({ windows: [fakeWindow(), { ...behind, tree: null, content: null, nodeCount: 0 }] }),
  });
  const seen = await look();
  session.close();
  assert.deepEqual(saidOf(seen), ['WINDOW_UNREAD the application window "Chat": its app did not answer in time']);
  assert.equal(seen.elements.length, 1);
});

test("windows are listed back to front, and those of other displays are left out and reported", async () => {
  const dialog = fakeWindow({ id: 6, layer: 3, title: "Dialog", tree: "00000000000000bb", content: fakeTree("OK") });
  const app = fakeWindow({ focused: false, active: false });
  const away = fakeWindow({ id: 9, display: 2, layer: 9, focused: false, active: false, tree: "00000000000000cc" });
  const { look, session } = sessionWith({
    snapshot: () =>
      fakeSnapshot(
        { windows: [away, dialog, app] },
        { focusedWindow: 6, activeWindow: 6, displays: [fakeDisplay({ id: 2 }), fakeDisplay()] },
      ),
  });
  const seen = await look();
  session.close();
  assert.deepEqual(
    seen.viewHierarchy?.windows.map(({ windowId }) => windowId),
    [5, 6],
  );
  assert.ok(seen.errors.some(({ message }) => message === "windows of other displays than 0 that are left out: 1"));
});

test("where the focused window is on another display, that window is read", async () => {
  const away = fakeWindow({ id: 9, display: 2, tree: "00000000000000cc" });
  const { look, session } = sessionWith({
    snapshot: () =>
      fakeSnapshot(
        { windows: [away, fakeWindow({ focused: false, active: false })] },
        { focusedWindow: 9, activeWindow: 9, displays: [fakeDisplay(), fakeDisplay({ id: 2, widthPx: 800 })] },
      ),
  });
  const seen = await look();
  session.close();
  assert.deepEqual([seen.displayId, seen.screenSize?.width, seen.viewHierarchy?.windows.length], [2, 800, 1]);
});

test("details that only the companion reports are in the outline or the hierarchy", async () => {
  const details = {
    error: "Not enough",
    range: { type: "integer", min: 0, max: 15, current: 7 },
    tooltip: "Volume",
    uniqueId: "v1",
  };
  const { look, session } = sessionWith({
    snapshot: () => fakeSnapshot({ windows: [fakeWindow({ content: fakeTree("Sound", details) })] }),
  });
  const seen = await look();
  session.close();
  assert.match(renderScreen(seen), /^e1 button "Sound" = "7\/15" error "Not enough"$/m);
  assert.equal(seen.viewHierarchy?.nodes[1]?.details?.uniqueId, "v1");
});

test("a hierarchy that the companion need not send again is the one it sent before", async () => {
  let since: unknown;
  const { look, session, companion } = sessionWith({
    snapshot: (params) => {
      since = params["since"];
      const isKnown = Array.isArray(since) && since.length > 0;
      return fakeSnapshot({ windows: [fakeWindow(isKnown ? { content: null } : {})] });
    },
  });
  const first = await look();
  const second = await look();
  session.close();
  assert.deepEqual(since, [{ window: 5, tree: "00000000000000aa" }]);
  assert.equal(second.viewHierarchy, first.viewHierarchy);
  assert.equal(second.elements, first.elements);
  assert.equal(companion.asked.filter(({ method }) => method === "snapshot").length, 2);
});

test("the first observation reads the whole hierarchy, and later ones only with fresh, past Android's cache on request", async () => {
  const asked: unknown[] = [];
  const { look, session } = sessionWith({
    snapshot: ({ basis, forced }) => {
      asked.push([basis, forced]);
      return fakeSnapshot();
    },
  });
  for (const fresh of [false, false, true, "forced"] as const) await look({ fresh });
  session.close();
  assert.deepEqual(asked, [
    ["walk", false],
    ["events", false],
    ["walk", false],
    ["walk", true],
  ]);
});
