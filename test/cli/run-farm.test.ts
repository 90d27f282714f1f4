import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pollUntil } from "../../src/base/signals.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { SMALL } from "../support/drive.js";
import { eventually } from "../support/farm-facts.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { headed } from "../support/headed-flow.js";
import { startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";

const { test } = needsPrograms("nats-server");
const NOTES = { ...SMALL, app: "com.fovea.notes" } as const;
const OPENS = "- tapOn: Shopping\n- back\n- assertVisible: Shopping";

test("fovea run --farm runs flows on phones of several hosts, and again on another phone where a host is killed", async () => {
  await using server = await startNatsServer();
  await using one = await startProduct(NOTES);
  await using two = await startProduct(NOTES);
  const farm = ["--farm", server.url];
  const hostOf = (id: string, { adbPort }: { readonly adbPort: number }) =>
    new FoveaProcess(["host", ...farm, "--adb-port", String(adbPort), "--host-id", id]);
  await using first = hostOf("h1", one);
  await using second = hostOf("h2", two);
  await first.says(/1 phone/);
  await second.says(/1 phone/);

  const flows = join(one.folder, "flows");
  mkdirSync(join(flows, "parts"), { recursive: true });
  writeFileSync(join(flows, "parts", "open.yaml"), headed(OPENS));
  for (const name of ["a", "b", "c"]) writeFileSync(join(flows, `${name}.yaml`), headed("- runFlow: parts/open.yaml"));
  const junit = join(one.folder, "junit.xml");
  const run = ["run", ...farm, "--workspace", flows, "--shards", "auto", "--junit", junit];
  const all = await runFovea([
    ...run,
    "--needs",
    "api>=30",
    ...["a", "b", "c"].map((name) => join(flows, `${name}.yaml`)),
  ]);
  assert.equal(all.code, 0, `${all.stdout}\n${all.stderr}`);
  const report = readFileSync(junit, "utf8");
  assert.match(report, /tests="3" failures="0"/);
  assert.deepEqual(new Set(report.match(/h[12]\/[\w.:-]+/g)).size, 2, report);

  const long = join(flows, "long.yaml");
  const waits = '- extendedWaitUntil: { visible: "Nowhere", timeout: 8000, optional: true }';
  writeFileSync(long, headed(`${waits}\n${OPENS}`));
  await using fabric = await NatsFabric.open({ servers: [server.url], name: "test" }, never());
  await using running = new FoveaProcess([...run, "--retries", "1", "--shards", "1", long]);
  const held = await pollUntil(
    async () => (await fabric.list([], never())).find(({ state }) => state === "BUSY"),
    10,
    never(),
  );
  await running.says(/long/);
  (held.host === "h1" ? first : second).child.kill("SIGKILL");
  assert.equal(await running.ended(), 0, `${running.stdout}\n${running.stderr}`);
  assert.match(running.stdout, /TIMEOUT: the answer of farm_run_flow [\s\S]*FLAKY: long passed at try 2/);
  const again = readFileSync(junit, "utf8");
  assert.match(again, /TIMEOUT|FARM_UNREACHABLE/);
  assert.match(again, new RegExp(`${held.host === "h1" ? "h2" : "h1"}/`));
  await eventually(fabric, (now) => now.every(({ host, state }) => host === held.host || state === "IDLE"));
});

test("fovea run --farm has exit codes for needs that no phone meets and for failed flows, and refuses wrong arguments", async () => {
  await using server = await startNatsServer();
  await using product = await startProduct(NOTES);
  const farm = ["--farm", server.url];
  await using host = new FoveaProcess(["host", ...farm, "--adb-port", String(product.adbPort), "--host-id", "h3"]);
  await host.says(/1 phone/);
  const flow = join(product.folder, "f.yaml");
  writeFileSync(flow, headed('- tapOn: { text: "Nowhere" }'));
  const run = async (...words: readonly string[]) => await runFovea(["run", flow, "--lookup-timeout", "0", ...words]);
  const none = await run(...farm, "--needs", "api>=99");
  assert.match(none.stderr, /NONE_EXIST.*api>=99/);
  const failed = await run(...farm, "--screenshots", join(product.folder, "shots"));
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /Nowhere/);
  assert.equal((await run("--needs", "api>=30")).code, 2);
  assert.equal((await run(...farm, "--update-baselines")).code, 2);
  assert.equal((await run("--shards", "auto")).code, 2);
});
