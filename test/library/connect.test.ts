import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { connect, isFoveaError } from "../../src/library/connect.js";
import type { FoveaError } from "../../src/library/types.js";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";

/** The error of a call that has to fail with this code. */
async function refused(work: Promise<unknown>, code: string): Promise<FoveaError> {
  const error: unknown = await work.then(
    () => assert.fail(`${code} was expected`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isFoveaError(error), String(error));
  assert.equal(error.code, code, error.message);
  assert.ok(error.hint.length > 0 && error.recoverySuggestions.length > 0);
  return error;
}

/** Neither the user's adb server nor the user's folders. */
function optionsOf({ adbPort, config }: Product) {
  return { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" };
}

/** Where other processes write nothing. */
function ownTemporaryFolder(): Disposable {
  const { TMPDIR: before } = process.env;
  const folder = mkdtempSync(join(tmpdir(), "fovea-test-"));
  process.env["TMPDIR"] = folder;
  return {
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test("connect gives a program its own virtual phone, which leaves nothing behind", async () => {
  using _folder = ownTemporaryFolder();
  const phone = await connect({ virtual: { app: "form", api: 30 } });
  try {
    const screen = await phone.observe();
    assert.equal(screen.device, phone.serial);
    assert.deepEqual(screen.app, { package: "com.fovea.form", activity: "com.fovea.form.FormActivity" });
    assert.deepEqual([screen.isOn, screen.isLocked, screen.isKeyboardShown, screen.rotation], [true, false, false, 0]);
    // The companion takes over as soon as it runs.
    const isLive = async () => ((await phone.observe()).source.name === "a11y-shell" ? true : undefined);
    assert.ok(await pollUntil(isLive, 50, AbortSignal.timeout(60_000)));
  } finally {
    await phone.close();
    await phone.close();
  }
  assert.deepEqual(readdirSync(tmpdir()), []);
  await refused(phone.observe(), "CANCELLED");
});

test("a program observes and drives a phone without a server", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form", isSteady: true });
  await using phone = await connect({ device: product.serial, options: optionsOf(product) });
  const screen = await phone.observe();
  assert.equal(screen.source.name, "uiautomator");
  assert.match(screen.text, /checkbox "I agree to the terms"/);
  const terms = screen.elements.find(({ id }) => id === "com.fovea.form:id/terms");
  assert.ok(terms);
  assert.deepEqual([terms.type, terms.content, terms.checked], ["checkbox", "I agree to the terms", false]);

  const tapped = await phone.tap(terms, { expect: "id/terms checked" });
  assert.equal(tapped.verdict.kind, "changed");
  assert.match(tapped.text, /true: id\/terms checked/);
  const { bounds } = terms;
  const [point] = tapped.points;
  assert.ok(point && point.x >= bounds.left && point.x < bounds.right, JSON.stringify(tapped.points));

  const update = await phone.update(screen);
  assert.ok(update.isChanged);
  assert.match(update.changes, /^~ e\d+ checkbox "I agree to the terms" checked was e\d+/m);
  assert.equal((await phone.update()).isChanged, false);

  const [found, ...others] = await phone.find("id/terms");
  assert.deepEqual([found?.checked, found?.score, others], [true, null, []]);
  assert.deepEqual(await phone.find('"Nowhere"'), []);
  const [byWords] = await phone.find("agree to terms");
  assert.ok(byWords && byWords.ref === found?.ref && byWords.score !== null && byWords.score > 0);

  const typed = await phone.type("Demo", { target: 'field "Given and family name"' });
  assert.equal(typed.screen?.elements.find(({ focused }) => focused)?.content, "Demo");
  assert.equal((await phone.verify('"Create account"')).condition, '"Create account"');
  assert.match((await phone.press("back")).did, /BACK/);
  assert.match((await phone.swipe({ from: { x: 200, y: 600 }, to: { x: 200, y: 800 } })).did, /^swiped/);
  assert.match((await phone.swipe("up")).did, /^swiped up/);
  assert.equal((await phone.open("com.fovea.clock")).screen?.app?.package, "com.fovea.clock");
  assert.equal((await phone.wait("app com.fovea.clock")).screen.app?.package, "com.fovea.clock");

  const picture = await phone.screenshot();
  assert.deepEqual([picture.width, picture.height], [screen.size?.width, screen.size?.height]);
  assert.deepEqual([...picture.png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const small = await phone.screenshot({ longestSide: 200 });
  assert.deepEqual([Math.max(small.width, small.height), small.screen], [200, screen.size]);
  await refused(phone.screenshot({ longestSide: 99 }), "INVALID_ARGUMENT");
});

test("a refused call has a code, a next step and the screen, and does nothing", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const options = optionsOf(product);
  await using phone = await connect({ device: product.serial, options });
  const missing = await refused(phone.tap('button "Nothing"'), "ELEMENT_NOT_FOUND");
  assert.equal(missing.context.device, product.serial);
  assert.match(missing.context.visualContext ?? "", /Create account/);
  await refused(phone.tap("radio"), "AMBIGUOUS_TARGET");
  await refused(phone.tap("e99999"), "REF_STALE");
  await refused(phone.tap('button "'), "SELECTOR_SYNTAX");
  await refused(phone.verify('"Nothing"'), "EXPECTATION_FAILED");
  await refused(phone.wait('"Nothing"', { timeoutMs: 100 }), "WAIT_TIMEOUT");
  await refused(phone.open("javascript:alert(1)"), "URL_NOT_ALLOWED");
  await refused(phone.tap("id/terms", { signal: AbortSignal.abort() }), "CANCELLED");
  const other = await connect({ device: product.serial, options });
  const foreign = await other.observe();
  await other.close();
  await refused(phone.update(foreign), "INVALID_ARGUMENT");
  assert.equal((await phone.find("id/terms"))[0]?.checked, false);

  await using looking = await connect({ device: product.serial, options: { ...options, readOnly: true } });
  await refused(looking.tap("id/terms"), "READ_ONLY");
  await refused(connect({ device: "nowhere", options }), "DEVICE_NOT_FOUND");
  await refused(connect({ device: "a", virtual: {} }), "INVALID_ARGUMENT");
  const unknown = await refused(connect({ options: { adbPrt: 1 } }), "INVALID_ARGUMENT");
  assert.match(unknown.hint, /adbPort/);
});

test("a ref means the element that this program was shown, and close ends open calls", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const phone = await connect({ device: product.serial, options: optionsOf(product) });
  const [terms] = await phone.find("id/terms");
  assert.ok(terms);
  await phone.observe();
  product.phone.hooks.open("com.fovea.clock");
  await refused(phone.tap(terms), "REF_STALE");
  const waiting = refused(phone.wait('"Nothing"', { timeoutMs: 60_000 }), "CANCELLED");
  await phone.close();
  await waiting;
});
