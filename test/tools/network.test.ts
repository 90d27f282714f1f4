import assert from "node:assert/strict";
import { test } from "node:test";
import { setNetwork } from "../../src/actions/device/network.js";
import { drive, hintsOf } from "../support/drive.js";
import { never } from "../support/never.js";
import { runOnPhone } from "../support/run-on-phone.js";

const DEVICE = { config: { tools: ["device"] } } as const;

test("network turns radios off and on, other probes show it, and they are restored at the end", async () => {
  await using driven = await drive(DEVICE);
  const { device } = driven.product;
  const shell = async (line: string) => (await runOnPhone(device, line)).stdout;
  assert.equal(await driven.did("network"), "airplane: off\nwifi: on\ndata: on");
  const text = await driven.did("network", { airplane: "on" });
  assert.match(text, /^switched airplane mode on\nairplane mode: off -> on\nthis stays/);
  assert.match(text, /^changed: /m, "it was read again, whatever the screen shows");
  assert.match(await shell("dumpsys wifi"), /^Wi-Fi is disabled\n(?:.*\n)*mAirplaneModeOn true$/m);
  assert.match(await shell("dumpsys connectivity"), /^Active default network: none$/m);
  assert.equal(await driven.did("network"), "airplane: on\nwifi: off\ndata: on");
  await driven.did("network", { airplane: "off", data: "off", wifi: "off" });
  assert.match(await driven.did("network", { data: "off" }), /mobile data: off already/);
  assert.equal(await shell("settings get global mobile_data"), "0\n");
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.match(await shell("dumpsys connectivity"), /^Active default network: 100$/m);
  assert.equal(await driven.did("network"), "airplane: off\nwifi: on\ndata: on");
  assert.deepEqual(await hintsOf(driven, "network"), [false, false, true, true]);
});

test("network reports that nothing is left to restore where a radio is as it was before the first change", async () => {
  await using driven = await drive(DEVICE);
  assert.match(await driven.did("network", { wifi: "off" }), /\nthis stays until /);
  const back = await driven.did("network", { wifi: "on" });
  assert.match(back, /\nWi-Fi: off -> on\nthis is as it was before the first change: nothing is left to restore$/m);
  await driven.did("network", { wifi: "off" });
  assert.match(await driven.did("network", { wifi: "on", data: "off" }), /\nthis stays until /);
});

test("after airplane mode, radios are restored to their state before it", async () => {
  await using driven = await drive(DEVICE);
  await driven.did("network", { airplane: "on" });
  await driven.did("network", { wifi: "on" });
  await driven.did("network", { airplane: "off", wifi: "off" });
  await driven.did("network", { wifi: "on" });
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.equal(await driven.did("network"), "airplane: off\nwifi: on\ndata: on");
});

test("before Android 9 airplane mode is refused, and Wi-Fi and mobile data are still switched", async () => {
  await using driven = await drive({ ...DEVICE, apiLevel: 24 });
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "network", { airplane: "on" }), /wifi off and data off/);
  await driven.did("network", { wifi: "off" });
  assert.equal(driven.phone.state().settings.global.get("wifi_on"), "0");
  await driven.refused("INVALID_ARGUMENT", "network", { wifi: "$(reboot)" });
});

test("network refuses to disconnect a device that is reached over its network", async () => {
  await using driven = await drive(DEVICE);
  const session = await driven.product.session();
  for (const serial of ["192.0.2.7:5555", "adb-R58M-x._adb-tls-connect._tcp", "phone.lan:5555"]) {
    const remote = Object.create(session, { device: { value: { ...session.device, serial } } });
    await assert.rejects(setNetwork(remote, { wifi: "off" }, never()), { code: "WOULD_DISCONNECT" });
  }
  assert.equal(driven.phone.state().settings.global.get("wifi_on"), "1");
});

test("network is refused with STATE_REFUSED where the device ignores the change", async () => {
  await using driven = await drive(DEVICE);
  driven.phone.putSetting = () => {};
  const text = await driven.refused("STATE_REFUSED", "network", { wifi: "off" });
  assert.match(text, /accepted the Wi-Fi "off" without an error, and has "on"/);
});
