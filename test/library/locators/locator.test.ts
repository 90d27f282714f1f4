import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, expect, isFoveaError } from "../../../src/library/connect.js";
import type { Locator } from "../../../src/library/types.js";
import { SMALL } from "../../support/drive.js";
import { startProduct } from "../../support/product.js";

async function open(app: string, size = SMALL.size as { width: number; height: number }) {
  const product = await startProduct({ ...SMALL, size, app });
  const { adbPort, config } = product;
  const options = {
    adbHost: "127.0.0.1",
    adbPort,
    stateDir: config.stateDir,
    actionTimeoutMs: 2_000,
    companion: "off",
  };
  const phone = await connect({ device: product.serial, options });
  return {
    product,
    phone,
    [Symbol.asyncDispose]: async () => {
      await phone.close();
      await product[Symbol.asyncDispose]();
    },
  };
}

async function failure(work: Promise<unknown>, code: string): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail(`${code} was expected`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isFoveaError(error), String(error));
  assert.equal(error.code, code, error.message);
  return error.message;
}

test("a locator observes the screen at each call, and each step narrows its matches", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, product } = opened;
  const terms = phone.locator("id/terms");
  const later = phone.locator('button "Alarm"');
  assert.deepEqual([await terms.isVisible(), await later.isVisible()], [true, false]);
  await terms.tap();
  assert.equal((await terms.element()).checked, true);
  const radios = phone.locator("radio");
  const count = await radios.count();
  assert.ok(count > 1);
  assert.match(
    await failure(radios.element({ timeoutMs: 0 }), "AMBIGUOUS_TARGET"),
    /\d+ elements match radio: e\d+ radio/,
  );
  const second = radios.nth(1);
  assert.equal(second.description, "radio nth 1");
  const all = await radios.all();
  assert.equal((await second.element()).ref, all[1]?.ref);
  await second.tap();
  await expect(second).toBeChecked();
  await expect(radios.nth(0)).not.toBeChecked();
  assert.match(
    await failure(radios.nth(99).element({ timeoutMs: 0 }), "ELEMENT_NOT_FOUND"),
    /nothing on the screen matches radio nth 99/,
  );
  product.phone.hooks.open("com.android.settings");
  assert.equal(await terms.isVisible(), false);
});

test("within matches elements inside another one, at any depth", async () => {
  // A third of the list fits, so that it scrolls and is an element itself.
  await using opened = await open("com.android.settings", { width: 540, height: 620 });
  const rows = opened.phone.locator("row");
  assert.ok((await rows.count()) > 2);
  assert.equal(await rows.within("list").count(), await rows.count());
  assert.equal(await rows.within('button "Search settings"').count(), 0);
  assert.equal(await opened.phone.locator('"Apps"').within("list").within('"Nowhere"').count(), 0);
});

test("near matches the nearest element, and all that are equally near", async () => {
  await using opened = await open("com.fovea.form");
  const { phone } = opened;
  const fields = await phone.locator("field").all();
  const [first, last] = [fields[0], fields.at(-1)];
  assert.ok(first && last && first !== last);
  const caption = phone.locator("field").nth(0);
  const near = await phone.locator("field").near(caption).all();
  assert.equal(near.length, 1);
  assert.notEqual(near[0]?.ref, first.ref);
  assert.equal(await phone.locator("id/terms").near(phone.locator("id/terms")).count(), 0);
});

test("an action on a locator with steps finds its element again, and text() reads typed text", async () => {
  await using opened = await open("com.fovea.form");
  const { phone } = opened;
  const name = phone.locator('field "Given and family name"');
  await name.type("Demo");
  assert.equal(await phone.locator("field").nth(0).text(), "Demo");
  await phone.locator("field").nth(0).type("Grace", { clear: true });
  await expect(phone.locator("field").nth(0)).toHaveText("Grace");
  await expect(phone.locator("field").nth(0)).toHaveText(/^gra/i);
  await expect(phone.locator("field").nth(0)).toContainText("rac");
  await expect(phone.locator("field").nth(0)).toHaveValue("Grace");
  await expect(phone.locator("field").nth(0)).toBeFocused();
});

test("a failed assertion names what was on the screen, and an unknown result fails as well", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, product } = opened;
  const at = { timeoutMs: 0 };
  const terms = phone.locator("id/terms");
  await expect(terms).toBeVisible();
  await expect(terms).toHaveText("I agree to the terms");
  await expect(terms).toHaveCount(1);
  await expect(terms).toBeEnabled();
  await expect(phone.locator('"Nowhere"')).toBeHidden();
  assert.match(
    await failure(expect(terms).toHaveText("I agree", at), "EXPECTATION_FAILED"),
    /^expect\(id\/terms\)\.toHaveText\("I agree"\) is not true: it says "I agree to the terms"/,
  );
  assert.match(await failure(expect(terms).toBeChecked(at), "EXPECTATION_FAILED"), /e\d+ checkbox .*is not checked/);
  assert.match(
    await failure(expect(terms).not.toBeEnabled(at), "EXPECTATION_FAILED"),
    /\.not\.toBeEnabled\(\) is not true/,
  );
  assert.match(await failure(expect(terms).toBeDisabled(at), "EXPECTATION_FAILED"), /is not disabled/);
  assert.match(await failure(expect(terms).toHaveCount(2, at), "EXPECTATION_FAILED"), /there are 1/);
  for (const one of [expect(terms), expect(terms).not])
    assert.match(await failure(one.toHaveValue("x", at), "EXPECTATION_FAILED"), /cannot be decided: .* has no value/);
  for (const one of [expect(phone.locator('"Nowhere"')), expect(phone.locator('"Nowhere"')).not])
    assert.match(
      await failure(one.toBeChecked(at), "EXPECTATION_FAILED"),
      /cannot be decided: nothing on the screen matches/,
    );
  assert.match(
    await failure(expect(phone.locator('"Nowhere"')).toBeVisible(at), "EXPECTATION_FAILED"),
    /nothing on the screen/,
  );

  const clock = expect(phone.locator('button "Stopwatch"')).toBeVisible({ timeoutMs: 20_000 });
  product.phone.hooks.open("com.fovea.clock");
  await clock;
  await terms.waitFor({ state: "hidden" });
  assert.match(await failure(terms.waitFor({ timeoutMs: 100 }), "WAIT_TIMEOUT"), /0 of them are there/);
});

test("a value that is not a locator of this package and an invalid index are refused", async () => {
  await using opened = await open("com.fovea.form");
  const { phone } = opened;
  const isInvalid = (error: unknown) => isFoveaError(error, "INVALID_ARGUMENT");
  assert.throws(() => phone.locator("radio").nth(-1), isInvalid);
  assert.throws(
    () => phone.locator('button "'),
    (error) => isFoveaError(error, "SELECTOR_SYNTAX"),
  );
  const other: Locator = Object.create(phone.locator("radio"), { description: { value: "x" } });
  assert.throws(() => expect({ ...other }), isInvalid);
  await assert.rejects(phone.locator("radio").nth(0).scrollTo(), isInvalid);
});
