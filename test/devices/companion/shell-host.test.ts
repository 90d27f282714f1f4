import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { FoveaError } from "../../../src/base/errors.js";
import { startShellHost } from "../../../src/devices/companion/shell-host.js";
import { parseHostLine } from "../../../src/devices/companion/shell-host-line.js";
import type { Device, ServiceStream } from "../../../src/devices/device.js";
import { BridgedStream } from "../../support/bridged-stream.js";
import { coded } from "../../support/coded.js";
import { type FakeStream, packet } from "../../support/fake-stream.js";
import { never } from "../../support/never.js";
import { type Said, SetupPhone } from "../../support/setup-phone.js";

const JAR = Buffer.from("PK jar with classes.dex ".repeat(100));
const PATH = `/data/local/tmp/fovea-shell-${createHash("sha256").update(JAR).digest("hex").slice(0, 12)}.jar`;
const EPOCH = "0011223344556677";
const SOCKET = "dev.fovea.service.shell";

interface HostPhone extends Device {
  readonly phone: SetupPhone;
  /** The stream of the host that was started last. */
  host(): FakeStream;
  readonly starts: readonly string[];
}

/** A phone whose shell host says these bytes, and ends with this exit code if one is given. */
function phoneWhoseHostSays(stdout: string, exitCode?: number, stderr = ""): HostPhone {
  const phone = new SetupPhone();
  const starts: string[] = [];
  let current: FakeStream | undefined;
  const openService = async (name: string, signal: AbortSignal): Promise<ServiceStream> => {
    if (!name.includes("app_process")) return await phone.openService(name, signal);
    starts.push(name);
    const bridge = new BridgedStream(signal);
    current = bridge.device;
    if (stderr !== "") void current.write(packet(2, Buffer.from(stderr)));
    if (stdout !== "") void current.write(packet(1, Buffer.from(stdout)));
    if (exitCode !== undefined) void current.write(packet(3, Buffer.from([exitCode])));
    return bridge;
  };
  const host = () => current ?? assert.fail("nothing was started");
  return { serial: phone.serial, phone, starts, host, openService, facts: () => phone.facts() };
}

test("the jar is pushed once under the hash of its contents, read-only, and the companion shell starts from it", async () => {
  const device = phoneWhoseHostSays(`READY ${SOCKET} ${EPOCH}\n`);
  const host = await startShellHost(device, JAR, never());
  const { socket, epoch, isOwn } = host;
  assert.deepEqual([socket, epoch, isOwn], [SOCKET, EPOCH, true]);
  assert.deepEqual(device.starts, [
    `shell,v2,raw:CLASSPATH=${PATH} exec app_process / dev.fovea.shell.Main --lease-ms 9000`,
  ]);
  const [name, file] = [...device.phone.files][0] ?? [];
  assert.match(name ?? "", new RegExp(`^${PATH}\\.[0-9a-f]{12}$`));
  assert.ok(file?.bytes.equals(JAR));
  assert.ok(
    device.phone.commands.includes(`sha256sum ${name} 2>/dev/null; chmod 0444 ${name} && mv -f ${name} ${PATH}`),
  );
  host.close();
});

test("a file that differs from the pushed one is not started, and a phone that cannot compute a hash is believed", async () => {
  const device = phoneWhoseHostSays(`READY ${SOCKET} ${EPOCH}\n`);
  let said: Said = { stdout: `${"0".repeat(64)}  ${PATH}\n` };
  device.phone.script = (text) => (text.startsWith("sha256sum ") ? said : undefined);
  assert.equal((await coded(startShellHost(device, JAR, never()))).code, "PUSH_FAILED");
  assert.deepEqual(device.starts, []);
  said = { stderr: "sh: sha256sum: not found\n" };
  (await startShellHost(device, JAR, never())).close();
});

test("closing the companion shell closes its stream and reports it once; the caller's signal does not end it", async () => {
  const device = phoneWhoseHostSays(`READY ${SOCKET} ${EPOCH}\n`);
  const controller = new AbortController();
  const host = await startShellHost(device, JAR, controller.signal);
  controller.abort();
  assert.ok(!host.ended.aborted && !device.host().signal.aborted);
  host.close();
  host.close();
  assert.ok(host.ended.aborted && device.host().signal.aborted);
  assert.ok(host.ended.reason instanceof FoveaError && host.ended.reason.code === "CANCELLED");
});

