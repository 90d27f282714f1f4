import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { flowFilesBelow } from "../../src/replay/flow/load-flow.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { breakOf } from "../support/own-flows.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const FLOWS = join(packageRoot(), "test", "flows");

async function phone(): Promise<Product> {
  const product = await startProduct({ ...SMALL, speed: 20, isSteady: true });
  // At this pace a screen goes off by itself while a busy machine does something else.
  product.phone.putSetting("system", "screen_off_timeout", "86400000");
  return product;
}

test("flows over all apps of the virtual phone pass", async () => {
  await using product = await phone();
  const { code, stdout } = await runFovea(["run", FLOWS, ...productFlags(product), "--json"]);
  const { flows } = JSON.parse(stdout);
  const bad = flows.filter(({ outcome }: { readonly outcome: string }) => outcome !== "passed");
  assert.equal(code, 0, JSON.stringify(bad, null, 1).slice(0, 4_000));
  assert.ok(flows.length >= 25, String(flows.length));
  assert.deepEqual(
    flows.slice(0, 2).map(({ name }: { readonly name: string }) => name),
    ["Sign up", "Write a note"],
  );
});

test("each deliberately broken flow fails at the right line for the right reason", async () => {
  const files = (await flowFilesBelow(FLOWS)).filter((file) => !file.startsWith("parts"));
  const wrong: string[] = [];
  for (const name of files) {
    // What a broken flow leaves, a dialog of a crash for example, is not for the next one.
    await using product = await phone();
    const folder = join(product.folder, "flows");
    cpSync(FLOWS, folder, { recursive: true });
    const { from, to, code, place } = breakOf(join(folder, name));
    const file = join(folder, name);
    const [head = "", ...rest] = readFileSync(file, "utf8").split("\n");
    const broken = rest.join("\n").replace(from, () => to);
    assert.notEqual(broken, rest.join("\n"), name);
    writeFileSync(file, `${head}\n${broken}`);
    const flags = [...productFlags(product), "--lookup-timeout", "2500", "-e", "WAIT=500", "--json"];
    const ran = await runFovea(["run", file, ...flags]);
    const steps = JSON.parse(ran.stdout).reports?.[0]?.steps ?? [];
    const failed = steps.find(({ outcome }: { readonly outcome: string }) => outcome === "failed");
    const is = `${failed?.code} at ${failed?.place}`;
    if (is !== `${code} at ${place}`) wrong.push(`${relative(folder, file)}: ${is}, not ${code} at ${place}`);
  }
  assert.deepEqual(wrong, []);
});
