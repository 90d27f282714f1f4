import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, it } from "node:test";
import adbkit from "@devicefarmer/adbkit";
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from "../../../packages/virtual-android/src/virtual-adb-server.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../../src/base/signals.js";
import { plainPhone } from "../../support/plain-phone.js";
import { ask, askDevice, SmartSocket } from "../../support/smart-socket.js";

function startPhone(serialNumber: string): Promise<VirtualDevice> {
  return startVirtualDevice({ phone: plainPhone({ serialNumber }), adbdPort: null });
}

const soon = () => AbortSignal.timeout(60_000);

/** Waits until the frame of a tracking connection satisfies the check. */
async function untilFrame(socket: SmartSocket, check: (text: string) => boolean): Promise<string> {
  for (;;) {
    const text = await socket.takeString();
    if (check(text)) return text;
  }
}

async function streamsEnd(server: VirtualAdbServer): Promise<void> {
  await pollUntil(() => (server.openConnections === 0 ? true : undefined), 2, soon());
}

describe("the embedded adb server", () => {
  it("lists phones in any state", async () => {
    await using phone = await startPhone("A1");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    server.attachListed("B2", "no permissions (missing udev rules? user is in the plugdev group); see [http://x]");
    const other = server.attachListed("C3", "device");
    for (const state of [
      "offline",
      "unauthorized",
      "authorizing",
      "connecting",
      "recovery",
      "sideload",
      "bootloader",
    ]) {
      other.setState(state);
      const expected = `A1\tdevice\nB2\tno permissions (missing udev rules? user is in the plugdev group); see [http://x]\nC3\t${state}\n`;
      assert.equal((await ask(server.port, "host:devices")).slice(8), expected);
    }
  });

  it("reports why a phone in each state cannot be used", async () => {
    await using server = await startVirtualAdbServer();
    const phone = server.attachListed("S", "device");
    const texts: readonly (readonly [state: string, text: RegExp])[] = [
      ["offline", /^FAIL000edevice offline$/],
      ["unauthorized", /^FAIL00a7device unauthorized\.\nThis adb server's \$ADB_VENDOR_KEYS is not set\n/],
      ["authorizing", /^FAIL0018device still authorizing$/],
      ["connecting", /^FAIL0017device still connecting$/],
      ["no permissions (udev)", /^FAIL[0-9a-f]{4}insufficient permissions for device: udev\n/],
    ];
    for (const [state, text] of texts) {
      phone.setState(state);
      assert.match(await ask(server.port, "host:transport:S"), text);
      assert.match(await ask(server.port, "host-serial:S:get-state"), text);
    }
    phone.setState("absent");
    assert.equal(await ask(server.port, "host:transport:S"), "FAIL0014device 'S' not found");
    phone.setState("recovery");
    assert.equal(await ask(server.port, "host-serial:S:get-state"), "OKAY0008recovery");
  });

  it("asks for a choice where several phones fit", async () => {
    await using one = await startPhone("ONE");
    await using two = await startPhone("TWO");
    await using server = await startVirtualAdbServer({ devices: [{ device: one }, { device: two, kind: "local" }] });
    assert.equal(await ask(server.port, "host:transport-any"), "FAIL001dmore than one device/emulator");
    assert.equal(await ask(server.port, "host-usb:get-serialno"), "OKAY0003ONE");
    assert.equal(await ask(server.port, "host-local:get-serialno"), "OKAY0003TWO");
    assert.equal(await ask(server.port, "host:wait-for-any-device"), "OKAYFAIL001dmore than one device/emulator");
  });

  it("runs services by serial, by transport id and by product", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    assert.equal(await askDevice(server.port, "S", "shell:echo one"), "OKAYone\n");
    assert.equal(await askDevice(server.port, "model:Plain_Phone", "exec:echo two"), "OKAYtwo\n");
    assert.equal(await askDevice(server.port, "S", "bogus:"), "FAIL0006closed");
    using socket = await SmartSocket.open(server.port);
    socket.send("host:tport:serial:S");
    assert.equal(await socket.take(12), "OKAY\x01\0\0\0\0\0\0\0");
    socket.send("shell,v2,raw:exit 9");
    assert.equal(await socket.rest(), "OKAY\x03\x01\0\0\0\x09");
  });

  it("reports to a tracking client every phone that connects, changes and disconnects", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer();
    using tracker = await SmartSocket.open(server.port);
    tracker.send("host:track-devices-l");
    assert.equal(await tracker.take(4), "OKAY");
    assert.equal(await tracker.takeString(), "");
    const attached = server.attach({ device: phone, path: "usb:3-1" });
    assert.match(await tracker.takeString(), /^S {22}device usb:3-1 product:plain .* transport_id:1\n$/);
    phone.setOffline(true);
    assert.match(await untilFrame(tracker, (text) => text.includes("offline")), /transport_id:2/);
    phone.setOffline(false);
    await untilFrame(tracker, (text) => text.includes("device usb"));
    phone.unplug();
    await untilFrame(tracker, (text) => text === "");
    phone.plug();
    await untilFrame(tracker, (text) => text.includes("transport_id:3"));
    attached.detach();
    await untilFrame(tracker, (text) => text === "");
  });

  it("waits for a state", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    phone.setAuthorized(false);
    using waiting = await SmartSocket.open(server.port);
    waiting.send("host-serial:S:wait-for-any-device");
    assert.equal(await waiting.take(4), "OKAY");
    using leaving = await SmartSocket.open(server.port);
    leaving.send("host-serial:S:wait-for-any-disconnect");
    assert.equal(await leaving.take(4), "OKAY");
    phone.setAuthorized(true);
    assert.equal(await waiting.rest(), "OKAY");
    phone.unplug();
    assert.equal(await leaving.rest(), "OKAY");
    assert.equal(await ask(server.port, "host:wait-for-any-bogus"), "FAIL0014unknown host service");
  });

  it("ends the streams of a phone that disconnects, and the client sees the end of the stream", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    using socket = await SmartSocket.open(server.port);
    socket.send("host:transport:S");
    await socket.take(4);
    socket.send("shell:echo started; sleep 100");
    assert.equal(await socket.take(12), "OKAYstarted\n");
    phone.disconnect();
    assert.equal(await socket.rest(), "");
    await pollUntil(() => (phone.log.counts.openServices === 0 ? true : undefined), 2, soon());
    assert.match(await ask(server.port, "host:devices-l"), /transport_id:2\n$/);
  });

  it("ends the streams of a phone whose state changes", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer();
    const attached = server.attach({ device: phone });
    using socket = await SmartSocket.open(server.port);
    socket.send("host:transport:S");
    await socket.take(4);
    socket.send("shell:echo started; sleep 100");
    await socket.take(12);
    attached.setState("offline");
    assert.equal(await socket.rest(), "");
    attached.setState(null);
    assert.equal(await askDevice(server.port, "S", "shell:echo back"), "OKAYback\n");
  });

  it("hangs up programs whose client closed the stream", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    const socket = await SmartSocket.open(server.port);
    socket.send("host:transport:S");
    await socket.take(4);
    socket.send("shell,v2,raw:sleep 100");
    await socket.take(4);
    socket[Symbol.dispose]();
    await pollUntil(() => (phone.log.counts.liveProcesses === 0 ? true : undefined), 2, soon());
    await streamsEnd(server);
  });

  it("can be killed during a stream and started again on the same port", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    const { port } = server;
    using socket = await SmartSocket.open(port);
    socket.send("host:transport:S");
    await socket.take(4);
    socket.send("shell:echo started; sleep 100");
    await socket.take(12);
    assert.equal(await ask(port, "host:kill"), "OKAY");
    assert.equal(await socket.rest(), "");
    await pollUntil(() => (server.isRunning ? undefined : true), 1, soon());
    await assert.rejects(ask(port, "host:version"), /ECONNREFUSED/);
    await server.restart();
    assert.equal(server.port, port);
    assert.equal(await askDevice(port, "S", "shell:echo again"), "OKAYagain\n");
    assert.match(await ask(port, "host:devices-l"), /transport_id:1\n$/);
    assert.equal(phone.log.counts.liveProcesses, 0);
  });

  it("forwards ports, and removes the forwards with their phone", async () => {
    await using phone = await startPhone("S");
    phone.listeners.listen("localabstract:greeter", (connection) => {
      void connection.write(Buffer.from("welcome"), soon()).then(() => connection.close());
    });
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    const reply = await ask(server.port, "host-serial:S:forward:tcp:0;localabstract:greeter");
    const [, port = ""] = /^OKAYOKAY0005(\d+)$/.exec(reply) ?? [];
    using client = await SmartSocket.open(Number(port));
    assert.equal(await client.rest(), "welcome");
    const refused = await ask(server.port, "host-serial:S:forward:tcp:0;localabstract:nobody");
    using closed = await SmartSocket.open(Number(refused.slice(12)));
    assert.equal(await closed.rest(), "");
    assert.match(
      await ask(server.port, "host:list-forward"),
      new RegExp(`^OKAY[0-9a-f]{4}S tcp:${port} localabstract:greeter\\n`),
    );
    phone.unplug();
    assert.equal(await ask(server.port, "host:list-forward"), "OKAY0000");
  });

  it("connects to an adb daemon by its address, and returns the result", async () => {
    await using phone = await startVirtualDevice({ phone: plainPhone() });
    await using server = await startVirtualAdbServer();
    const serial = `127.0.0.1:${phone.adbdPort}`;
    assert.equal((await ask(server.port, `host:connect:${serial}`)).slice(8), `connected to ${serial}`);
    assert.equal((await ask(server.port, `host:connect:${serial}`)).slice(8), `already connected to ${serial}`);
    assert.equal(await askDevice(server.port, serial, "shell:echo remote"), "OKAYremote\n");
    assert.equal(await askDevice(server.port, serial, "bogus:"), "FAIL0006closed");
    phone.disconnect();
    await pollUntil(
      async () => ((await ask(server.port, "host:devices")).includes("offline") ? true : undefined),
      2,
      soon(),
    );
    phone.setAuthorized(false);
    assert.equal((await ask(server.port, `host:connect:${serial}`)).slice(8), `failed to authenticate to ${serial}`);
    phone.setAuthorized(true);
    assert.equal((await ask(server.port, `host:connect:${serial}`)).slice(8), `connected to ${serial}`);
    assert.equal((await ask(server.port, `host:disconnect:${serial}`)).slice(8), `disconnected ${serial}`);
    assert.equal(await ask(server.port, "host:devices"), "OKAY0000");
  });

  it("serves adbkit: listing, tracking, shell, sync, forwards", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    const client = adbkit.Adb.createClient({ port: server.port });
    const listed = await client.listDevices();
    assert.deepEqual(
      listed.map(({ id, type }: { id: string; type: string }) => ({ id, type })),
      [{ id: "S", type: "device" }],
    );
    const device = client.getDevice("S");
    assert.equal((await adbkit.Adb.util.readAll(await device.shell("echo from adbkit"))).toString(), "from adbkit\n");
    const pushing = await device.push(Readable.from([Buffer.alloc(200_000, 7)], { objectMode: false }), "/sdcard/x");
    await new Promise((resolve, reject) => {
      pushing.on("end", resolve);
      pushing.on("error", reject);
    });
    assert.equal(phone.phone.files.read("/sdcard/x")?.length, 200_000);
    const pulled = await adbkit.Adb.util.readAll(await device.pull("/sdcard/x"));
    assert.deepEqual(pulled, Buffer.alloc(200_000, 7));
    assert.equal((await device.stat("/sdcard/x")).size, 200_000);
    assert.ok((await device.readdir("/sdcard")).some((entry: { name: string }) => entry.name === "Download"));
    await assert.rejects(client.getDevice("nope").shell("true"), /'nope' not found/);
  });

  it("records no defect, whatever requests arrive", async () => {
    await using phone = await startPhone("S");
    await using server = await startVirtualAdbServer({ devices: [{ device: phone }] });
    const nonsense = [
      "host:",
      "host-serial",
      "host-serial:S:",
      "host:forward:",
      "host:connect:::",
      "host:tport:serial:",
      "shell:",
      "host:transport-id:x",
    ];
    for (const request of nonsense) assert.match(await ask(server.port, request), /^(?:FAIL|OKAY)/, request);
    using garbage = await SmartSocket.open(server.port);
    garbage.sendRaw(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
    assert.equal(await garbage.rest(), "");
    using half = await SmartSocket.open(server.port);
    half.sendRaw(Buffer.from("00ffhost:"));
    half[Symbol.dispose]();
    await streamsEnd(server);
    assert.deepEqual(server.defects, []);
  });
});
