import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { ActLeases } from "../../src/farm/files/act-leases.js";
import { FilesFabric } from "../../src/farm/files/files-fabric.js";
import { type FarmUnderTest, testFarmFabric } from "../contracts/farm-fabric.js";
import { coded } from "../support/coded.js";
import { eventually, factsOf, HOST } from "../support/farm-facts.js";
import { never } from "../support/never.js";

const ADA = { ttlMs: 60_000, waitMs: 0, tenant: "ada" };
const PHONE = { serial: "a", hardwareSerial: "hw-a", bootId: "b1" };

/** Takes the phone for a second, says its lease, and after a line on its input tries to act with it. */
const HOLD = `
const { FilesFabric } = await import(process.argv[1]);
const { ActLeases } = await import(process.argv[2]);
const signal = new AbortController().signal;
const [lease] = await new FilesFabric(process.argv[3], "holder").acquire([[]], { ttlMs: 1000, waitMs: 0, tenant: "ada" }, signal);
process.stdout.write(JSON.stringify(lease) + "\\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const acts = new ActLeases(process.argv[3], "holder");
const phone = { serial: "a", hardwareSerial: "hw-a", bootId: "b1" };
process.stdout.write(await acts.take(phone, signal, lease).then(() => "acted", (error) => error.code));
process.stdin.destroy();
`;

function scratch(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fovea-farm-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

async function startFiles(): Promise<FarmUnderTest> {
  const folder = scratch();
  return {
    open: async () => new FilesFabric(folder.path, "fovea test"),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}

async function lineOf(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout);
  const [bytes] = await once(child.stdout, "data");
  return String(bytes).trim();
}

testFarmFabric("files", startFiles, test);

test("an action does not wait for a lease of another phone, and is refused at once on a leased one without its proof", async () => {
  using folder = scratch();
  const fabric = new FilesFabric(folder.path, "x");
  await using _host = await fabric.register(HOST, [factsOf("a")], never());
  const [lease] = await fabric.acquire([[]], ADA, never());
  assert.ok(lease);
  const acts = new ActLeases(folder.path, "fovea tap");
  const error = await coded(acts.take(PHONE, never()));
  assert.equal(error.code, "DEVICE_BUSY");
  assert.match(error.message, /^a is leased to ada until .* \(fence 1\); nothing was done$/);
  (await acts.take(PHONE, never(), lease))[Symbol.dispose]();
  (await acts.take({ ...PHONE, hardwareSerial: "hw-b" }, never()))[Symbol.dispose]();
});

test("a phone is handed over only when the current action has ended, whatever the boot", async () => {
  using folder = scratch();
  const fabric = new FilesFabric(folder.path, "x");
  await using _host = await fabric.register(HOST, [factsOf("a")], never());
  const acts = new ActLeases(folder.path, "fovea tap");
  const acting = await acts.take({ ...PHONE, bootId: "b0" }, never());
  assert.equal((await coded(fabric.acquire([[]], ADA, never()))).code, "NONE_AVAILABLE");
  let isGranted = false;
  const waiting = fabric.acquire([[]], { ...ADA, waitMs: 60_000 }, never()).then((leases) => {
    isGranted = true;
    return leases;
  });
  const refused = await pollUntil(
    async () =>
      await acts.take(PHONE, never()).then(
        (turn) => void turn[Symbol.dispose](),
        (error) => error,
      ),
    5,
    never(),
  );
  assert.equal(refused.code, "DEVICE_BUSY");
  assert.equal(isGranted, false);
  acting[Symbol.dispose]();
  assert.equal((await waiting).length, 1);
});

test("a holder that was suspended past the end of its lease is refused when it resumes and acts", async () => {
  using folder = scratch();
  const fabric = new FilesFabric(folder.path, "x");
  await using _host = await fabric.register(HOST, [factsOf("a")], never());
  const modules = ["files-fabric", "act-leases"].map(
    (name) => new URL(`../../src/farm/files/${name}.js`, import.meta.url).href,
  );
  const args = ["--input-type=module", "-e", HOLD, ...modules, folder.path];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const first = JSON.parse(await lineOf(child));
  child.kill("SIGSTOP");
  const [second] = await fabric.acquire([[]], { ...ADA, waitMs: 60_000 }, never());
  assert.ok(second && second.fence > first.fence);
  child.kill("SIGCONT");
  child.stdin?.write("act\n");
  assert.equal(await lineOf(child), "LEASE_LOST");
  await once(child, "exit");
});

test("a host that does not renew its entry is removed, and its leased phones are missing", async () => {
  using folder = scratch();
  const slow = new FilesFabric(folder.path, "x", { registrationTtlMs: 3_600_000 });
  await using _host = await slow.register(HOST, [factsOf("a"), factsOf("b")], never());
  const [lease] = await slow.acquire([[]], ADA, never());
  const quick = new FilesFabric(folder.path, "x", { registrationTtlMs: 1 });
  await eventually(quick, (now) => now.length === 1);
  const [missing] = await quick.list([], never());
  assert.deepEqual(
    [missing?.id, missing?.state, missing?.holder, missing?.ageMs],
    [lease?.device, "MISSING", "ada", null],
  );
  assert.equal(missing?.model, null);
  assert.ok(lease);
  await quick.release(lease, never());
});

test("an unusable state folder is an error of the farm that does not name the folder", async () => {
  using folder = scratch();
  writeFileSync(join(folder.path, "farm"), "in the way");
  const fabric = new FilesFabric(folder.path, "x");
  const error = await coded(fabric.register(HOST, [factsOf("a")], never()));
  assert.equal(error.code, "FARM_UNUSABLE");
  assert.ok(!error.message.includes(folder.path));
});
