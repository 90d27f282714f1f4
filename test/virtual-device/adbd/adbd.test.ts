import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { COMMAND } from "../../../packages/virtual-android/src/adbd/message.js";
import { bundledProfile } from "../../../packages/virtual-android/src/profile.js";
import type { SystemCommand } from "../../../packages/virtual-android/src/system/system.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../../src/base/signals.js";
import { AdbWire } from "../../support/adb-wire.js";
import { plainPhone } from "../../support/plain-phone.js";

/** Writes 3 MiB at once. */
const big: SystemCommand = {
  name: "big",
  async run({ stdout }) {
    await stdout.write(new Uint8Array(3 << 20).fill(7));
    return 0;
  },
};

function start(apiLevel = 33): Promise<VirtualDevice> {
  return startVirtualDevice({ phone: plainPhone({ apiLevel }), commands: [big] });
}

async function wireTo(device: VirtualDevice): Promise<AdbWire> {
  return await AdbWire.open(device.adbdPort ?? 0);
}

describe("the adb daemon on the wire", () => {
  it("reports its product and the features of its API level", async () => {
    await using device = await start(33);
    using wire = await wireTo(device);
    const hello = await wire.hello();
    assert.deepEqual([hello.command, hello.first, hello.second], [COMMAND.CNXN, 0x01000001, 1 << 20]);
    assert.equal(
      hello.payload.toString(),
      "device::ro.product.name=plain;ro.product.model=Plain_Phone;ro.product.device=plain;" +
        "features=cmd,shell_v2,stat_v2,apex,fixed_push_mkdir,abb_exec,fixed_push_symlink_timestamp,ls_v2,sendrecv_v2",
    );
    await using old = await start(24);
    using oldWire = await wireTo(old);
    const oldHello = await oldWire.hello();
    assert.deepEqual([oldHello.first, oldHello.second], [0x01000000, 256 * 1024]);
    assert.match(oldHello.payload.toString(), /;features=cmd,shell_v2$/);
  });

  it("runs a service with one acknowledgement for each write, and closes the stream at the end", async () => {
    await using device = await start();
    using wire = await wireTo(device);
    await wire.hello();
    wire.send(COMMAND.OPEN, 5, 0, "shell:echo hi\0");
    const okay = await wire.next();
    assert.deepEqual([okay?.command, okay?.second], [COMMAND.OKAY, 5]);
    const write = await wire.next();
    assert.deepEqual([write?.command, write?.payload.toString()], [COMMAND.WRTE, "hi\n"]);
    wire.send(COMMAND.OKAY, 5, write?.first ?? 0);
    const close = await wire.next();
    assert.deepEqual([close?.command, close?.second], [COMMAND.CLSE, 5]);
  });

  it("sends whole packets of stdout and stderr one after the other", async () => {
    const profile = bundledProfile("usb-midrange");
    await using device = await startVirtualDevice({ phone: plainPhone({ apiLevel: 33 }), commands: [big], profile });
    using wire = await wireTo(device);
    await wire.hello(0x01000001, 4_096);
    const script = "big & i=0; while [ $i -lt 200 ]; do echo err >&2; i=$((i+1)); done; wait";
    wire.send(COMMAND.OPEN, 5, 0, `shell,v2,raw:${script}\0`);
    const parts: Buffer[] = [];
    for (let message = await wire.next(); message && message.command !== COMMAND.CLSE; message = await wire.next()) {
      if (message.command !== COMMAND.WRTE) continue;
      parts.push(Buffer.from(message.payload));
      wire.send(COMMAND.OKAY, 5, message.first);
    }
    const bytes = Buffer.concat(parts);
    const lengths = [0, 0, 0, 0];
    for (let at = 0; at < bytes.length; ) {
      const [kind, length] = [bytes.readUInt8(at), bytes.readUInt32LE(at + 1)];
      assert.ok(kind >= 1 && kind <= 3, `a packet of kind ${kind}`);
      lengths[kind] = (lengths[kind] ?? 0) + length;
      at += 5 + length;
    }
    assert.deepEqual(lengths, [0, 3 << 20, 200 * "err\n".length, 1]);
  });

  it("never has two open writes on one stream, and keeps to the negotiated size", async () => {
    await using device = await start();
    using wire = await wireTo(device);
    await wire.hello(0x01000001, 300_000);
    wire.send(COMMAND.OPEN, 9, 0, "exec:big\0");
    const okay = await wire.next();
    let total = 0;
    for (let message = await wire.next(); message?.command === COMMAND.WRTE; message = await wire.next()) {
      assert.ok(message.payload.length <= 300_000);
      total += message.payload.length;
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(wire.waiting, 0, "it has to wait for the acknowledgement");
      wire.send(COMMAND.OKAY, 9, okay?.first ?? 0);
    }
    assert.equal(total, 3 << 20);
  });

  it("checks and sends checksums only with an old protocol version", async () => {
    await using device = await start(24);
    using wire = await wireTo(device);
    await wire.hello();
    wire.send(COMMAND.OPEN, 1, 0, "shell:echo hi\0", 12345);
    assert.equal(await wire.next(), null, "a wrong checksum ends the connection");
    await using modern = await start(33);
    using modernWire = await wireTo(modern);
    await modernWire.hello();
    modernWire.send(COMMAND.OPEN, 1, 0, "shell:echo hi\0", 12345);
    assert.equal((await modernWire.next())?.command, COMMAND.OKAY);
  });

  it("refuses unknown services by closing the stream", async () => {
    await using device = await start();
    using wire = await wireTo(device);
    await wire.hello();
    const refused = [
      "bogus:\0",
      "framebuffer:\0",
      "jdwp\0",
      "track-jdwp\0",
      "localabstract:nobody\0",
      "tcp:1234\0",
      "shell",
    ];
    for (const [index, name] of refused.entries()) {
      wire.send(COMMAND.OPEN, index + 1, 0, name);
      const answer = await wire.next();
      assert.deepEqual([answer?.command, answer?.first, answer?.second], [COMMAND.CLSE, 0, index + 1], name);
    }
    assert.ok(device.log.services.every(({ outcome }) => outcome === "refused"));
  });

  it("hangs up programs of a stream that the host closes", async () => {
    await using device = await start();
    using wire = await wireTo(device);
    await wire.hello();
    wire.send(COMMAND.OPEN, 3, 0, "shell,v2,raw:sleep 100\0");
    const okay = await wire.next();
    wire.send(COMMAND.CLSE, 3, okay?.first ?? 0);
    await pollUntil(() => (device.log.counts.liveProcesses === 0 ? true : undefined), 1, AbortSignal.timeout(60_000));
    assert.equal(device.log.services[0]?.outcome, "closed");
  });

  it("ends everything of a host that disconnects, and nothing of other hosts", async () => {
    await using device = await start();
    const wires = [await wireTo(device), await wireTo(device)];
    for (const wire of wires) {
      await wire.hello();
      wire.send(COMMAND.OPEN, 1, 0, "shell,v2,raw:sleep 100\0");
      await wire.next();
    }
    await pollUntil(() => (device.log.counts.liveProcesses === 2 ? true : undefined), 1, AbortSignal.timeout(60_000));
    wires[0]?.[Symbol.dispose]();
    await pollUntil(() => (device.log.counts.liveProcesses === 1 ? true : undefined), 1, AbortSignal.timeout(60_000));
    wires[1]?.[Symbol.dispose]();
  });

  it("disconnects a host that sends invalid data, and ignores one that does not send CNXN", async () => {
    await using device = await start();
    using nonsense = await wireTo(device);
    nonsense.sendRaw(Buffer.alloc(24, 0x41));
    assert.equal(await nonsense.next(), null);
    using oversized = await wireTo(device);
    oversized.sendRaw(Buffer.from("434e584e000000010000100000000002000000005cbeb1b1".slice(0, 48), "hex"));
    assert.equal(await oversized.next(), null);
    using rude = await wireTo(device);
    rude.send(COMMAND.OPEN, 1, 0, "shell:echo hi\0");
    const hello = await rude.hello();
    assert.equal(hello.command, COMMAND.CNXN);
    assert.equal(device.log.counts.servicesOpened, 0);
  });

  it("requests a host's key until the user has accepted it", async () => {
    await using device = await start();
    device.setAuthorized(false);
    using wire = await wireTo(device);
    const token = await wire.hello();
    assert.deepEqual([token.command, token.first, token.payload.length], [COMMAND.AUTH, 1, 20]);
    wire.send(COMMAND.AUTH, 2, 0, new Uint8Array(256));
    assert.equal((await wire.next())?.command, COMMAND.AUTH);
    wire.send(COMMAND.AUTH, 3, 0, "a public key\0");
    device.setAuthorized(true);
    assert.equal((await wire.next())?.command, COMMAND.CNXN);
  });

  it("carries both directions of a socket that a program on the phone listens on", async () => {
    await using device = await start();
    device.listeners.listen("localabstract:helper", (connection) => {
      const signal = new AbortController().signal;
      void (async () => {
        const asked = await connection.read(100, signal);
        await connection.write(Buffer.from(`you said ${Buffer.from(asked ?? []).toString()}`), signal);
        connection.close();
      })();
    });
    using wire = await wireTo(device);
    await wire.hello();
    wire.send(COMMAND.OPEN, 2, 0, "localabstract:helper\0");
    const okay = await wire.next();
    wire.send(COMMAND.WRTE, 2, okay?.first ?? 0, "hello");
    const answers = [await wire.next(), await wire.next()];
    assert.equal(answers.find((message) => message?.command === COMMAND.WRTE)?.payload.toString(), "you said hello");
  });
});
