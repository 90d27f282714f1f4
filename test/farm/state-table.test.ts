import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { deviceStates, type FarmRecords } from "../../src/farm/device-states.js";
import { StateTable } from "../../src/farm/state-table.js";
import { factsOf } from "../support/farm-facts.js";

const lease = (device: string, fence: number, hasEnded = false) => {
  const [host = ""] = device.split("/");
  const record = { schema: 1 as const, hardwareSerial: "x", tenant: "ada", proof: "p", ttlMs: 1_000, endsAt: 9 };
  return { ...record, device, host, fence, hasEnded };
};
const leases = fc.subarray([lease("h1/a", 1), lease("h1/a", 2), lease("h1/b", 3, true), lease("h9/z", 4)]);
const quarantines = fc.subarray([
  { schema: 1 as const, device: "h1/a", reason: "lost", untilMs: 50 },
  { schema: 1 as const, device: "h1/b", reason: "hot", untilMs: 5_000 },
]);
const records: fc.Arbitrary<FarmRecords> = fc.record({
  hosts: fc
    .subarray([
      {
        schema: 1 as const,
        host: "h1",
        version: "1",
        devices: [factsOf("a"), factsOf("b", { problem: "offline" })],
        ageMs: 7,
      },
      { schema: 1 as const, host: "h1", version: "1", devices: [factsOf("a", { api: 30 })], ageMs: 7 },
    ])
    .map((some) => some.slice(0, 1)),
  leases,
  quarantines,
  drained: fc.subarray(["h1"]).map((some) => new Set(some)),
});

test("the state table has the current states after each change", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(records, fc.constantFrom(0, 100)), { maxLength: 8 }), (steps) => {
      const table = new StateTable();
      for (const [now, nowMs] of steps) {
        const states = [...table.states(now, nowMs)].sort((a, b) => (a.id < b.id ? -1 : 1));
        assert.deepEqual(states, deviceStates(now, nowMs));
        const again = table.states(structuredClone(now), nowMs);
        assert.deepEqual(new Set(again.map(({ id }) => id)), new Set(states.map(({ id }) => id)));
        assert.ok(table.states(now, nowMs).length === states.length);
      }
    }),
  );
});

test("an unchanged phone is the same object, although its host reported it again", () => {
  const table = new StateTable();
  const say = (batteryPercent: number): FarmRecords => {
    const devices = [factsOf("a"), factsOf("b", { batteryPercent })];
    const host = { schema: 1 as const, host: "h1", version: "1", devices, ageMs: 0 };
    return { hosts: [host], leases: [], quarantines: [], drained: new Set() };
  };
  const [a, b] = table.states(say(80), 0);
  const [sameA, otherB] = table.states(say(79), 0);
  assert.equal(sameA, a);
  assert.notEqual(otherB, b);
});
