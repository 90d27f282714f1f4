import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from "../../../packages/virtual-android/src/virtual-adb-server.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../../src/base/signals.js";
import { skipWithout } from "../../support/needs.js";
import { plainPhone } from "../../support/plain-phone.js";
import { freePort, type RealAdb, startRealAdb } from "../../support/real-adb.js";
import { ask, askDevice } from "../../support/smart-socket.js";

/** Requests that close the connection with their answer; `S` is the serial of the one phone. */
const WITHOUT_PHONE = [
  "host:version",
  "host:host-features",
  "host:features",
  "host:devices",
  "host:devices-l",
  "host:transport:nope",
  "host:transport-any",
  "host:transport-usb",
  "host:transport-local",
  "host:tport:any",
  "host:tport:usb",
  "host:tport:local",
  "host:tport:serial:nope",
  "host:tport:bogus",
  "host:transport-id:9",
  "host:transport-id:x",
  "host:bogus",
  "bogus",
  "shell:ls",
  "host-serial:nope:get-state",
  "host:get-state",
  "host:get-serialno",
  "host:get-devpath",
  "host-usb:get-state",
  "host-local:get-state",
  "host:list-forward",
  "host-serial:nope:forward:tcp:0;tcp:1",
  "host:forward:tcp:0;tcp:1",
  "host:killforward:tcp:1",
  "host:killforward-all",
  "host:connect:127.0.0.1:1",
  "host:connect:",
  "host:connect:127.0.0.1:x",
  "host:disconnect:127.0.0.1:2",
  "host:disconnect:",
  "host:reconnect",
  "host:reconnect-offline",
  "host-serial:nope:reconnect",
  "host:wait-for-device",
  "host:wait-for-any-bogus",
  "host:mdns:check",
  "host:emulator:5554",
  "host-transport-id:1:get-state",
  "host-serial:nope:features",
  "host:",
  "host:pair:1:2",
  "host:tport:serial:",
  "host:transport:",
  "host:devices-x",
] as const;

const WITH_PHONE = [
  "host:devices",
  "host:devices-l",
  "host:get-state",
  "host:get-serialno",
  "host:get-devpath",
  "host-serial:S:get-state",
  "host-serial:S:get-devpath",
  "host-serial:S:get-serialno",
  "host-usb:get-state",
  "host-local:get-state",
  "host-serial:S:list-forward",
  "host-serial:S:killforward:tcp:1",
  "host:forward:bogus:1;tcp:1",
  "host:forward:tcp:80000;tcp:1",
  "host:forward:tcp:42998",
  "host:forward:tcp:42998;",
  "host:connect:S",
  "host:wait-for-any-device",
  "host-serial:S:wait-for-any-device",
] as const;

const ON_DEVICE = [
  "shell:echo hi",
  "bogus:",
  "localabstract:nope",
  "host:get-state",
  "framebuffer:",
  "root:",
  "host:version",
  "jdwp",
  "shell,v2,raw:exit 3",
] as const;

describe("the embedded adb server compared with the real one", { skip: skipWithout("adb") }, () => {
  let real: RealAdb;
  let own: VirtualAdbServer;
  let phone: VirtualDevice;
  let serial: string;

  before(async () => {
    real = await startRealAdb();
    own = await startVirtualAdbServer();
    phone = await startVirtualDevice({ phone: plainPhone() });
    serial = `127.0.0.1:${phone.adbdPort}`;
  });
  after(async () => {
    await real[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
    await phone[Symbol.asyncDispose]();
  });

  const withoutIds = (text: string) => text.replaceAll(/transport_id:\d+/g, "transport_id:N");

  async function compare(requests: readonly string[]): Promise<void> {
    for (const request of requests) {
      const named = request.replaceAll(/\bS\b/g, serial);
      const [expected, actual] = await Promise.all([ask(real.port, named), ask(own.port, named)]);
      assert.equal(withoutIds(actual), withoutIds(expected), request);
      if (expected.slice(8).startsWith("failed to connect")) await forget(named.slice("host:connect:".length));
    }
  }

  /**
   * Makes the real server forget a phone that it could not reach. It lists the phone as offline after it reported the
   * failure, and tries to connect again and again on a busy machine.
   */
  async function forget(address: string): Promise<void> {
    const isForgotten = async () => {
      await ask(real.port, `host:disconnect:${address}`);
      return (await ask(real.port, "host:devices")).includes(address) ? undefined : true;
    };
    await pollUntil(isForgotten, 5, AbortSignal.timeout(60_000));
  }

  it("answers the same where there is no phone", async () => {
    await compare(WITHOUT_PHONE);
  });

  it("answers the same about a phone that was connected by its address", async () => {
    for (const port of [real.port, own.port]) {
      assert.equal((await ask(port, `host:connect:${serial}`)).slice(8), `connected to ${serial}`);
    }
    await compare(WITH_PHONE);
    for (const service of ON_DEVICE) {
      const [expected, actual] = [
        await askDevice(real.port, serial, service),
        await askDevice(own.port, serial, service),
      ];
      assert.equal(actual, expected, service);
    }
    const features = async (port: number) => (await ask(port, "host:features")).slice(8).split(",").sort();
    assert.deepEqual(await features(own.port), await features(real.port));
  });

  it("keeps the same list of forwards", async () => {
    for (const port of [real.port, own.port]) {
      const local = `tcp:${await freePort()}`;
      const answers = [
        await ask(port, `host:forward:${local};tcp:1`),
        await ask(port, `host:forward:norebind:${local};tcp:1`),
        await ask(port, `host:forward:${local};tcp:2`),
        (await ask(port, "host:list-forward")).slice(8),
        await ask(port, `host:killforward:${local}`),
        await ask(port, "host:list-forward"),
      ];
      const number = local.slice("tcp:".length);
      const length = number.length.toString(16).padStart(4, "0");
      assert.deepEqual(answers, [
        `OKAYOKAY${length}${number}`,
        "FAIL001dcannot rebind existing socket",
        "OKAYOKAY",
        `${serial} ${local} tcp:2\n`,
        "OKAYOKAY",
        "OKAY0000",
      ]);
    }
  });

  it("refuses an unauthorized phone in the same way", async () => {
    phone.setAuthorized(false);
    for (const port of [real.port, own.port]) {
      await ask(port, `host:disconnect:${serial}`);
      // The real server takes a device off its list a moment after it reported it.
      const isGone = async () => ((await ask(port, "host:devices")).includes(serial) ? undefined : true);
      await pollUntil(isGone, 5, AbortSignal.timeout(60_000));
      assert.equal((await ask(port, `host:connect:${serial}`)).slice(8), `failed to authenticate to ${serial}`);
    }
  });
});
