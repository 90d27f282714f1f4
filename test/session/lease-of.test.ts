import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../src/base/errors.js";
import type { Device } from "../../src/devices/device.js";
import { type Presented, underLease } from "../../src/farm/presented.js";
import { leaseOf } from "../../src/session/lease-of.js";
import { Turns } from "../../src/session/turns.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";

/** Nothing is asked of it. */
function phone(serial: string): Device {
  const failing = async () => await Promise.reject(new Error("not asked"));
  return { serial, openService: failing, facts: failing };
}

function rightTo(serial: string, mayAct: Presented["mayAct"]): Presented {
  return { serial, tenant: "ada", holder: "h", mayAct, signal: never(), assertHeld: () => {} };
}

const lost = () => new FoveaError("LEASE_LOST", "it has ended");

test("an action's lease is checked at its turn, and the action is refused on another phone than its lease's", async () => {
  const held = rightTo("A", async () => {});
  const ended = rightTo("A", async () => await Promise.reject(lost()));
  const act = async () => void (await leaseOf(phone("A"), null, never()));
  await underLease(held, act);
  assert.equal((await coded(underLease(ended, act))).code, "LEASE_LOST");
  const other = async () => void (await leaseOf(phone("B"), null, never()));
  const refused = await coded(underLease(held, other));
  assert.match(`${refused.code} ${refused.message}`, /^INVALID_ARGUMENT .*another phone.*nothing was done/);
  await other();
});

test("each turn within a turn checks the lease again", async () => {
  let isHeld = true;
  const turns = new Turns(
    async (signal) => await leaseOf(phone("A"), null, signal),
    async () => {
      if (!isHeld) throw lost();
    },
  );
  const done: number[] = [];
  const both = turns.run(async () => {
    for (const step of [1, 2]) {
      await turns.run(async () => void done.push(step), never());
      isHeld = false;
    }
  }, never());
  assert.equal((await coded(both)).code, "LEASE_LOST");
  assert.deepEqual(done, [1]);
});
