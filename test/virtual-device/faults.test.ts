import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Fault } from "../../packages/virtual-android/src/fault-script.js";
import type { SystemCommand } from "../../packages/virtual-android/src/system/system.js";
import { startVirtualDevice, type VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../src/base/signals.js";
import { plainPhone } from "../support/plain-phone.js";
import { openService, readAll, runOnPhone } from "../support/run-on-phone.js";

const TEXT = "0123456789".repeat(10);

/** Prints a hundred digits. */
const say: SystemCommand = {
  name: "say",
  async run({ stdout }) {
    await stdout.write(TEXT);
    return 0;
  },
};

const soon = () => AbortSignal.timeout(60_000);

function start(): Promise<VirtualDevice> {
  return startVirtualDevice({ phone: plainPhone(), adbdPort: null, commands: [say, { ...say, name: "dumpsys" }] });
}

async function struckCommand(fault: Fault, script = "say") {
  await using device = await start();
  device.faults.set([{ command: "^(?:say|dumpsys)", times: 1, fault }]);
  return await runOnPhone(device, script);
}

describe("a fault of a command", () => {
  it("fails with the given status and message", async () => {
    const result = await struckCommand({ kind: "fail", status: 137, stderr: "Killed\n" });
    assert.deepEqual(result, { stdout: "", stderr: "Killed\n", status: 137 });
  });

  it("cuts off its output and changes nothing else", async () => {
    const result = await struckCommand({ kind: "truncate", bytes: 7 }, "say; echo after");
    assert.deepEqual(result, { stdout: "0123456after\n", stderr: "", status: 0 });
  });

  it("turns its output into garbage, the same in every run", async () => {
    const first = await struckCommand({ kind: "garbage" });
    const second = await struckCommand({ kind: "garbage" });
    assert.equal(first.stdout, second.stdout);
    assert.notEqual(first.stdout, TEXT);
    assert.equal(first.status, 0);
  });

  it("prints text before its output, on either channel", async () => {
    const result = await struckCommand({ kind: "prefix", stdout: "WARNING: ", stderr: "linker: unused\n" });
    assert.deepEqual(result, { stdout: `WARNING: ${TEXT}`, stderr: "linker: unused\n", status: 0 });
  });

  it("prints endless output instead of the answer", async () => {
    const { stdout } = await struckCommand({ kind: "flood", bytes: 250_000 });
    assert.equal(stdout.length, 250_000);
  });

  it("kills it", async () => {
    await using device = await start();
    device.faults.set([{ command: "^sleep", fault: { kind: "kill", afterMs: 5 } }]);
    assert.equal((await runOnPhone(device, "sleep 100; echo $?")).stdout, "137\n");
    device.faults.set([{ command: "^sleep", fault: { kind: "kill", afterMs: 60_000 } }]);
    assert.equal((await runOnPhone(device, "sleep 0.001; echo $?")).stdout, "0\n");
  });

  it("delays it, or makes it hang for a while", async () => {
    const started = performance.now();
    assert.equal((await struckCommand({ kind: "delay", ms: 30 })).stdout, TEXT);
    assert.equal((await struckCommand({ kind: "hang", forMs: 30 })).stdout, TEXT);
    assert.ok(performance.now() - started >= 58);
  });

  it("slows its output down", async () => {
    const started = performance.now();
    assert.equal((await struckCommand({ kind: "slow", bytesPerSecond: 1000 })).stdout, TEXT);
    assert.ok(performance.now() - started >= 95);
  });

  it("makes it hang until the stream is closed", async () => {
    await using device = await start();
    device.faults.set([{ command: "^say", fault: { kind: "hang" } }]);
    const stream = await openService(device, "shell,v2,raw:say");
    await pollUntil(() => (device.log.counts.liveProcesses === 1 ? true : undefined), 1, soon());
    stream.close();
    await pollUntil(() => (device.log.counts.liveProcesses === 0 ? true : undefined), 1, soon());
  });

  it("makes it hang in a call that survives the hang-up, until SIGTERM", async () => {
    await using device = await start();
    device.faults.set([{ command: "^say", fault: { kind: "hang", inBinder: true } }]);
    const stream = await openService(device, "shell,v2,raw:say");
    await pollUntil(() => (device.processes[0]?.isInBinderCall ? true : undefined), 1, soon());
    stream.close();
    await pollUntil(() => (device.log.counts.openServices === 0 ? true : undefined), 1, soon());
    assert.equal(device.log.counts.liveProcesses, 1);
    const { pid = 0 } = device.processes[0] ?? {};
    await runOnPhone(device, `kill ${pid}`);
    await pollUntil(() => (device.log.counts.liveProcesses === 0 ? true : undefined), 1, soon());
  });

  it("makes dumpsys stop after its own time limit", async () => {
    const result = await struckCommand({ kind: "hang", inBinder: true }, "dumpsys -T 20 window displays");
    assert.equal(result.stdout, "\n*** SERVICE 'window' DUMP TIMEOUT (20ms) EXPIRED ***\n\n");
    assert.equal(result.status, 0);
  });

  it("drops the transport in the middle of its output", async () => {
    await using device = await start();
    device.faults.set([{ command: "^say", times: 1, fault: { kind: "disconnect", afterBytes: 10 } }]);
    const stream = await openService(device, "shell,v2,raw:say; sleep 100");
    const bytes = await readAll(stream);
    assert.ok(bytes.length < TEXT.length);
    assert.equal(device.connection, 2);
    assert.equal((await runOnPhone(device, "say")).stdout, TEXT);
  });

  it("takes the device offline for a while", async () => {
    await using device = await start();
    device.faults.set([{ command: "^say", times: 1, fault: { kind: "offline", forMs: 20 } }]);
    await readAll(await openService(device, "shell:say"));
    assert.equal(device.state, "offline");
    assert.equal(await device.open("shell:true", soon()), null);
    await pollUntil(() => (device.state === "device" ? true : undefined), 1, soon());
    assert.equal((await runOnPhone(device, "say")).stdout, TEXT);
  });

  it("reboots the device under it", async () => {
    await using device = await start();
    device.faults.set([{ command: "^say", times: 1, fault: { kind: "reboot" } }]);
    await readAll(await openService(device, "shell:say"));
    await pollUntil(() => (device.state === "device" ? true : undefined), 1, soon());
    assert.equal(device.log.counts.liveProcesses, 0);
  });

  it("applies to programs of every kind, also to those beside builtins in a pipe and to exec'ed ones", async () => {
    const fault: Fault = { kind: "fail", status: 9, stderr: "" };
    assert.equal((await struckCommand(fault, "say | cat; exec say")).stdout, TEXT);
    assert.equal((await struckCommand(fault, "true; exec say")).status, 9);
  });
});

async function struckService(fault: Fault, service = "exec:say"): Promise<Buffer | null> {
  await using device = await start();
  device.faults.set([{ service: "^(?:exec|shell|sync)", times: 1, fault }]);
  const stream = await device.open(service, soon());
  const bytes = stream && (await readAll(stream));
  await pollUntil(() => (device.log.counts.openServices === 0 ? true : undefined), 1, soon());
  assert.deepEqual(device.log.defects, []);
  return bytes;
}

describe("a fault of a service", () => {
  it("refuses it", async () => {
    assert.equal(await struckService({ kind: "fail", status: 1, stderr: "" }), null);
  });

  it("cuts off its stream after a number of bytes", async () => {
    assert.equal(String(await struckService({ kind: "truncate", bytes: 12 })), TEXT.slice(0, 12));
  });

  it("corrupts, prefixes, floods and slows it", async () => {
    assert.notEqual(String(await struckService({ kind: "garbage" })), TEXT);
    assert.equal(String(await struckService({ kind: "prefix", stdout: "X" })), `X${TEXT}`);
    assert.equal((await struckService({ kind: "flood", bytes: 100_000 }))?.length, 100_000);
    assert.equal(String(await struckService({ kind: "slow", bytesPerSecond: 2000 })), TEXT);
    assert.equal(String(await struckService({ kind: "delay", ms: 5 })), TEXT);
    assert.equal(String(await struckService({ kind: "hang", forMs: 5 })), TEXT);
  });

  it("ends it without an answer: killed, disconnected, offline, rebooted", async () => {
    for (const fault of [
      { kind: "kill", afterMs: 5 },
      { kind: "disconnect" },
      { kind: "offline", forMs: 1 },
      { kind: "reboot" },
    ] as const) {
      assert.equal((await struckService(fault, "shell:sleep 100"))?.length, 0, fault.kind);
    }
  });

  it("works on every service, including sync", async () => {
    assert.equal(await struckService({ kind: "fail", status: 1, stderr: "" }, "sync:"), null);
  });
});
