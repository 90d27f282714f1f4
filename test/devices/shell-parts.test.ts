import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startVirtualPhone } from "../../packages/virtual-android/src/start-virtual-phone.js";
import { isFoveaError } from "../../src/base/errors.js";
import { type Device, type ServiceStream, wrapDevice } from "../../src/devices/device.js";
import { openDevices } from "../../src/devices/devices.js";
import { type Argv, command, pipe, readScript, type Step } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS, type ShellLimits, type ShellResult } from "../../src/devices/shell.js";
import { openParts, type Part, partOrAlone } from "../../src/devices/shell-parts.js";
import { directDevice, startDirectPhone } from "../support/direct-phone.js";
import { runIn, startFakePhone } from "../support/fake-phone.js";
import { packet } from "../support/fake-stream.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { startRealAdb } from "../support/real-adb.js";
import { ScriptedStream } from "../support/scripted-stream.js";

const part = (step: Step | Argv, limits: Partial<Part> = {}): Part => ({
  step: "text" in step ? step : command(step),
  ...SHELL_LIMITS,
  ...limits,
});

const raw = (text: string): Step => ({ text, isSimple: false });

const open = (device: Device, parts: readonly Part[], kind: "read" | "act" = "read") =>
  openParts(device, { kind, name: "questions", parts }, never());

const reported = ({ stdout, stderr, exitCode }: ShellResult) => ({
  stdout: stdout.toString("latin1"),
  stderr,
  exitCode,
});

/** The outcome of each part: its result, or the code of its error. */
async function outcomes(answers: readonly Promise<ShellResult>[]) {
  const settled = await Promise.allSettled(answers);
  return settled.map((one) => {
    if (one.status === "fulfilled") return reported(one.value);
    return isFoveaError(one.reason) ? one.reason.code : one.reason;
  });
}

/** Steps that end without a line end, fail, complain, say nothing, and look like the end of another part. */
const STEPS: readonly Step[] = [
  pipe(["echo", "one"], ["grep", "-c", "one"]),
  raw("echo complaint >&2; false"),
  command(["true"]),
  raw("echo -n 'no line end'"),
  raw("echo FOVEA-END-00000000-0000-4000-8000-000000000000 0"),
  raw("echo -n 'last'; exit 3"),
];

async function assertAsAlone(device: Device): Promise<void> {
  const alone: unknown[] = [];
  for (const step of STEPS) alone.push(reported(await runShell(device, readScript(step), SHELL_LIMITS, never())));
  assert.deepEqual(
    await outcomes(
      open(
        device,
        STEPS.map((step) => part(step)),
      ),
    ),
    alone,
  );
}

for (const apiLevel of [24, 28, 33, 36]) {
  test(`questions in one stream are answered like separate ones (the virtual phone's shell, API ${apiLevel})`, async () => {
    const { device } = await startVirtualPhone({ apiLevel, adbdPort: null });
    await using _ = device;
    await assertAsAlone(directDevice(device));
  });
}

for (const shell of ["mksh", "dash"]) {
  needsPrograms("adb", shell).test(
    `questions in one stream are answered like separate ones (a real ${shell})`,
    async () => {
      await using adb = await startRealAdb();
      await using phone = await startFakePhone({ run: runIn(shell) });
      await using registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
      await assertAsAlone(await registry.get(undefined, never()));
    },
  );
}

test("a screenshot after other answers arrives byte for byte", async () => {
  await using phone = await startDirectPhone({ size: { width: 180, height: 360 }, density: 80 });
  const { device } = phone.session;
  const [, picture] = open(device, [part(["dumpsys", "-t", "2", "power"]), part(["screencap"])]);
  const alone = await phone.time.during(runShell(device, readScript(["screencap"]), SHELL_LIMITS, never()));
  assert.ok((await picture)?.stdout.equals(alone.stdout));
  assert.equal(alone.stdout.readUInt32LE(0), 180);
});

/** A device whose one stream is the test's. */
function scripted(): { readonly device: Device; readonly stream: ScriptedStream; readonly mark: () => string } {
  const stream = new ScriptedStream();
  let asked = "";
  const none: Device = {
    serial: "scripted",
    openService: async () => stream,
    facts: async () => {
      throw new Error("nobody asks for facts");
    },
  };
  const device = wrapDevice(none, async (name, signal): Promise<ServiceStream> => {
    asked = name;
    signal.addEventListener("abort", () => stream.close(), { once: true });
    return stream;
  });
  return { device, stream, mark: () => /FOVEA-END-[0-9a-f-]{36}/.exec(asked)?.[0] ?? "" };
}

const BINARY = Buffer.from([0, 255, 10, 13, 70, 79, 86, 69, 65, 45, 69, 78, 68, 45, 10]);

/** What the device sends of three parts, in shell v2 packets. */
function conversation(mark: string): Buffer {
  return Buffer.concat([
    packet(1, Buffer.from("first")),
    packet(1, Buffer.from(`${mark} 0\n`)),
    packet(2, Buffer.from(`oh\n${mark}\n`)),
    packet(1, Buffer.from(`second\n${mark} 7\n`)),
    packet(2, Buffer.from(`${mark}\n`)),
    packet(1, BINARY),
    packet(3, Buffer.from([0])),
  ]);
}

