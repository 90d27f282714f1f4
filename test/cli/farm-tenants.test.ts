import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFarmUse } from "../../src/app/farm/open-farm.js";
import { readConfig } from "../../src/base/config.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";

const { test } = needsPrograms("nats-server");

test("the configuration from fovea farm config separates tenants: phones, leases, memory and files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-farm-config-"));
  try {
    const keys = join(folder, "keys");
    const words = ["config", "--tenant", "ada", "bob", "--keys", keys, "--store", join(folder, "store")];
    const { stdout, code, stderr } = await runFovea(["farm", ...words]);
    assert.equal(code, 0, stderr);
    assert.equal((await runFovea(["farm", ...words])).stdout, stdout, "existing keys stay");
    assert.doesNotMatch(stdout, /\bSU[A-Z2-7]{56}\b/, "no seed is printed");
    writeFileSync(join(folder, "server.conf"), stdout);
    execFileSync("nats-server", ["-t", "-c", join(folder, "server.conf")], { stdio: "pipe" });
    await using server = await startNatsServer({ whole: stdout });
    await using product = await startProduct({ app: "com.fovea.form" });
    const farm = (name: string) => ["--farm", server.url, "--creds", join(keys, `${name}.creds`)];
    const memory = join(folder, "memory");
    const outputDir = join(folder, "output");
    const host = ["host", ...farm("farm"), "--adb-port", String(product.adbPort), "--host-id", "h1"];
    await using served = new FoveaProcess([...host, "--memory", memory, "--output-dir", outputDir, "--guard", "off"]);
    await served.says(/host h1: 1 phone/);
    const as = async (tenant: string, ...more: readonly string[]) =>
      await runFovea(["farm", ...more, ...farm(tenant), "--tenant", tenant]);
    assert.match((await as("ada", "list")).stdout, /h1.* \| IDLE/);
    const [ada = ""] = /^lease:\S+/.exec((await as("ada", "acquire", "--ttl", "600")).stdout) ?? [];
    assert.match((await as("bob", "list")).stdout, /\| BUSY .*held by another tenant until/);
    assert.match((await as("bob", "release", ada)).stderr, /LEASE_LOST/);
    assert.match((await as("bob", "acquire")).stderr, /NONE_AVAILABLE/);
    assert.match((await as("ada", "drain", "h1")).stderr, /FARM_UNUSABLE: fovea farm drain needs the farm's own/);
    assert.match((await runFovea(["farm", "list", ...farm("ada")])).stderr, /not those of tenant default/);
    // What ada does is in its own memory alone, and what it saves in its own folder.
    const call = async (tenant: string, lease: string, tool: string, args: object = {}) => {
      const config = readConfig({ farm: [server.url], creds: join(keys, `${tenant}.creds`), tenant }, {});
      await using opened = await openFarmUse(config, "test", never());
      const { device, name, fence } = await opened.use.named(lease, never());
      const sent = { schema: 1 as const, caller: "c", device, tool, args: { ...args }, proof: { name, fence } };
      return JSON.stringify(await opened.use.sendCall(tenant, sent, never()));
    };
    assert.match(await call("ada", ada, "observe"), /I agree to the terms/);
    assert.match(await call("ada", ada, "tap", { target: "id/terms" }), /changed/);
    assert.match(await call("ada", ada, "recall"), /s[0-9a-f]{8}/);
    assert.match(await call("ada", ada, "screenshot", { save_as: "a.png" }), /a\.png/);
    await as("ada", "release", ada);
    const [bob = ""] = /^lease:\S+/.exec((await as("bob", "acquire", "--ttl", "600")).stdout) ?? [];
    assert.match(await call("bob", bob, "history"), /nothing|no act/i);
    assert.doesNotMatch(await call("bob", bob, "recall"), /terms/);
    assert.deepEqual(readdirSync(join(memory, "tenants")).toSorted(), ["ada", "bob"]);
    assert.deepEqual(readdirSync(join(outputDir, "tenants", "ada")), ["a.png"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("fovea farm config names the arguments that are missing", async () => {
  const ask = async (...words: readonly string[]) => (await runFovea(["farm", "config", ...words])).stderr;
  assert.match(await ask("--keys", "x"), /names its tenants/);
  assert.match(await ask("ada"), /--keys FOLDER is missing/);
  assert.match(await ask("ada", "--keys", "x", "--tls-cert", "y"), /belong together/);
  assert.match(await ask("farm", "--keys", "x"), /another name/);
  assert.match(await ask("a.b", "--keys", "x"), /cannot name a tenant/);
});
