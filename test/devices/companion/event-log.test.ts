import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog } from "../../../src/devices/companion/event-log.js";
import type { OnDeviceEvent } from "../../../src/devices/companion/messages.js";
import { never } from "../../support/never.js";

function event(seq: number, type: OnDeviceEvent["type"], rest: Partial<OnDeviceEvent> = {}): OnDeviceEvent {
  const nothing = { dropped: 0, uptimeMs: 1, window: null, package: null, class: null, changes: 0, text: null };
  return { ...nothing, seq, type, ...rest };
}

test("the log reports by number what changed since an event, for the screen and for its windows", () => {
  const log = new EventLog(10, false);
  log.note(event(11, "content", { window: 5 }));
  log.note(event(12, "windows"));
  log.note(event(13, "notification", { text: "ping" }));
  assert.equal(log.lastSeq, 13);
  assert.deepEqual([log.hasChangedSince(11), log.hasChangedSince(12)], [true, false]);
  assert.deepEqual([log.haveWindowsChangedSince(11), log.haveWindowsChangedSince(12)], [true, false]);
});

test("lost events may have changed anything", () => {
  const log = new EventLog(0, false);
  log.note(event(9, "announcement", { dropped: 8 }));
  assert.deepEqual([log.hasChangedSince(0), log.haveWindowsChangedSince(0)], [true, true]);
});

test("the events between two numbers are known only where all of them were received", () => {
  const log = new EventLog(0, false);
  log.note(event(1, "content"));
  log.note(event(2, "scrolled"));
  log.note(event(4, "content", { dropped: 1 }));
  assert.deepEqual(
    log.between(1, 2)?.map(({ type }) => type),
    ["content", "scrolled"],
  );
  assert.equal(log.between(2, 4), undefined);
  assert.equal(log.between(4, 5), undefined);
});

test("a caller that waits for a change gets the next one, and no event that changes nothing", async () => {
  const log = new EventLog(0, false);
  let hasCome = false;
  const change = log.nextChange(0, 10_000, never()).then((came) => {
    hasCome = came;
  });
  log.note(event(1, "announcement"));
  await new Promise(setImmediate);
  assert.equal(hasCome, false);
  log.note(event(2, "content"));
  await change;
  assert.equal(hasCome, true);
  assert.equal(await log.nextChange(1, 10_000, never()), true);
  assert.equal(await log.nextChange(2, 1, never()), false);
});

test("a cancelled wait for a change throws the caller's reason", async () => {
  const caller = new AbortController();
  const wait = new EventLog(0, false).nextChange(0, 10_000, caller.signal);
  caller.abort(new Error("enough"));
  await assert.rejects(wait, /enough/);
});

test("the last message of the device decides whether it is suppressed", () => {
  const log = new EventLog(0, true);
  assert.equal(log.isSuppressed, true);
  log.note(event(1, "service", { text: "running" }));
  assert.equal(log.isSuppressed, false);
  log.note(event(2, "service", { text: "suppressed" }));
  assert.equal(log.isSuppressed, true);
});
