import assert from "node:assert/strict";
import { connect, expect } from "../../../src/library/connect.js";
import type { ConnectOptions } from "../../../src/library/types.js";
import { coded } from "../../support/coded.js";
import { eventually } from "../../support/farm-facts.js";
import { ANY, startFarmOfPhones } from "../../support/farm-of-phones.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";

const { test } = needsPrograms("nats-server");

test("a program acts on a phone of a farm by the same calls, with the same verdicts and errors", async () => {
  await using farm = await startFarmOfPhones();
  const { url } = farm.server;
  const options = { stateDir: `${farm.product.folder}/program` };
  {
    await using phone = await connect({ farm: url, needs: "api>=30", options });
    assert.equal(phone.serial, farm.device);
    await eventually(farm.fabric, ([held]) => held?.state === "BUSY");
    const screen = await phone.observe();
    assert.match(screen.text, /checkbox .*I agree to the terms/);
    const { verdict, screen: after } = await phone.tap('checkbox "I agree to the terms"');
    assert.equal(verdict.kind, "changed");
    assert.equal(after?.elements.find(({ type }) => type === "checkbox")?.checked, true);
    assert.match((await phone.update(screen)).changes, /I agree to the terms/);
    assert.equal(await phone.locator("id/terms").count(), 1);
    assert.equal(await phone.locator("checkbox").within("id/nowhere").count(), 0);
    assert.equal((await phone.locator("checkbox").near('button "Reset"').element()).checked, true);
    await expect(phone.locator("id/terms")).toBeChecked();
    const unchecked = await coded(expect(phone.locator("id/terms")).not.toBeChecked({ timeoutMs: 0 }));
    assert.equal(unchecked.code, "EXPECTATION_FAILED");
    assert.match((await phone.expect('"I agree to the terms"')).condition, /terms/);
    assert.deepEqual([...(await phone.screenshot()).png.subarray(1, 4)], [...Buffer.from("PNG")]);
    assert.match((await phone.marks()).mimeType, /^image\//);
    assert.equal((await phone.adb.shell(["getprop", "ro.build.version.sdk"])).exitCode, 0);
    const missing = await coded(phone.tap("e9999"));
    assert.equal(missing.code, "REF_STALE");
    assert.match(missing.context.visualContext ?? "", /I agree to the terms/);
    assert.equal((await coded(phone.observe({ deadlineMs: -1 }))).code, "INVALID_ARGUMENT");
    const elsewhere = [
      async () => await phone.files.push("/etc/hostname"),
      async () => await phone.executeWorkflow("f.yaml"),
      async () => await phone.device.stopVideo(),
    ];
    for (const call of elsewhere) {
      const refused = await coded(call());
      assert.match(`${refused.code} ${refused.message}`, /^FARM_UNUSABLE .* is not there on a phone of a farm/);
    }
  }
  await eventually(farm.fabric, ([free]) => free?.state === "IDLE");
});

test("a farm call fails with its own code where no such phone exists, where none is free, and where the lease is lost", async () => {
  await using farm = await startFarmOfPhones();
  const { url } = farm.server;
  const options = { stateDir: `${farm.product.folder}/program` };
  const codeOf = async (more: ConnectOptions) => (await coded(connect({ farm: url, options, ...more }))).code;
  const none = await coded(connect({ farm: url, needs: "api>=99", options }));
  assert.match(`${none.code} ${none.message}`, /^NONE_EXIST none of the one phone of the farm meets api>=99/);
  const [lease] = await farm.fabric.acquire(ANY, { ttlMs: 60_000, waitMs: 0, tenant: "ada" }, never());
  assert.ok(lease);
  const busy = await coded(connect({ farm: url, options }));
  assert.match(`${busy.code} ${busy.message}`, /^NONE_AVAILABLE .*place 1 in the queue/);
  assert.equal(await codeOf({ needs: "colour=red" }), "INVALID_ARGUMENT");
  assert.equal(await codeOf({ device: "emulator-5554" }), "INVALID_ARGUMENT");
  assert.equal(await codeOf({ virtual: {} }), "INVALID_ARGUMENT");
  assert.equal((await coded(connect({ needs: "api>=30" }))).code, "INVALID_ARGUMENT");

  await using phone = await connect({ farm: url, device: lease.name, options });
  assert.equal((await phone.tap("id/terms")).verdict.kind, "changed");
  await farm.fabric.release(lease, never());
  const lost = await coded(phone.tap("id/terms"));
  assert.match(`${lost.code} ${lost.message}`, /^LEASE_LOST .*nothing was done/);
  const gone = await coded(connect({ farm: url, device: lease.name, options }));
  assert.equal(gone.code, "LEASE_LOST");
  assert.ok(!JSON.stringify({ ...gone.context, message: gone.message }).includes(lease.name));
});