test("a running companion shell gets a heartbeat every two seconds until it is closed", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const device = phoneWhoseHostSays(`READY ${SOCKET} ${EPOCH}\n`);
  const host = await startShellHost(device, JAR, never());
  for (let count = 0; count < 2; count += 1) {
    context.mock.timers.tick(2_000);
    assert.deepEqual(await device.host().read(6), packet(0, Buffer.from("\n")));
  }
  host.close();
  context.mock.timers.tick(10_000);
  assert.equal(await device.host().read(6), null);
});

test("a companion shell that ends by itself is reported, with its output", async () => {
  const device = phoneWhoseHostSays(`READY ${SOCKET} ${EPOCH}\n`, undefined, "java.lang.IllegalStateException");
  const host = await startShellHost(device, JAR, never());
  const ended = new Promise((resolve) => host.ended.addEventListener("abort", resolve, { once: true }));
  void device.host().write(packet(3, Buffer.from([137])));
  await ended;
  assert.ok(host.ended.reason instanceof FoveaError && host.ended.reason.code === "DEVICE_DISCONNECTED");
  assert.match(host.ended.reason.message, /IllegalStateException/);
});

test("another program's companion shell is used where the shell user's file names its epoch, and is left running", async () => {
  const device = phoneWhoseHostSays(`RUNNING ${SOCKET} ${EPOCH}\n`, 0);
  device.phone.files.set("/data/local/tmp/fovea-shell.epoch", { bytes: Buffer.from(`${EPOCH}\n`), mode: 0o644 });
  const host = await startShellHost(device, JAR, never());
  assert.deepEqual([host.isOwn, host.epoch, host.ended.aborted], [false, EPOCH, false]);
  for (const content of ["8888888888888888\n", ""]) {
    device.phone.files.set("/data/local/tmp/fovea-shell.epoch", { bytes: Buffer.from(content), mode: 0o644 });
    assert.equal((await coded(startShellHost(device, JAR, never()))).code, "ON_DEVICE_UNTRUSTED");
  }
});

test("each failure of the companion shell has its own code, with its message", async () => {
  const lines = [
    ["FAILED UIAUTOMATION_BUSY another test framework is connected\n", "UIAUTOMATION_BUSY"],
    ["FAILED SOCKET the name is taken\n", "ON_DEVICE_UNTRUSTED"],
    ["FAILED UNSUPPORTED no UiAutomation of this shape\n", "UNSUPPORTED_ON_DEVICE"],
    ["FAILED INTERNAL java.lang.NoSuchMethodError\n", "ON_DEVICE_FAILED"],
    ["Error: could not find class 'dev.fovea.shell.Main'\n", "ON_DEVICE_FAILED"],
    ["READY\n", "ON_DEVICE_FAILED"],
  ] as const;
  for (const [line, code] of lines) {
    const error = await coded(startShellHost(phoneWhoseHostSays(line, 1), JAR, never()));
    assert.equal(error.code, code, line);
    assert.ok(error.message.includes((line.split(" ").at(-1) ?? "").trim()), error.message);
  }
  const elsewhere = await coded(startShellHost(phoneWhoseHostSays(`READY other.socket ${EPOCH}\n`), JAR, never()));
  assert.match(elsewhere.message, /listens on "other\.socket"/);
});

test("a companion shell that ends before its start line is a failure with its output, whatever its exit code", async () => {
  const error = await coded(startShellHost(phoneWhoseHostSays("", 134, "Aborted: no runtime"), JAR, never()));
  assert.equal(error.code, "ON_DEVICE_FAILED");
  assert.match(error.message, /ended with 134: Aborted: no runtime/);
});

test("a cancelled start ends the process that was started", async () => {
  const device = phoneWhoseHostSays("");
  const controller = new AbortController();
  const started = coded(startShellHost(device, JAR, controller.signal));
  while (device.starts.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new FoveaError("CANCELLED", "no longer wanted"));
  assert.equal((await started).code, "CANCELLED");
  assert.ok(device.host().signal.aborted);
});

test("the start line of the companion shell is parsed strictly", () => {
  assert.deepEqual(parseHostLine(`READY a.b ${EPOCH}`), { kind: "ready", socket: "a.b", epoch: EPOCH });
  assert.deepEqual(parseHostLine(`RUNNING a.b ${EPOCH}`), { kind: "running", socket: "a.b", epoch: EPOCH });
  for (const text of [
    "",
    "READY a.b",
    `READY a b ${EPOCH}`,
    `READY a.b ${EPOCH}0`,
    "FAILED",
    "FAILED constructor x",
    "ready a b",
  ])
    assert.equal(parseHostLine(text).kind, "other", text);
});
