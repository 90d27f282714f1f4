import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { thisProcess } from "../../src/base/holder.js";
import { type ActLease, ActLeases, type LeasedDevice, type LeaseTimes } from "../../src/farm/files/act-leases.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";

const MODULE = new URL("../../src/farm/files/act-leases.js", import.meta.url).href;
const PHONE: LeasedDevice = { serial: "phone-1", hardwareSerial: "hw1", bootId: "b1" };
const QUICK: Partial<LeaseTimes> = { waitMs: 150 };

/** Takes the lease in its own process, reports it, and keeps it until it is killed. */
const HOLD = `
const { ActLeases } = await import(process.argv[1]);
const leases = new ActLeases(process.argv[2], "fovea serve");
await leases.take(JSON.parse(process.argv[3]), new AbortController().signal);
process.stdout.write("held");
setInterval(() => {}, 1000);
`;

/** Takes the lease many times, and within each appends a line to a file before and after a few turns of its loop. */
const TAKE_TURNS = `
const { appendFileSync } = await import("node:fs");
const { ActLeases } = await import(process.argv[1]);
const leases = new ActLeases(process.argv[2], "fovea", { waitMs: 60000 });
for (let turn = 0; turn < 25; turn += 1) {
  const lease = await leases.take(JSON.parse(process.argv[3]), new AbortController().signal);
  appendFileSync(process.argv[4], "begin " + process.pid + "\\n");
  for (let i = 0; i < 3; i += 1) await new Promise((done) => setImmediate(done));
  appendFileSync(process.argv[4], "end " + process.pid + "\\n");
  lease[Symbol.dispose]();
}
`;

function run(script: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--input-type=module", "-e", script, MODULE, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function holdElsewhere(folder: string, device = PHONE): Promise<ChildProcess> {
  const child = run(HOLD, folder, JSON.stringify(device));
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

function scratch(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fovea-leases-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const filesIn = (folder: string) => readdirSync(join(folder, "acts"));

/** A file as a process of that description would have left it. */
async function leaveClaim(folder: string, holder: object): Promise<void> {
  const lease = await new ActLeases(folder, "x").take(PHONE, never());
  const [name = ""] = filesIn(folder);
  lease[Symbol.dispose]();
  writeFileSync(join(folder, "acts", name), JSON.stringify({ ...thisProcess("fovea serve"), ...holder }));
}

async function takeNow(folder: string, times: Partial<LeaseTimes> = QUICK): Promise<ActLease> {
  return await new ActLeases(folder, "fovea tap", times).take(PHONE, never());
}

test("a second client gets the name of the first one, and its turn when the first one is done", async () => {
  using folder = scratch();
  const first = await new ActLeases(folder.path, "fovea serve").take(PHONE, never());
  const error = await coded(takeNow(folder.path));
  assert.equal(error.code, "DEVICE_BUSY");
  assert.equal(error.message, `fovea serve (process ${process.pid}) is acting on phone-1; nothing was done`);
  const waiting = takeNow(folder.path, { waitMs: 10_000 });
  first[Symbol.dispose]();
  const second = await waiting;
  assert.equal(second.gap, null);
  second[Symbol.dispose]();
  assert.deepEqual(filesIn(folder.path), []);
});

test("another boot or another phone does not wait, and another serial of the same phone does", async () => {
  using folder = scratch();
  using _first = await takeNow(folder.path);
  const take = async (device: LeasedDevice) => await new ActLeases(folder.path, "fovea", QUICK).take(device, never());
  (await take({ ...PHONE, bootId: "b2" }))[Symbol.dispose]();
  (await take({ ...PHONE, hardwareSerial: "hw2" }))[Symbol.dispose]();
  const error = await coded(take({ ...PHONE, serial: "192.0.2.7:5555" }));
  assert.equal(error.code, "DEVICE_BUSY");
});

test("the lease of a living process is never taken over, and that of a killed one is taken over at once", async () => {
  using folder = scratch();
  const child = await holdElsewhere(folder.path);
  const error = await coded(takeNow(folder.path, { waitMs: 300, silentMs: 20 }));
  assert.equal(error.code, "DEVICE_BUSY");
  assert.match(error.message, new RegExp(`^fovea serve \\(process ${child.pid}\\) is acting on phone-1`));
  await kill(child);
  using lease = await takeNow(folder.path);
  assert.equal(lease.gap, null);
});

test("a pid that another process has now does not keep a lease", async () => {
  using folder = scratch();
  await leaveClaim(folder.path, { startedAt: "1" });
  using lease = await takeNow(folder.path);
  assert.equal(lease.gap, null);
});

test("a holder in another container, whose pid is unknown here, keeps its lease while it renews it", async () => {
  using folder = scratch();
  await leaveClaim(folder.path, { place: "elsewhere", pid: 2 ** 22 });
  assert.equal((await coded(takeNow(folder.path, { waitMs: 100, silentMs: 60_000 }))).code, "DEVICE_BUSY");
  using lease = await takeNow(folder.path, { waitMs: 5_000, silentMs: 60 });
  assert.equal(lease.gap, null);
});

test("actions on another phone do not renew the lease of a silent holder", async () => {
  using folder = scratch();
  await leaveClaim(folder.path, { place: "elsewhere", pid: 2 ** 22 });
  const leases = new ActLeases(folder.path, "fovea", { waitMs: 5_000, silentMs: 60 });
  const waiting = new AbortController();
  const waited = leases.take(PHONE, never()).finally(() => waiting.abort());
  while (!waiting.signal.aborted) {
    using _other = await leases.take({ ...PHONE, hardwareSerial: "hw2" }, never());
    await new Promise(setImmediate);
  }
  using lease = await waited;
  assert.equal(lease.gap, null);
});

test("an incomplete lease file blocks nobody for longer than a silent holder", async () => {
  using folder = scratch();
  await leaveClaim(folder.path, {});
  const [name = ""] = filesIn(folder.path);
  writeFileSync(join(folder.path, "acts", name), "");
  using lease = await takeNow(folder.path, { waitMs: 5_000, silentMs: 60 });
  assert.equal(lease.gap, null);
});

test("an unusable folder is reported without its name, and actions go on", async () => {
  using folder = scratch();
  mkdirSync(join(folder.path, "state"));
  writeFileSync(join(folder.path, "state", "acts"), "in the way");
  using lease = await takeNow(join(folder.path, "state"));
  assert.match(lease.gap ?? "", /^other Fovea processes may act at the same time on phone-1: .* \([A-Z]+\)$/);
  assert.ok(!lease.gap?.includes(folder.path));
});

test("a caller that cancels leaves no file behind", async () => {
  using folder = scratch();
  const first = await takeNow(folder.path);
  const controller = new AbortController();
  const waiting = new ActLeases(folder.path, "fovea").take(PHONE, controller.signal);
  controller.abort(new Error("given up"));
  await assert.rejects(waiting, /given up/);
  first[Symbol.dispose]();
  assert.deepEqual(filesIn(folder.path), []);
});

test("no two of many processes ever hold the lease together, and each gets all of its turns", async () => {
  using folder = scratch();
  const log = join(folder.path, "log");
  const children = Array.from({ length: 4 }, () => run(TAKE_TURNS, folder.path, JSON.stringify(PHONE), log));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  assert.deepEqual(codes, [0, 0, 0, 0]);
  const lines = readFileSync(log, "utf8").trim().split("\n");
  assert.equal(lines.length, 200);
  for (let at = 0; at < lines.length; at += 2) {
    assert.match(lines[at] ?? "", /^begin /);
    assert.equal(lines[at + 1], lines[at]?.replace("begin", "end"));
  }
});