const WHOLE = [
  { stdout: "first", stderr: "oh\n", exitCode: 0 },
  { stdout: "second\n", stderr: "", exitCode: 7 },
  { stdout: BINARY.toString("latin1"), stderr: "", exitCode: 0 },
];
const PARTS = [part(["a"]), part(["b"]), part(["c"])];

describe("a stream of several questions", () => {
  test("is read in whatever pieces it arrives", async () => {
    for (const size of [1, 2, 3, 7, 50, 1_000]) {
      const { device, stream, mark } = scripted();
      const answers = open(device, PARTS);
      const all = conversation(mark());
      for (let at = 0; at < all.length; at += size) stream.push(all.subarray(at, at + size));
      assert.deepEqual(await outcomes(answers), WHOLE, `in pieces of ${size}`);
    }
  });

  test("that is cut off anywhere is reported as cut off, and only whole answers are returned", async () => {
    const { length } = conversation(`FOVEA-END-${"0".repeat(36)}`);
    const seen = new Set<string>();
    for (let cut = 0; cut < length; cut += 1) {
      const { device, stream, mark } = scripted();
      const answers = open(device, PARTS);
      stream.push(conversation(mark()).subarray(0, cut));
      stream.end();
      const found = await outcomes(answers);
      const whole = found.filter((one) => typeof one !== "string");
      assert.deepEqual(whole, WHOLE.slice(0, whole.length), `cut at ${cut}`);
      assert.deepEqual(
        found.slice(whole.length),
        ["DEVICE_DISCONNECTED", "SHELL_FAILED", "SHELL_FAILED"].slice(0, 3 - whole.length),
        `cut at ${cut}`,
      );
      seen.add(String(whole.length));
    }
    assert.deepEqual([...seen], ["0", "1", "2"]);
  });

  test("returns each answer as soon as it is whole", async () => {
    const { device, stream, mark } = scripted();
    const [first, second] = open(device, PARTS);
    stream.push(conversation(mark()).subarray(0, 2 * 5 + "first".length + mark().length + 3 + 5 + mark().length + 4));
    assert.equal((await first)?.stdout.toString(), "first");
    stream.end();
    await assert.rejects(async () => await second, { code: "DEVICE_DISCONNECTED" });
  });

  const LIMITS: readonly (readonly [string, Partial<ShellLimits>, string, string])[] = [
    ["has no output for too long", { firstByteMs: 20 }, "", "TIMEOUT"],
    ["takes too long", { totalMs: 20 }, "x", "TIMEOUT"],
    ["has too much output", { maxBytes: 3 }, "four", "OUTPUT_TOO_LARGE"],
  ];
  for (const [what, limits, said, code] of LIMITS) {
    test(`fails the question that ${what}, and names that failure to the later ones`, async () => {
      const { device, stream, mark } = scripted();
      const answers = open(device, [part(["a"]), part(["b"], limits), part(["c"])]);
      stream.push(packet(1, Buffer.from(`first${mark()} 0\n`)));
      stream.push(packet(2, Buffer.from(`oh\n${mark()}\n`)));
      if (said !== "") stream.push(packet(1, Buffer.from(said)));
      assert.deepEqual(await outcomes(answers), [WHOLE[0], code, "SHELL_FAILED"]);
      assert.ok(stream.isClosed);
      await assert.rejects(async () => await answers[2], {
        message: new RegExp(`another part of it failed \\(${code}\\)`),
      });
    });
  }

  test("that a guard ends returns the guard's exit code, and runs no later question", async () => {
    const { device: phone } = await startVirtualPhone({ adbdPort: null });
    await using _ = phone;
    const parts = [part(raw("echo hi; exit 75"), { mayEndScript: true }), part(["true"])];
    const found = await outcomes(open(directDevice(phone), parts, "act"));
    assert.deepEqual(found, [{ stdout: "hi\n", stderr: "", exitCode: 75 }, "SHELL_FAILED"]);
  });

  test("of which nothing arrived reports for an action that it may have happened", async () => {
    const { device, stream } = scripted();
    const [act] = open(device, PARTS, "act");
    stream.end();
    await assert.rejects(
      async () => await act,
      (error) => isFoveaError(error, "DEVICE_DISCONNECTED") && error.context.mayHaveHappened === true,
    );
  });
});

test("asks an incomplete question once more in its own stream, and does not repeat answered ones", async () => {
  const alone = { stdout: Buffer.from("alone"), stderr: "", exitCode: 0, durationMs: 1, transferMs: 1 };
  for (const [pushed, asked] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const { device, stream, mark } = scripted();
    const [first] = open(device, PARTS);
    if (pushed === 1) stream.push(conversation(mark()));
    stream.end();
    let count = 0;
    const ask = async () => {
      count += 1;
      return alone;
    };
    const { stdout } = await partOrAlone(first, ask, never());
    assert.equal(stdout.toString(), asked === 1 ? "alone" : "first");
    assert.equal(count, asked);
  }
});
