import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, expect, isFoveaError, listDevices } from "../../src/library/connect.js";
import type { FoveaError } from "../../src/library/types.js";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";

async function refused(work: Promise<unknown>, code: string): Promise<FoveaError> {
  const error: unknown = await work.then(
    () => assert.fail(`${code} was expected`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isFoveaError(error), String(error));
  assert.equal(error.code, code, error.message);
  return error;
}

function optionsOf({ adbPort, config }: Product) {
  return { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" };
}

async function open(app: string) {
  const product = await startProduct({ ...SMALL, app });
  const phone = await connect({ device: product.serial, options: optionsOf(product) });
  return {
    product,
    phone,
    [Symbol.asyncDispose]: async () => {
      await phone.close();
      await product[Symbol.asyncDispose]();
    },
  };
}

test("focus moves the focus by D-pad keys, and returns the keys it pressed", async () => {
  await using opened = await open("com.fovea.form");
  const { phone } = opened;
  const first = await phone.focus('field "Full name"');
  assert.ok(first.element.focused === true && first.keys.length > 0, first.keys.join());
  const next = await phone.focus('field "E-mail"', { mostKeys: 5 });
  assert.deepEqual([next.keys, next.element.focused], [["dpad_down"], true]);
  assert.deepEqual((await phone.focus('field "E-mail"')).keys, []);
  await refused(phone.focus('"Full name"'), "TARGET_UNREACHABLE");
  await refused(phone.focus("id/name", JSON.parse('{"keys":5}')), "INVALID_ARGUMENT");
});

test("each call of the library does what its tool does", async () => {
  await using opened = await open("com.android.settings");
  const { phone, product } = opened;
  const scrolled = await phone.scrollTo('row "About phone"');
  assert.equal(scrolled.element.labels[0], "About phone");
  assert.ok(scrolled.screen?.elements.some(({ ref }) => ref === scrolled.element.ref));
  await refused(phone.scrollTo('"Nowhere"', { way: "up" }), "ELEMENT_NOT_FOUND");

  assert.match((await phone.act("open com.fovea.form")).did, /^opened/);
  const { steps, screen } = await phone.batch([
    { tool: "tap", target: "id/terms", expect: "id/terms checked" },
    { tool: "tap", target: "id/terms" },
  ]);
  assert.deepEqual(
    steps.map(({ tool }) => tool),
    ["tap", "tap"],
  );
  assert.equal(screen?.elements.find(({ id }) => id?.endsWith("terms"))?.checked, false);
  await refused(phone.batch([{ tool: "observe" }]), "INVALID_ARGUMENT");

  const done = await phone.history({ count: 2 });
  assert.deepEqual(
    done.map(({ tool, error }) => [tool, error]),
    [
      ["batch", null],
      ["batch", null],
    ],
  );
  await refused(phone.pinch(200), "UNSUPPORTED_ON_DEVICE");
  assert.match((await phone.drag({ x: 100, y: 300 }, { x: 100, y: 500 })).did, /^dragged/);
  const marked = await phone.marks({ only: ["checkbox"] });
  assert.match(marked.mimeType, /^image\//);
  assert.ok(marked.bytes.length > 1_000 && marked.text.includes("checkbox"));

  assert.deepEqual(await phone.apps.list({ contains: "sign up" }), [{ package: "com.fovea.form", label: "Sign up" }]);
  assert.match((await phone.apps.close("com.fovea.form")).did, /com\.fovea\.form/);
  assert.equal((await phone.apps.open("com.fovea.clock")).screen?.app?.package, "com.fovea.clock");
  assert.match(await phone.apps.clear("com.fovea.form"), /com\.fovea\.form/);
  await refused(phone.apps.install("/nowhere/app.apk"), "PATH_NOT_ALLOWED");

  assert.deepEqual(await phone.adb.shell(["echo", "it's", "$HOME"]), {
    stdout: "it's $HOME\n",
    stderr: "",
    exitCode: 0,
  });
  assert.equal((await phone.adb.shell(["false"])).exitCode, 1);
  const known = await listDevices({ options: optionsOf(product) });
  assert.deepEqual(known, [{ serial: product.serial, state: "device", model: known[0]?.model }]);
});

test("destructive calls do nothing where confirm returns false or the connection is read-only", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const asked: string[] = [];
  const confirm = (question: string) => {
    asked.push(question);
    return false;
  };
  await using phone = await connect({ device: product.serial, options: optionsOf(product), confirm });
  await refused(phone.apps.clear("com.fovea.notes"), "CONSENT_REFUSED");
  assert.match(asked.join(), /com\.fovea\.notes/);
  await using looking = await connect({ device: product.serial, options: { ...optionsOf(product), readOnly: true } });
  await refused(looking.adb.shell(["id"]), "READ_ONLY");
  await refused(looking.apps.clear("com.fovea.notes"), "READ_ONLY");
  await refused(looking.scrollTo('"x"'), "READ_ONLY");
});

test("expect checks until its condition is true, and its error says what was there instead", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, product } = opened;
  await phone.observe();
  const coming = phone.expect("app com.fovea.clock", { timeoutMs: 20_000 });
  product.phone.hooks.open("com.fovea.clock");
  assert.equal((await coming).screen.app?.package, "com.fovea.clock");
  const failed = await refused(phone.expect('"Create account"', { timeoutMs: 200 }), "EXPECTATION_FAILED");
  assert.match(failed.message, /no "Create account"; waited 200 ms for it$/);
  assert.match(failed.context.visualContext ?? "", /com\.fovea\.clock/);
});

