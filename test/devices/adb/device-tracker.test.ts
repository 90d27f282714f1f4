import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../../src/base/signals.js";
import { type DeviceRegistry, openDevices } from "../../../src/devices/devices.js";
import { coded } from "../../support/coded.js";
import { type FakeAdbServer, startFakeAdbServer } from "../../support/fake-adb-server.js";
import { phoneRun } from "../../support/fake-phone.js";
import { never } from "../../support/never.js";

const ONE = "FAKE0001 device product:fake model:Fake_Phone device:fake transport_id:1";
const OTHER = "FAKE0002 unauthorized transport_id:2";
const soon = () => AbortSignal.timeout(60_000);

function timesAsked({ requests }: FakeAdbServer): number {
  return requests.filter((request) => request === "host:devices-l").length;
}

/** Until a call for the device no longer asks for the list of devices. */
async function untilReported(registry: DeviceRegistry, server: FakeAdbServer, serial?: string): Promise<void> {
  const isReported = async () => {
    const before = timesAsked(server);
    await registry.get(serial, soon());
    return timesAsked(server) === before || undefined;
  };
  await pollUntil(isReported, 2, soon());
}

test("a call for a device that the server already reported requests no list, and knows later changes", async () => {
  await using server = await startFakeAdbServer({ rows: ONE, run: phoneRun({}) });
  await using registry = openDevices({ port: server.port });
  await untilReported(registry, server);
  const asked = timesAsked(server);
  for (const serial of [undefined, "FAKE0001"]) assert.equal((await registry.get(serial, never())).serial, "FAKE0001");
  assert.equal(timesAsked(server), asked);
  // A caller that changed something calls at once: what the server wrote before has to be read first.
  for (let times = 0; times < 20; times += 1) {
    server.setRows(`${ONE.replace("device product", "unauthorized product")}\n${OTHER}`);
    assert.equal((await coded(registry.get(undefined, soon()))).code, "NO_DEVICE");
    server.setRows(ONE);
    assert.equal((await registry.get(undefined, soon())).serial, "FAKE0001");
  }
});

test("a device that was not reported is looked up, and a network address is connected first", async () => {
  await using server = await startFakeAdbServer({ rows: ONE, run: phoneRun({}) });
  await using registry = openDevices({ port: server.port });
  await untilReported(registry, server);
  const asked = timesAsked(server);
  assert.equal((await coded(registry.get("FAKE0009", soon()))).code, "DEVICE_NOT_FOUND");
  assert.ok(timesAsked(server) > asked);
  await using connecting = openDevices({ port: server.port, remoteTargets: ["127.0.0.1:1"] });
  await untilReported(connecting, server, "FAKE0001");
  const before = server.requests.length;
  await connecting.get(undefined, soon());
  assert.ok(server.requests.slice(before).includes("host:devices-l"));
});
