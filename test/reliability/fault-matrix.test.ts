import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { FAULT_NAMES, type FaultName } from "../support/fault-matrix/faults.js";
import { OUTCOMES } from "../support/fault-matrix/outcomes.js";
import { type Rig, startRig } from "../support/fault-matrix/rig.js";
import type { Row } from "../support/fault-matrix/row.js";
import { ROWS } from "../support/fault-matrix/rows.js";
import { runCell } from "../support/fault-matrix/run-cell.js";
import { skipWithout } from "../support/needs.js";
import { orDispose } from "../support/or-dispose.js";

/**
 * All cells take two cores some minutes. Without `FOVEA_FAULTS` each service is struck in a few ways; with `most` only
 * those cells are left out that another row of the same kind proves.
 */
const extent = process.env["FOVEA_FAULTS"];
const FEW: ReadonlySet<FaultName> = new Set(["is refused", "is cut", "drops the phone", "storage full"]);
/** Cells that wait for a deadline: they cost only time, and each has its own phone. */
const WAITS: ReadonlySet<FaultName> = new Set(["hangs", "trickles"]);
const FLOODED = ["devices", "transport", "packages", "crash log"];
const TRICKLED = ["devices", "connect", "packages", "gfxinfo", "on-device"];
const HOST_WAITS: readonly FaultName[] = ["says half", "says nothing", "says nonsense"];

function isRun(row: Row, fault: FaultName): boolean {
  if (extent === "all") return true;
  if (extent !== "most") return FEW.has(fault);
  if (fault === "floods") return FLOODED.includes(row.id);
  if (fault === "trickles") return TRICKLED.includes(row.id);
  return row.id !== "shell host" || !HOST_WAITS.includes(fault);
}

function cellsOf(row: Row): readonly (readonly [fault: FaultName, allowed: string])[] {
  const cells = OUTCOMES[row.id] ?? {};
  return FAULT_NAMES.flatMap((fault) => {
    const allowed = cells[fault];
    return allowed === undefined || !isRun(row, fault) ? [] : [[fault, allowed] as const];
  });
}

/** What this process holds, by kind. */
function held(): Readonly<Record<string, number>> {
  const kinds = ["TCPSocketWrap", "TCPServerWrap", "TCPConnectWrap", "Timeout", "ProcessWrap"];
  const active = process.getActiveResourcesInfo();
  return Object.fromEntries(kinds.map((kind) => [kind, active.filter((one) => one === kind).length]));
}

/** Every service that Fovea asks for is in the table (`host:disconnect` goes with `host:connect`). */
const KNOWN =
  /^host:(?:devices-l$|track-devices|version$|(?:dis)?connect:|transport:)|^host-serial:.*:features$|^shell,v2,raw:|^exec:screencap$|^sync:$|^localabstract:/;

/** A rig that has done once what the row is about. */
async function startWarm(row: Row): Promise<Rig> {
  const rig = await startRig(row.options);
  return await orDispose(rig, async () => {
    await row.prepare?.(rig);
    await rig.mcp.call("screenshot");
    await row.call(rig);
    return rig;
  });
}

const skip = skipWithout("adb");
let atStart: Readonly<Record<string, number>> = {};
before(() => {
  atStart = held();
});
after(async () => {
  const isFree = () =>
    Object.entries(held()).every(([kind, count]) => count <= (atStart[kind] ?? 0)) ? true : undefined;
  await pollUntil(isFree, 20, AbortSignal.timeout(60_000)).catch(() => {
    assert.fail(`sockets, timers or processes are left: ${JSON.stringify(held())} of ${JSON.stringify(atStart)}`);
  });
});

describe("a call during a fault of an adb service ends in time, leaves nothing behind, and the next call works", {
  concurrency: 3,
  skip,
}, () => {
  for (const row of ROWS) {
    for (const [fault, allowed] of cellsOf(row).filter(([name]) => WAITS.has(name))) {
      test(`${row.id}: ${fault}`, async () => {
        await using rig = await startWarm(row);
        await runCell(rig, row, fault, allowed);
      });
    }
  }
  for (const row of ROWS) {
    test(row.id, async (context) => {
      await using rig = await startWarm(row);
      for (const [fault, allowed] of cellsOf(row).filter(([name]) => !WAITS.has(name))) {
        await context.test(fault, async () => await runCell(rig, row, fault, allowed));
      }
      assert.deepEqual(rig.product.device.log.defects, []);
      assert.deepEqual(
        rig.proxy.requests.filter((request) => !KNOWN.test(request)),
        [],
      );
    });
  }
});

test("the fault matrix has cells for every service and every fault, and no other cells", () => {
  assert.deepEqual(Object.keys(OUTCOMES).sort(), ROWS.map(({ id }) => id).sort());
  for (const cells of Object.values(OUTCOMES))
    assert.ok(Object.keys(cells).every((name) => FAULT_NAMES.some((one) => one === name)));
});
