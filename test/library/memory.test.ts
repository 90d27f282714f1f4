import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { connect, isFoveaError } from "../../src/library/connect.js";
import type { FoveaError, Phone } from "../../src/library/types.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";

async function refused(work: Promise<unknown>, code: string): Promise<FoveaError> {
  const error: unknown = await work.then(
    () => assert.fail(`${code} was expected`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isFoveaError(error), String(error));
  assert.equal(error.code, code, error.message);
  return error;
}

/** Settings, to the page of the display and back. */
async function visit(phone: Phone): Promise<void> {
  await phone.observe();
  await phone.tap('row "Display"');
  await phone.observe();
  await phone.press("back");
  await phone.observe();
}

test("a program uses the memory of earlier runs: recall, notes, predictions, and the path to a screen", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.android.settings" });
  const { adbPort, serial, folder, config } = product;
  const memory = join(folder, "memory");
  const options = { adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off", memory };
  {
    await using phone = await connect({ device: serial, options });
    await visit(phone);
  }
  await using phone = await connect({ device: serial, options });
  await phone.observe();

  const [display, ...others] = await phone.memory.recall("display", { count: 1 });
  assert.ok(display);
  assert.deepEqual(others, []);
  assert.equal(display.application, "com.android.settings");
  assert.ok(display.score !== null && display.score > 0 && display.line.length <= 120, display.line);
  assert.deepEqual(
    display.way?.map(({ to }) => to),
    [display.id],
  );
  assert.match(display.way?.[0]?.action ?? "", /^tap row "display /);
  assert.equal(display.way?.[0]?.runs.length, 1);

  const [likely] = await phone.memory.predict({ goal: "display", count: 1 });
  assert.equal(likely?.leadsTo?.screen, display.id);
  assert.ok(likely && likely.probability > 0 && likely.probability < 1, String(likely?.probability));

  const arrived = await phone.memory.goTo(display.id);
  assert.deepEqual([arrived.id, arrived.steps.length], [display.id, 1]);
  assert.ok(
    arrived.screen?.elements.some(({ labels }) => labels.includes("Dark theme")),
    arrived.text,
  );
  assert.deepEqual((await phone.memory.goTo(display.id)).steps, []);

  const noted = await phone.memory.note("brightness and theme");
  assert.deepEqual([noted.id, noted.note, noted.way], [display.id, "brightness and theme", []]);
  assert.equal((await phone.memory.screen(display.id)).note, "brightness and theme");
  await phone.memory.note("the display", { screen: display.id });
  assert.equal((await phone.memory.recall("display", { count: 1 }))[0]?.note, "the display");

  await refused(phone.memory.screen("s00000000"), "SCREEN_UNKNOWN");
  await refused(phone.memory.goTo("no such page anywhere"), "SCREEN_UNKNOWN");
  await refused(phone.memory.recall("display", { count: 0 }), "INVALID_ARGUMENT");
  await refused(phone.memory.predict(JSON.parse('{"goals":"x"}')), "INVALID_ARGUMENT");
});

test("memory calls fail and say that there is none where no memory is open", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { adbPort, serial, config } = product;
  await using phone = await connect({
    device: serial,
    options: { adbPort, stateDir: config.stateDir, companion: "off" },
  });
  assert.match((await refused(phone.memory.recall("form"), "MEMORY_OFF")).hint, /memory/);
  await refused(phone.memory.predict(), "MEMORY_OFF");
  await refused(phone.memory.goTo("form"), "MEMORY_OFF");
});
