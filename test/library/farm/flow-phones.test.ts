import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pollUntil } from "../../../src/base/signals.js";
import type { Lease } from "../../../src/farm/fabric.js";
import type { FarmUse } from "../../../src/farm/nats/tenant-farm.js";
import { FlowPlace } from "../../../src/library/farm/flow-phones.js";
import { readChecked } from "../../../src/replay/flow/check-flow.js";
import { SMALL } from "../../support/drive.js";
import { startFarmOfPhones } from "../../support/farm-of-phones.js";
import { headed } from "../../support/headed-flow.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";

const { test } = needsPrograms("nats-server");

test("a phone lost between two flows is released, and the next flow leases another one", async () => {
  await using farm = await startFarmOfPhones({ ...SMALL, app: "com.fovea.notes" });
  const root = join(farm.product.folder, "flows");
  mkdirSync(root);
  const file = join(root, "a.yaml");
  writeFileSync(file, headed("- assertVisible: Shopping"));
  const { flow } = await readChecked(file, root);
  assert.ok(flow);
  const own = farm.fabric.as("ada");
  const leases: Lease[] = [];
  const refused: unknown[] = [];
  const fabric: FarmUse = {
    ...own,
    acquire: async (...asked) => {
      const taken = await own.acquire(...asked);
      leases.push(...taken);
      return taken;
    },
    renew: async (...asked) =>
      await own.renew(...asked).catch((error) => {
        refused.push(error);
        throw error;
      }),
  };
  await using place = new FlowPlace({
    ...{ fabric, tenant: "ada", needs: [], waitMs: 10_000, ttlMs: 3_000, root, pictures: null },
    ...{ filesOf: () => [file], variables: new Map(), lookupMs: 5_000, clears: false, allowedHosts: [] },
    ...{ onFlow: () => {}, onStep: () => {} },
  });
  assert.equal((await place.run(flow, never())).outcome, "passed");
  const [first] = leases;
  assert.ok(first);
  await own.release(first, never());
  await pollUntil(() => (refused.length > 0 ? true : undefined), 20, never());
  const again = await place.run(flow, never());
  assert.deepEqual([again.outcome, again.endedBy], ["passed", null]);
  assert.equal(leases.length, 2);
});
