import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { ManualTime } from "../../packages/virtual-android/src/phone-time.js";
import { bundledProfile } from "../../packages/virtual-android/src/profile.js";
import { startVirtualPhone } from "../../packages/virtual-android/src/start-virtual-phone.js";
import { startVirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../src/base/signals.js";
import { jumpingClock } from "../support/jumping-clock.js";
import { plainPhone } from "../support/plain-phone.js";
import { openService, readAll, runOnPhone } from "../support/run-on-phone.js";

const soon = () => AbortSignal.timeout(60_000);

describe("a virtual device", () => {
  it("logs every service and every process with its end", async () => {
    await using device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
    await runOnPhone(device, "echo hi | cat; exit 4");
    assert.equal(await device.open("bogus:", soon()), null);
    const services = device.log.services.map(({ name, outcome, bytesToHost }) => ({ name, outcome, bytesToHost }));
    assert.deepEqual(services, [
      { name: "shell,v2,raw:echo hi | cat; exit 4", outcome: "done", bytesToHost: 3 + 5 + 1 + 5 },
      { name: "bogus:", outcome: "refused", bytesToHost: 0 },
    ]);
    const [shell, ...children] = device.log.processes;
    assert.deepEqual([shell?.argv.slice(0, 2), shell?.status, shell?.serviceId], [["/system/bin/sh", "-c"], 4, 1]);
    assert.deepEqual(
      children.map(({ argv, status, parentPid }) => [argv.at(-1), status, parentPid]),
      [
        ["echo hi | cat; exit 4", 0, shell?.pid],
        ["cat", 0, shell?.pid],
      ],
    );
    assert.deepEqual(device.log.counts, { servicesOpened: 2, openServices: 0, processesStarted: 3, liveProcesses: 0 });
    device.log.clear();
    assert.deepEqual([device.log.services, device.log.processes, device.log.counts.processesStarted], [[], [], 3]);
  });

  it("has the programs of its release: gunzip and the long checksums from Android 8 on, timeout before", async () => {
    const missing = async (apiLevel: number) => {
      await using device = await startVirtualDevice({ phone: plainPhone({ apiLevel }), adbdPort: null });
      const { stdout } = await runOnPhone(
        device,
        "for p in gzip gunzip zcat sha1sum sha256sum sha512sum timeout; do command -v $p >/dev/null || echo $p; done",
      );
      return stdout.split("\n").filter((name) => name !== "");
    };
    assert.deepEqual(await missing(24), ["gunzip", "zcat", "sha256sum", "sha512sum"]);
    assert.deepEqual(await missing(28), []);
  });

  it("disconnects at a reboot and is back after the time of its profile", async () => {
    const phone = plainPhone();
    const instant = bundledProfile("instant");
    const profile = { ...instant, boot: { offlineMs: { fixed: 30 }, cites: "test" } };
    const targets: string[] = [];
    const onReboot = (target: string) => {
      targets.push(target);
      phone.boots += 1;
    };
    await using device = await startVirtualDevice({ phone, adbdPort: null, profile, onReboot });
    const bootId = async () => (await runOnPhone(device, "cat /proc/sys/kernel/random/boot_id")).stdout;
    const before = await bootId();
    const states: string[] = [];
    device.onChange(() => states.push(device.state));
    const stop = device.listeners.listen("tcp:9", () => {});
    const busy = await openService(device, "shell:nohup sleep 100");
    const started = performance.now();
    const rebooting = device.reboot("recovery");
    assert.equal(device.state, "absent");
    assert.equal((await readAll(busy)).length, 0);
    assert.equal(await device.open("shell:true", soon()), null);
    await rebooting;
    assert.ok(performance.now() - started >= 28);
    assert.deepEqual(states, ["absent", "recovery"]);
    assert.deepEqual(targets, ["recovery"]);
    assert.notEqual(await bootId(), before);
    assert.equal(await device.open("tcp:9", soon()), null, "programs do not survive a reboot");
    assert.equal(device.log.processes.filter(({ signal }) => signal === "KILL").length, 1);
    stop();
  });

  it("reboots when a program or a service requests it", async () => {
    await using device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
    await readAll(await openService(device, "reboot:bootloader"));
    await pollUntil(() => (device.state === "bootloader" ? true : undefined), 1, soon());
    await readAll(await openService(device, "shell:reboot"));
    await pollUntil(() => (device.state === "device" ? true : undefined), 1, soon());
  });

  it("takes the time of its profile, which can be changed while it runs", async () => {
    const instant = bundledProfile("instant");
    const slow = {
      ...instant,
      link: { ...instant.link, toHostBytesPerSecond: 100_000, latencyMs: { fixed: 10 } },
      commands: [{ command: ["cat"], delayMs: { fixed: 300 }, cites: "test" }],
    };
    const clock = jumpingClock();
    await using device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null, profile: slow, clock });
    const timed = async () => {
      const started = clock.nowMs();
      await runOnPhone(device, "head -c 2000 /dev/zero | cat");
      return clock.nowMs() - started;
    };
    const slowMs = await timed();
    assert.ok(slowMs >= 338, `${slowMs} ms`); // two ways, the program, 2 kB at 100 kB/s
    device.setProfile(instant);
    assert.ok((await timed()) < slowMs / 2, "at least the program's own 300 ms are saved");
  });

  it("refuses a phone whose files are not MemoryFiles", async () => {
    const phone = { ...plainPhone(), files: { read: () => undefined } };
    // @ts-expect-error: half an implementation of PhoneFiles
    await assert.rejects(startVirtualDevice({ phone, adbdPort: null }), /MemoryFiles\.create/);
  });

  it("serves many streams at once", async () => {
    await using device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, index) => runOnPhone(device, `echo ${index} | cat`)),
    );
    assert.deepEqual(
      results.map(({ stdout }) => stdout),
      Array.from({ length: 64 }, (_, index) => `${index}\n`),
    );
    assert.equal(device.log.counts.liveProcesses, 0);
  });

  it("ends everything when it is disposed", async () => {
    const device = await startVirtualDevice({ phone: plainPhone() });
    const stream = await openService(device, "shell:sleep 100");
    void device.goOffline(100_000);
    await device[Symbol.asyncDispose]();
    await pollUntil(() => (device.log.counts.liveProcesses === 0 ? true : undefined), 1, soon());
    assert.equal((await readAll(stream)).length, 0);
    assert.equal(device.log.counts.openServices, 0);
  });
});

test("a phone that was started with its device ends with it, and leaves no timer behind", async () => {
  const clock = new ManualTime();
  const { device } = await startVirtualPhone({ app: "com.fovea.endless", adbdPort: null, clock });
  assert.ok(clock.pending > 0);
  await device[Symbol.asyncDispose]();
  assert.equal(clock.pending, 0);
});

test("a phone whose daemon cannot listen does not stay running", async () => {
  await using other = await startVirtualDevice({ phone: plainPhone() });
  const clock = new ManualTime();
  await assert.rejects(startVirtualPhone({ adbdPort: other.adbdPort, clock }), { code: "EADDRINUSE" });
  assert.equal(clock.pending, 0);
});