test("parallel calls run one after the other, and the caller's deadline ends a call", async () => {
  await using opened = await open("com.fovea.form");
  const { phone } = opened;
  const taps = await Promise.all([phone.tap("id/terms"), phone.tap("id/terms"), phone.tap("id/terms")]);
  assert.deepEqual(
    taps.map(({ verdict }) => verdict.kind),
    ["changed", "changed", "changed"],
  );
  const checked = taps.map(({ screen }) => screen?.elements.find(({ id }) => id?.endsWith("terms"))?.checked);
  assert.deepEqual(checked, [true, false, true]);
  await refused(phone.wait('"Nothing"', { timeoutMs: 60_000, deadlineMs: 50 }), "TIMEOUT");
  const abort = new AbortController();
  const waiting = refused(phone.wait('"Nothing"', { timeoutMs: 60_000, signal: abort.signal }), "CANCELLED");
  abort.abort();
  await waiting;
});

test("two phones in one program have their own refs and screens", async () => {
  await using first = await open("com.fovea.form");
  await using second = await open("com.fovea.clock");
  const [form, clock] = await Promise.all([first.phone.observe(), second.phone.observe()]);
  assert.deepEqual([form.app?.package, clock.app?.package], ["com.fovea.form", "com.fovea.clock"]);
  await Promise.all([first.phone.tap("id/terms", { expect: "id/terms checked" }), second.phone.press("home")]);
  await expect(first.phone.locator("id/terms")).toBeChecked();
  await refused(second.phone.update(form), "INVALID_ARGUMENT");
});

test("an empty field and the text of an id are reported where the source knows them, and are unknown elsewhere", async () => {
  const options = { actionTimeoutMs: 0 };
  const empty = { expected: "the field id/name is empty" };
  const shows = { expected: 'id/name shows "Bo"' };
  const both = { expected: '"Plan" and "Create account" are visible' };
  await using certain = await connect({ virtual: { app: "form" }, options: { ...options, companion: "shell" } });
  assert.equal((await certain.verify(empty)).condition, 'field id/name = ""');
  await certain.verify(both);
  await refused(certain.verify(shows), "EXPECTATION_FAILED");
  await certain.type("Bo", { target: "id/name" });
  await certain.verify(shows);
  await certain.verify({ expected: "the field id/name is not empty" });
  await refused(certain.verify(empty), "EXPECTATION_FAILED");
  // The label of a field is not what it shows.
  await refused(certain.verify({ expected: 'id/name shows "Given and family name"' }), "EXPECTATION_FAILED");
  // Without a companion the hint of an empty field looks like a text in it.
  await using uncertain = await connect({ virtual: { app: "form" }, options: { ...options, companion: "off" } });
  await refused(uncertain.verify(empty), "FACT_UNKNOWN");
  await refused(uncertain.verify({ expected: "the field id/name is not empty" }), "FACT_UNKNOWN");
});
