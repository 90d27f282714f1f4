import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { missedBudgets } from "../../bench/bench.js";
import {
  type Budgets,
  type Counts,
  compareBudgets,
  MODES,
  printBudgets,
  readBudgets,
} from "../../bench/budgets/compare.js";
import { countCalls } from "../../bench/budgets/count-calls.js";
import { Walker, walksReport } from "../../bench/walk.js";
import { type Device, wrapDevice } from "../../src/devices/device.js";
import { readScript } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";

const NONE: Budgets = { companion: new Map(), none: new Map(), cached: new Map() };

/** What is said of one mode, held against the committed table of that mode. */
function compared(mode: (typeof MODES)[number], counted: ReadonlyMap<string, Counts>) {
  return compareBudgets({ ...NONE, [mode]: readBudgets()[mode] }, { ...NONE, [mode]: counted });
}

/** One more stream before each touch, as a change that asks the device once more would open. */
function withOneMore(device: Device): Device {
  return wrapDevice(device, async (name, signal) => {
    if (/ input tap /.test(name)) await runShell(device, readScript(["true"]), SHELL_LIMITS, signal);
    return await device.openService(name, signal);
  });
}

describe("the budgets of calls", () => {
  test("name every mode and call, and are written in the form in which they are read", () => {
    const budgets = readBudgets();
    const calls = [...budgets.none.keys()];
    assert.ok(calls.length > 10);
    for (const mode of MODES) assert.deepEqual([...budgets[mode].keys()], calls, mode);
    assert.deepEqual(printBudgets(budgets).split("\n").length, 3 * (calls.length + 1) + 3);
  });

  test("equal the counts of the calls, counted twice, and no call awaits more functions and files than allowed", async () => {
    const first = await countCalls("none");
    using walker = new Walker();
    assert.deepEqual(await countCalls("none", walker), first);
    assert.deepEqual(compared("none", first).missed, []);
    assert.deepEqual(missedBudgets(walksReport(walker, false).figures), []);
  });

  test("fail for one stream more, with a line that names the call and the counts", async () => {
    const { missed } = compared("none", await countCalls("none", { around: withOneMore }));
    const budgets = readBudgets().none;
    const tap = budgets.get("tap, by ref")?.streams ?? 0;
    const said = missed.find((line) => line.startsWith("none, tap, by ref:")) ?? "";
    assert.match(said, new RegExp(`needs more than its budget: ${tap + 1} streams instead of ${tap}`));
    assert.ok(!missed.some((line) => line.startsWith("none, observe")), "calls without a touch are unchanged");
  });

  test("name a call that needs less, so that the table can be lowered", () => {
    const budgets = readBudgets();
    const [call, counts] = [...budgets.none][0] ?? [];
    assert.ok(call && counts);
    const less = new Map(budgets.none).set(call, { ...counts, streams: counts.streams - 1 });
    const { missed, spare } = compareBudgets(budgets, { ...budgets, none: less });
    assert.deepEqual(missed, []);
    assert.deepEqual(spare, [
      `none, ${call}: needs less than its budget: ${counts.streams - 1} streams instead of ${counts.streams}`,
    ]);
  });

  test("fail for a call that is not in the table, and for one that was not made", () => {
    const budgets = readBudgets();
    const { missed } = compareBudgets(budgets, NONE);
    assert.equal(missed.length, MODES.length * budgets.none.size);
    assert.equal(compareBudgets(NONE, budgets).missed.length, missed.length);
  });
});
