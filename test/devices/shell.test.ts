import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { isFoveaError } from "../../src/base/errors.js";
import { pollUntil } from "../../src/base/signals.js";
import type { Device } from "../../src/devices/device.js";
import { type DeviceRegistry, openDevices } from "../../src/devices/devices.js";
import { actScript, readScript } from "../../src/devices/script.js";
import { runShell, runShellOk, SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import { delay } from "../support/delay.js";
import type { FakeAdbd, FakeProcess } from "../support/fake-adbd.js";
import { runIn, startFakePhone } from "../support/fake-phone.js";
import { packet } from "../support/fake-stream.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { type RealAdb, startRealAdb } from "../support/real-adb.js";

const { after, before, test } = needsPrograms("adb", "mksh");

const BIG = Buffer.alloc(10_400_000, "0123456789abcdef\r\n\0");

/** Commands that a real shell cannot play; the rest goes to mksh. */
const SCENES: Readonly<Record<string, (process: FakeProcess) => Promise<number | null>>> = {
  "exec big": async ({ stdout }) => {
    for (let at = 0; at < BIG.length; at += 100_003) await stdout(BIG.subarray(at, at + 100_003));
    return 0;
  },
  "exec hang": async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return null;
  },
  "exec no-exit": async ({ stdout }) => {
    await stdout("half of it");
    return null;
  },
  "exec cut": async ({ raw }) => {
    await raw(packet(1, Buffer.from("a long answer")).subarray(0, 9));
    return null;
  },
  "exec garbage": async ({ raw }) => {
    await raw(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"));
    return 0;
  },
  "exec trickle": async ({ stdout, signal }) => {
    while (!signal.aborted) await Promise.all([stdout("."), delay(10)]);
    return null;
  },
  "exec bytewise": async ({ raw }) => {
    const all = Buffer.concat([
      packet(1, Buffer.from("out")),
      packet(2, Buffer.from("err")),
      packet(1, Buffer.from("!")),
    ]);
    for (const byte of all) await raw(Buffer.from([byte]));
    return 7;
  },
};

let adb: RealAdb;
let phone: FakeAdbd;
let registry: DeviceRegistry;
let device: Device;

before(async () => {
  adb = await startRealAdb();
  phone = await startFakePhone({ run: (process) => (SCENES[process.command] ?? runIn("mksh"))(process) });
  registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
  device = await registry.get(undefined, never());
});

after(async () => {
  await registry[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await adb[Symbol.asyncDispose]();
});

const read = (program: string, ...args: readonly string[]) => readScript([program, ...args]);

const noStreamsLeft = () => pollUntil(() => phone.openStreams === 0 || undefined, 5, AbortSignal.timeout(60_000));

test("stdout, stderr and the exit code are returned separately", async () => {
  const result = await runShell(device, read("sh", "-c", "echo out; echo err >&2; exit 3"), SHELL_LIMITS, never());
  assert.equal(result.stdout.toString(), "out\n");
  assert.equal(result.stderr, "err\n");
  assert.equal(result.exitCode, 3);
  assert.ok(result.durationMs > 0);
});

/** Every one is read in shell-packets.test.ts; these are where a byte, a sign or a signal would begin. */
const CODES = [0, 1, 2, 7, 63, 64, 125, 126, 127, 128, 129, 130, 137, 143, 192, 254, 255];

test("exit codes from 0 to 255 arrive unchanged", async () => {
  const fewAtATime = pLimit(8); // the host starts a shell for each, and each has its own deadline
  const results = CODES.map((code) =>
    fewAtATime(() => runShell(device, read("sh", "-c", `exit ${code}`), SHELL_LIMITS, never())),
  );
  assert.deepEqual(
    (await Promise.all(results)).map(({ exitCode }) => exitCode),
    CODES,
  );
});

test("stdout is returned as the program's bytes, whatever they are", async () => {
  const script = read("sh", "-c", "i=0; while [ $i -lt 256 ]; do printf \\\\$(printf %o $i); i=$((i+1)); done");
  const { stdout } = await runShell(device, script, SHELL_LIMITS, never());
  assert.deepEqual(
    [...stdout],
    Array.from({ length: 256 }, (_, byte) => byte),
  );
});

test("ten megabytes arrive whole", async () => {
  const { stdout, exitCode } = await runShell(device, read("big"), SHELL_LIMITS, never());
  assert.equal(exitCode, 0);
  const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  assert.equal(sha(stdout), sha(BIG));
});

test("packets are joined from any pieces", async () => {
  const result = await runShell(device, read("bytewise"), SHELL_LIMITS, never());
  assert.deepEqual([result.stdout.toString(), result.stderr, result.exitCode], ["out!", "err", 7]);
});

test("output above the limit is OUTPUT_TOO_LARGE, and the stream is closed at once", async () => {
  const error = await coded(runShell(device, read("big"), { ...SHELL_LIMITS, maxBytes: 1_000_000 }, never()));
  assert.equal(error.code, "OUTPUT_TOO_LARGE");
  await noStreamsLeft();
});

test("a program without output fails at the first-byte deadline", async () => {
  const error = await coded(runShell(device, read("hang"), { ...SHELL_LIMITS, firstByteMs: 50 }, never()));
  assert.equal(error.code, "TIMEOUT");
  assert.match(error.message, /no byte within 50 ms/);
  await noStreamsLeft();
});

test("a program that never ends its slow output fails at the total deadline", async () => {
  const error = await coded(runShell(device, read("trickle"), { ...SHELL_LIMITS, totalMs: 100 }, never()));
  assert.equal(error.code, "TIMEOUT");
  await noStreamsLeft();
});

test("an abort closes the stream at once and throws the caller's own reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const work = runShell(device, read("hang"), SHELL_LIMITS, controller.signal);
  await pollUntil(() => phone.openStreams === 1 || undefined, 2, AbortSignal.timeout(60_000));
  controller.abort(reason);
  await assert.rejects(work, (error) => error === reason);
  await noStreamsLeft();
});

test("a stream that ends before the exit code is a lost connection, not a short answer", async () => {
  for (const scene of ["no-exit", "cut"]) {
    const error = await coded(runShell(device, read(scene), SHELL_LIMITS, never()));
    assert.equal(error.code, "DEVICE_DISCONNECTED");
    assert.equal(error.context.mayHaveHappened, undefined);
  }
});

test("an action whose connection was lost reports that it may have happened", async () => {
  const lost = await coded(runShell(device, actScript(["no-exit"]), SHELL_LIMITS, never()));
  assert.equal(lost.code, "DEVICE_DISCONNECTED");
  assert.equal(lost.context.mayHaveHappened, true);
  const late = await coded(runShell(device, actScript(["hang"]), { ...SHELL_LIMITS, firstByteMs: 30 }, never()));
  assert.deepEqual([late.code, late.context.mayHaveHappened], ["TIMEOUT", true]);
  const controller = new AbortController();
  const cancelled = coded(runShell(device, actScript(["hang"]), SHELL_LIMITS, controller.signal));
  await pollUntil(() => phone.openStreams === 1 || undefined, 2, AbortSignal.timeout(60_000));
  controller.abort();
  const error = await cancelled;
  assert.deepEqual([error.code, error.context.mayHaveHappened], ["CANCELLED", true]);
});

test("an action that never reached the device reports that nothing happened", async () => {
  await using other = await startFakePhone({ properties: { "ro.serialno": "FAKE0002" } });
  await registry.connect(other.serial, never());
  const gone = await registry.get(other.serial, never());
  const { serial } = other;
  await other[Symbol.asyncDispose]();
  const isGone = async () =>
    (await registry.list(never())).every((entry) => entry.serial !== serial || entry.state !== "device");
  await pollUntil(async () => (await isGone()) || undefined, 5, AbortSignal.timeout(60_000));
  const error = await coded(runShell(gone, actScript(["input", "tap", "1", "1"]), SHELL_LIMITS, never()));
  assert.ok(["DEVICE_OFFLINE", "DEVICE_NOT_FOUND"].includes(error.code), error.code);
  assert.equal(error.context.mayHaveHappened, false);
});

test("an answer that is not shell v2 is ADB_PROTOCOL", async () => {
  assert.equal((await coded(runShell(device, read("garbage"), SHELL_LIMITS, never()))).code, "ADB_PROTOCOL");
});

test("runShellOk turns an exit code other than 0 into SHELL_FAILED with the device's text", async () => {
  const error = await coded(
    runShellOk(device, read("sh", "-c", "echo no such thing >&2; exit 1"), SHELL_LIMITS, never()),
  );
  assert.equal(error.code, "SHELL_FAILED");
  assert.match(error.message, /ended with 1 .*no such thing/s);
  assert.equal((await runShellOk(device, read("true"), SHELL_LIMITS, never())).exitCode, 0);
});

test("ten calls run in parallel and no call starts a process on this host", async () => {
  const calls = Array.from({ length: 10 }, (_, index) =>
    runShell(device, read("echo", String(index)), SHELL_LIMITS, never()),
  );
  const outputs = (await Promise.all(calls)).map(({ stdout }) => stdout.toString().trim());
  assert.deepEqual(outputs, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  assert.equal(registry.hostSpawns, 0);
});

test("a program whose stream is closed is hung up", async () => {
  const controller = new AbortController();
  const work = runShell(device, read("sleep", "60"), SHELL_LIMITS, controller.signal).catch((error) => error);
  await pollUntil(() => phone.openStreams === 1 || undefined, 2, AbortSignal.timeout(60_000));
  controller.abort();
  assert.ok(!isFoveaError(await work));
  await noStreamsLeft();
});
