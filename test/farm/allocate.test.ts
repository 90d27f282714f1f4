import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allocate, inTenantTurns, isFree, type Waiting } from "../../src/farm/allocate.js";
import { deviceStates } from "../../src/farm/device-states.js";
import type { DeviceState } from "../../src/farm/fabric.js";
import { meets, parseNeeds } from "../../src/farm/needs.js";
import { factsOf } from "../support/farm-facts.js";

const NEEDS = ["", "form=tablet", "api>=34", "form=phone api>=34", "serial=p1"] as const;

function phones(kinds: readonly { readonly api: number; readonly form: string; readonly problem: string | null }[]) {
  const devices = kinds.map((kind, index) => factsOf(`p${index}`, kind));
  const host = { schema: 1 as const, host: "h1", version: "0.1.0", devices, ageMs: 0 };
  return deviceStates({ hosts: [host], leases: [], quarantines: [], drained: new Set() }, 0);
}

const kinds = fc.array(
  fc.record({
    api: fc.constantFrom(30, 34),
    form: fc.constantFrom("phone", "tablet"),
    problem: fc.constantFrom(null, null, null, "offline"),
  }),
  { maxLength: 6 },
);
const queues = fc.array(fc.array(fc.constantFrom(...NEEDS), { minLength: 1, maxLength: 3 }), { maxLength: 4 });

const waitingOf = (queue: readonly (readonly string[])[]): readonly Waiting[] =>
  queue.map((needs, index) => ({ id: `w${index}`, tenant: "ada", needs: needs.map(parseNeeds) }));

/** Whether each need can have its own phone, by trying all ways. */
function canBeMet(needs: Waiting["needs"], free: readonly DeviceState[]): boolean {
  const [first, ...rest] = needs;
  if (!first) return true;
  return free.some(
    (device) =>
      meets(device, first) &&
      canBeMet(
        rest,
        free.filter((one) => one !== device),
      ),
  );
}

test("allocate gives each phone to one request, all phones of a request or none, and serves the first request first", () => {
  fc.assert(
    fc.property(kinds, queues, (kindsOf, queue) => {
      const [devices, waiting] = [phones(kindsOf), waitingOf(queue)];
      const { granted, places } = allocate(waiting, devices);
      const all = [...granted.values()].flat();
      assert.equal(new Set(all).size, all.length);
      assert.ok(all.every(isFree));
      for (const { id, needs } of waiting) {
        const got = granted.get(id);
        assert.equal(got === undefined, places.has(id));
        if (got)
          assert.ok(got.length === needs.length && needs.every((need, index) => got[index] && meets(got[index], need)));
      }
      const [first] = waiting;
      if (first) assert.equal(granted.has(first.id), canBeMet(first.needs, devices.filter(isFree)));
    }),
  );
});

test("no request takes a free phone that an earlier request waits for", () => {
  const devices = phones([
    { api: 34, form: "phone", problem: null },
    { api: 34, form: "tablet", problem: "offline" },
  ]);
  const { granted, places } = allocate(waitingOf([["form=phone", "form=tablet"], [""], ["form=tablet"]]), devices);
  assert.equal(granted.size, 0);
  assert.deepEqual(
    [...places],
    [
      ["w0", 1],
      ["w1", 2],
      ["w2", 3],
    ],
  );
});

test("tenants take turns: nobody's second request precedes another's first, and the longest without a phone is first", () => {
  const queue = ["ada", "ada", "ada", "bob", "eve"].map((tenant, place) => ({ tenant, place }));
  const places = (turns: readonly (readonly [string, number])[]) =>
    inTenantTurns(queue, new Map(turns)).map(({ place }) => place);
  assert.deepEqual(places([]), [0, 3, 4, 1, 2]);
  assert.deepEqual(places([["ada", 5]]), [3, 4, 0, 1, 2]);
  const all = [
    ["ada", 2],
    ["bob", 3],
    ["eve", 1],
  ] as const;
  assert.deepEqual(places(all), [4, 0, 3, 1, 2]);
});
