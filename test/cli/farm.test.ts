import assert from "node:assert/strict";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { startProduct } from "../support/product.js";

const { test } = needsPrograms("nats-server");

test("fovea host serves its phone, and fovea farm leases it, drains the host and quarantines the phone", async () => {
  await using server = await startNatsServer();
  await using product = await startProduct({ app: "com.fovea.form" });
  const farm = ["--farm", server.url];
  const adb = ["--adb-port", String(product.adbPort)];
  await using host = new FoveaProcess(["host", ...farm, ...adb, "--host-id", "h1"]);
  await host.says(/host h1: 1 phone/);
  const fovea = async (...words: readonly string[]) => await runFovea(["farm", ...words, ...farm]);
  assert.match((await fovea("list")).stdout, /\| IDLE \| IN_SERVICE \|/);
  const { stdout } = await fovea("acquire", "--needs", "api>=30");
  const [lease = ""] = /^lease:\S+/.exec(stdout) ?? [];
  assert.match((await fovea("status")).stdout, /^h1 \| 1 BUSY$/m);
  assert.match((await fovea("acquire")).stderr, /NONE_AVAILABLE/);
  for (const needs of [["--needs", "api>=99"], ["api>=99"]])
    assert.match((await fovea("acquire", ...needs)).stderr, /NONE_EXIST.*api>=99/);
  assert.equal((await fovea("acquire", "api>=1", "--needs", "api>=1")).code, 2);
  assert.match((await fovea("renew", lease)).stdout, new RegExp(`^${lease} `));
  assert.match((await fovea("release", lease)).stdout, /^released h1\//);
  assert.match((await fovea("release", lease)).stderr, /LEASE_LOST/);
  assert.match(
    (await fovea("drain", "h2")).stdout,
    /^h2 grants no more phones; it has no phones in the farm now \(h1 has\)$/m,
  );
  assert.match((await fovea("drain", "h1")).stdout, /^h1 grants no more phones$/m);
  assert.match((await fovea("list")).stdout, /LAMEDUCK/);
  await fovea("drain", "h1", "--end");
  await fovea("quarantine", `h1/${product.serial}`, "--reason", "lost twice", "--minutes", "5");
  assert.match((await fovea("list")).stdout, /IN_AUTO_RECOVERY .* lost twice/);
  assert.match((await fovea("status")).stdout, /1 in quarantine/);
});

test("fovea farm refuses unknown arguments as a usage error, and needs TLS for other hosts", async () => {
  assert.equal((await runFovea(["farm", "paint", "--farm", "nats://127.0.0.1:1"])).code, 2);
  assert.equal((await runFovea(["farm", "list"])).code, 2);
  for (const command of ["observe", "devices"]) {
    const here = await runFovea([command, "--farm", "nats://127.0.0.1:1"]);
    assert.equal(here.code, 2);
    assert.match(here.stderr, new RegExp(`--farm: fovea ${command} uses the phones of this host`));
  }
  const env = { FOVEA_FARM: "nats://127.0.0.1:1" };
  const local = await runFovea(["devices", "--adb-port", "1"], { env });
  assert.match(local.stderr, /the environment names a farm \(FOVEA_FARM\), and fovea devices uses the phones of this/);
  assert.doesNotMatch((await runFovea(["farm", "--help"], { env })).stderr, /FOVEA_FARM/);
  const open = await runFovea(["farm", "list", "--farm", "nats://192.0.2.9"]);
  assert.match(open.stderr, /192\.0\.2\.9 is another host, and nats:\/\/ does not encrypt/);
});
