import assert from "node:assert/strict";
import { ERROR_CODES } from "../../../src/base/errors.js";
import { pollUntil } from "../../../src/base/signals.js";
import type { Reply } from "../mcp-link.js";
import { applyFault, type FaultName } from "./faults.js";
import { type CallOutcome, isAllowed } from "./outcomes.js";
import type { Rig, Usage } from "./rig.js";
import type { Row } from "./row.js";

/**
 * Makes a call of the product while a fault is active, and checks that its cell allows the result. Also checks that the
 * call ended in time, that no resource stays open, and that the next call works.
 */
export async function runCell(rig: Rig, row: Row, fault: FaultName, allowed: string): Promise<void> {
  await row.prepare?.(rig);
  const before = rig.usage();
  const force = applyFault(rig, row.place, fault);
  const about = `"${row.id}" ${fault}`;
  assert.ok(force, `${about} is not a cell`);
  const startedAt = performance.now();
  const reply = await row.call(rig);
  const ms = performance.now() - startedAt;
  const hasStruck = force.hasStruck();
  await force.lift();
  assert.ok(hasStruck, `${about}: nothing was struck, and the call says ${reply.text}`);
  await assertNothingLeft(rig, { before, lasting: row.lasting ?? 0 }, about);
  assert.ok(ms <= row.withinMs, `${about} took ${Math.round(ms)} ms`);
  assert.ok(
    isAllowed(outcomeOfCall(reply), allowed),
    `${about} may come to ${allowed}, and came to ${reply.text.slice(0, 1000)}`,
  );
  await assertNextWorks(rig, row, { about, isNew: fault === "phone reboots" });
}

async function assertNextWorks(
  rig: Rig,
  row: Row,
  { about, isNew }: { readonly about: string; readonly isNew: boolean },
): Promise<void> {
  if (row.remembers) {
    const soon = await row.call(rig);
    assert.ok(!soon.isError, `the call right after ${about}: ${soon.text}`);
  }
  if (row.remembers || isNew) await row.prepare?.(rig);
  const next = await row.call(rig);
  assert.ok(isAllowed(outcomeOfCall(next), "ok"), `the call after ${about}: ${next.text}`);
}

const CODES = new Set(Object.keys(ERROR_CODES));

/** The result that a reply reports. */
export function outcomeOfCall({ text, isError }: Reply): CallOutcome {
  const words = text.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? [];
  const codes = [...new Set(words)].filter((word) => CODES.has(word));
  return { isError, codes, mayHaveHappened: text.includes("(it may have happened)") };
}

/** Checks that a call leaves no connection, no stream, and no process on the phone or on this host. */
async function assertNothingLeft(
  rig: Rig,
  { before, lasting }: { readonly before: Usage; readonly lasting: number },
  about: string,
): Promise<void> {
  const isClean = () => {
    const now = rig.usage();
    const isLess =
      now.connections <= before.connections + lasting &&
      now.streams <= before.streams + lasting &&
      now.processes <= before.processes + lasting;
    return isLess && now.trackers <= 1 ? true : undefined;
  };
  await pollUntil(isClean, 5, AbortSignal.timeout(60_000)).catch(() => {
    assert.fail(`${about} left ${JSON.stringify(rig.usage())} of ${JSON.stringify(before)}`);
  });
  assert.equal(rig.usage().spawned, before.spawned, about);
}
