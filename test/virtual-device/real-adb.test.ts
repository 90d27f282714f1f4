import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import adbkit from "@devicefarmer/adbkit";
import type { SystemCommand } from "../../packages/virtual-android/src/system/system.js";
import { startVirtualDevice, type VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../src/base/signals.js";
import { skipWithout } from "../support/needs.js";
import { type PlainPhone, plainPhone } from "../support/plain-phone.js";
import { type RealAdb, startRealAdb } from "../support/real-adb.js";

const FRAME_BYTES = 1080 * 2400 * 4 + 16;

/** As large as a raw screenshot. */
const frame: SystemCommand = {
  name: "frame",
  async run({ stdout }) {
    await stdout.write(new Uint8Array(FRAME_BYTES).fill(0x42));
    return 0;
  },
};

/** Takes what `cmd package install -S SIZE` gets on its input. */
function installer(installed: Uint8Array[]): SystemCommand {
  return {
    name: "cmd",
    async run({ argv, stdin, stdout }) {
      const size = Number(argv[argv.indexOf("-S") + 1]);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of stdin) {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= size) break;
      }
      installed.push(Buffer.concat(chunks));
      await stdout.write("Success\n");
      return 0;
    },
  };
}

for (const apiLevel of [24, 33]) {
  describe(`a virtual phone of API ${apiLevel} behind the real adb server`, { skip: skipWithout("adb") }, () => {
    const installed: Uint8Array[] = [];
    const signal = AbortSignal.timeout(120_000);
    let adb: RealAdb;
    let phone: PlainPhone;
    let device: VirtualDevice;
    let serial: string;
    let folder: string;

    before(async () => {
      adb = await startRealAdb();
      phone = plainPhone({ apiLevel });
      const onReboot = () => {
        phone.boots += 1;
      };
      device = await startVirtualDevice({ phone, commands: [frame, installer(installed)], onReboot });
      serial = `127.0.0.1:${device.adbdPort}`;
      folder = mkdtempSync(join(tmpdir(), "fovea-push-"));
      await adb.run("connect", serial);
    });
    after(async () => {
      await adb[Symbol.asyncDispose]();
      await device[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });

    const run = async (...args: readonly string[]) => {
      const { stdout, stderr, code } = await adb.run("-s", serial, ...args);
      return { stdout: stdout.toString(), stderr, status: code };
    };

    it("is listed with its product names", async () => {
      const { stdout } = await run("devices", "-l");
      const line = stdout.split("\n").find((text) => text.startsWith(serial)) ?? "";
      assert.match(line, /device product:plain model:Plain_Phone device:plain transport_id:\d+/);
      assert.equal((await run("get-state")).stdout, "device\n");
    });

    it("runs commands with separate outputs and the exit status", async () => {
      assert.deepEqual(await run("shell", "echo out; echo err >&2; exit 3"), {
        stdout: "out\n",
        stderr: "err\n",
        status: 3,
      });
      assert.equal((await run("shell", "nope")).status, 127);
      assert.equal((await run("exec-out", "echo", "it's", "a  b", '$HOME "x"')).stdout, 'it\'s a  b $HOME "x"\n');
      assert.equal((await run("shell", "-x", "echo plain; echo merged >&2")).stdout, "plain\nmerged\n");
      assert.equal(
        (await adb.runWith("read x\nword\necho $x >&2\ncat\nrest\n", ["-s", serial, "shell"])).stdout.toString(),
        "rest\n",
      );
    });

    it("transfers files both ways without changing a byte", async () => {
      const content = randomBytes(3_000_001);
      const local = join(folder, "content");
      writeFileSync(local, content, { mode: 0o644 });
      assert.match((await run("push", local, "/sdcard/Download/content")).stdout, /1 file pushed/);
      assert.deepEqual(Buffer.from(phone.files.read("/sdcard/Download/content") ?? []), content);
      assert.equal((await run("pull", "/sdcard/Download/content", join(folder, "back"))).status, 0);
      assert.deepEqual(readFileSync(join(folder, "back")), content);
      assert.equal((await run("pull", "-a", "/sdcard/Download/content", join(folder, "dated"))).status, 0);
      assert.equal(
        Math.floor(statSync(join(folder, "dated")).mtimeMs / 1000),
        phone.files.stat("/sdcard/Download/content")?.mtimeSeconds,
      );
    });

    it("transfers folders, creates missing ones, and reports files that cannot be transferred", async () => {
      mkdirSync(join(folder, "tree", "inner"), { recursive: true });
      writeFileSync(join(folder, "tree", "inner", "leaf"), "leaf");
      assert.equal((await run("push", join(folder, "tree"), "/data/local/tmp/new/place")).status, 0);
      assert.equal((await run("pull", "/data/local/tmp/new", join(folder, "pulled"))).status, 0);
      const [leaf] = ["place/inner/leaf", "place/tree/inner/leaf"].filter((path) => {
        try {
          return readFileSync(join(folder, "pulled", path), "utf8") === "leaf";
        } catch {
          return false;
        }
      });
      assert.ok(leaf);
      const refused = await run("push", join(folder, "content"), "/system/x");
      assert.match(refused.stdout + refused.stderr, /couldn't create file: Read-only file system/);
      const missing = await run("pull", "/nope", folder);
      assert.match(missing.stdout + missing.stderr, /No such file or directory|does not exist/);
    });

    it("installs a package from its bytes", async () => {
      const apk = randomBytes(200_000);
      writeFileSync(join(folder, "app.apk"), apk);
      const { stdout, status } = await run("install", join(folder, "app.apk"));
      assert.deepEqual([/Success/.test(stdout), status], [true, 0]);
      assert.deepEqual(Buffer.from(installed.at(-1) ?? []), apk);
    });

    it("forwards a port of the host to a socket inside the phone", async () => {
      const stop = device.listeners.listen("localabstract:greeter", (connection) => {
        void connection.write(Buffer.from("welcome"), signal).then(() => connection.close());
      });
      const { stdout } = await run("forward", "tcp:0", "localabstract:greeter");
      const chunks: Buffer[] = [];
      for await (const chunk of connect(Number(stdout), "127.0.0.1")) chunks.push(chunk);
      assert.equal(Buffer.concat(chunks).toString(), "welcome");
      stop();
    });

    it("refuses with an error what a user build refuses", async () => {
      assert.match((await run("reverse", "tcp:1", "tcp:2")).stderr, /reverse is not supported/);
      assert.match((await run("root")).stdout, /cannot run as root in production builds/);
      assert.notEqual((await run("jdwp")).status, 0);
    });

    it("returns 10 MB of raw pixels whole, several times", async () => {
      for (let round = 0; round < 3; round += 1) {
        const { stdout } = await adb.run("-s", serial, "exec-out", "frame");
        assert.ok(stdout.equals(Buffer.alloc(FRAME_BYTES, 0x42)), `${stdout.length} bytes`);
      }
    });

    it("serves adbkit as well", async () => {
      const client = adbkit.Adb.createClient({ port: adb.port });
      const listed = await client.listDevices();
      assert.deepEqual(
        listed.map(({ id, type }: { id: string; type: string }) => ({ id, type })),
        [{ id: serial, type: "device" }],
      );
      const stream = await client.getDevice(serial).shell("echo from adbkit");
      assert.equal((await adbkit.Adb.util.readAll(stream)).toString(), "from adbkit\n");
    });

    it("returns from a reboot with a new boot id", async () => {
      const before_ = (await run("shell", "cat /proc/sys/kernel/random/boot_id")).stdout;
      await run("reboot");
      await run("disconnect", serial);
      await pollUntil(
        async () => ((await run("connect", serial)).stdout.startsWith("connected") ? true : undefined),
        50,
        signal,
      );
      const after_ = (await run("shell", "cat /proc/sys/kernel/random/boot_id")).stdout;
      assert.match(after_, /^[-0-9a-f]{36}\n$/);
      assert.notEqual(after_, before_);
    });

    it("leaves nothing behind", async () => {
      await pollUntil(() => (device.log.counts.openServices === 0 ? true : undefined), 5, signal);
      assert.equal(device.log.counts.liveProcesses, 0);
      assert.deepEqual(device.log.defects, []);
    });
  });
}

describe("the states of a virtual phone behind the real adb server", { skip: skipWithout("adb") }, () => {
  it("are distinguished: unauthorized, device, recovery, gone", async () => {
    await using adb = await startRealAdb();
    await using device = await startVirtualDevice({ phone: plainPhone() });
    const serial = `127.0.0.1:${device.adbdPort}`;
    const signal = AbortSignal.timeout(60_000);
    const state = async () => {
      const { stdout } = await adb.run("devices");
      return new RegExp(`^${serial}\\t(.*)$`, "m").exec(stdout.toString())?.[1] ?? "gone";
    };
    const becomes = (wanted: string) =>
      pollUntil(async () => ((await state()) === wanted ? true : undefined), 20, signal);
    device.setAuthorized(false);
    assert.match((await adb.run("connect", serial)).stdout.toString(), /failed to authenticate/);
    await becomes("unauthorized");
    device.setAuthorized(true);
    await becomes("device");
    await adb.run("disconnect", serial);
    await becomes("gone");
    await device.reboot("recovery");
    await adb.run("connect", serial);
    await becomes("recovery");
    device.unplug();
    await becomes("offline");
  });
});
