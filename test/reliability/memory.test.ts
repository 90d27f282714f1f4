import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { applyFault, type FaultName } from "../support/fault-matrix/faults.js";
import { type Rig, startRig } from "../support/fault-matrix/rig.js";
import { ROWS } from "../support/fault-matrix/rows.js";
import { skipWithout } from "../support/needs.js";
import { productFlags, RawServe } from "../support/serve-process.js";

const FAULTS: readonly FaultName[] = ["fails", "is cut", "says half", "says nothing", "is garbage", "says nonsense"];
const CALLS: readonly (readonly [row: string, tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["window", "observe", {}],
  ["uiautomator", "observe", { fresh: true }],
  ["screencap", "screenshot", {}],
  ["gfxinfo", "observe", { frame_stats: "read" }],
  ["packages", "list_apps", {}],
  ["input", "tap", { target: "50%,50%" }],
];
const REPORTER = `--import=${join(import.meta.dirname, "..", "support", "report-memory.js")}`;
/**
 * In the first rounds code is compiled and what is kept on purpose fills up: words of elements that are gone, windows
 * as they looked. What a connection, a stream or a picture would hold is more than what is allowed after that.
 */
const [ROUNDS, COUNTED, MOST_BYTES] = isThorough() ? [12, 4, 6_000] : [4, 2, 16_000];

function isThorough(): boolean {
  return process.env["FOVEA_FAULTS"] !== undefined;
}

/** `fovea serve` in its own process. */
class Served extends RawServe {
  #id = 0;
  #reported = 0;

  async call(name: string, args: object): Promise<string> {
    this.#id += 1;
    this.request(this.#id, "tools/call", { name, arguments: args });
    return JSON.stringify((await this.answer(this.#id)).result);
  }

  async inUse(): Promise<number> {
    this.child.kill("SIGUSR2");
    const samples = () =>
      [...this.stderr.matchAll(/^in use: (\d+), resident: \d+$/gm)].map(([, bytes]) => Number(bytes));
    const reported = await pollUntil(() => samples()[this.#reported], 5, AbortSignal.timeout(60_000));
    this.#reported += 1;
    return reported;
  }
}

/** Each call with each fault. */
async function strikeAll(rig: Rig, served: Served): Promise<void> {
  for (const [id, tool, args] of CALLS) {
    const row = ROWS.find((one) => one.id === id);
    assert.ok(row);
    for (const fault of FAULTS) {
      const force = applyFault(rig, row.place, fault);
      assert.ok(force);
      await served.call(tool, args);
      assert.ok(force.hasStruck(), `${id} ${fault}`);
      await force.lift();
    }
  }
}

test("failed calls leave no memory allocated", { skip: skipWithout("adb") }, async (context) => {
  await using rig = await startRig({ app: "com.fovea.form", config: { hierarchyCache: "off" } });
  const flags = [...productFlags(rig.product), "--hierarchy-cache", "off"];
  await using served = new Served(flags, { NODE_OPTIONS: REPORTER });
  await served.initialize();
  const used: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await strikeAll(rig, served);
    used.push(await served.inUse());
  }
  const [before = 0, after = 0] = [used.at(-1 - COUNTED), used.at(-1)];
  const perCall = (after - before) / (COUNTED * CALLS.length * FAULTS.length);
  context.diagnostic(
    `${Math.round(perCall)} bytes a call stayed; in use: ${used.map((one) => Math.round(one / 1024))} KiB`,
  );
  assert.ok(perCall < MOST_BYTES, `${perCall} bytes a call`);
});
