import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags, RawServe } from "../support/serve-process.js";

const brightnessOf = ({ phone }: Product) => phone.state().settings.system.get("screen_brightness");

/** A server of its own that changed a setting of the product's phone. */
async function changed(product: Product): Promise<RawServe> {
  const server = new RawServe([...productFlags(product), "--tools", "device"]);
  await server.initialize();
  const args = { name: "system/screen_brightness", value: "200" };
  server.request(7, "tools/call", { name: "settings", arguments: args });
  assert.match(JSON.stringify((await server.answer(7)).result), /102 -> 200/);
  assert.equal(brightnessOf(product), "200");
  return server;
}

test("a server restores its device changes when it ends, and after a kill the next command does", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using ending = await changed(product);
  ending.child.kill("SIGTERM");
  await once(ending.child, "exit");
  assert.equal(brightnessOf(product), "102");
  await using killed = await changed(product);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  assert.equal(brightnessOf(product), "200");
  const { code, stderr } = await runFovea(["observe", ...productFlags(product)]);
  const said = `! an earlier process ended without restoring what it changed on ${product.serial}; now it is restored:`;
  const lines = [said, "setting system/screen_brightness: 200 -> 102"];
  assert.deepEqual([code, stderr], [0, `${lines.join("\n")}\n`]);
  assert.equal(brightnessOf(product), "102");
});

test("the server after a killed one reports once what it restored", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using killed = await changed(product);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  await using next = new RawServe(productFlags(product));
  await next.initialize();
  const observed = async (id: number) => {
    next.request(id, "tools/call", { name: "observe", arguments: {} });
    return JSON.stringify((await next.answer(id)).result);
  };
  assert.match(await observed(7), /now it is restored:\\nsetting system\/screen_brightness: 200 -> 102"/);
  assert.equal(brightnessOf(product), "102");
  assert.doesNotMatch(await observed(8), /restored/);
});
