import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isFoveaError } from "../../src/base/errors.js";
import { connect, expect, listDevices, loadDemonstrations } from "../../src/library/connect.js";

/** What only a program without types can write, or one that misspells a name. */
type Untyped = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

function untyped(owner: object): Untyped {
  return owner as Untyped;
}

async function refusedIn(call: () => Promise<unknown> | undefined): Promise<string> {
  const error: unknown = await Promise.resolve()
    .then(call)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  assert.ok(isFoveaError(error, "INVALID_ARGUMENT"), String(error));
  assert.ok(!error.hint.includes("tools/list"), error.hint);
  return error.message;
}

test("a call refuses unknown options and arguments of the wrong type before it does anything", async () => {
  await using phone = await connect({ virtual: { app: "form" }, options: { actionTimeoutMs: 0, companion: "off" } });
  const { device, files, apps } = phone;
  const misused: readonly (readonly [() => Promise<unknown> | undefined, RegExp])[] = [
    [() => untyped(phone)["tap"]?.("id/terms", { expects: '"Saved"' }), /no option "expects"/],
    [() => untyped(phone)["tap"]?.("id/terms", 5), /options have to be an object/],
    [() => untyped(phone)["tap"]?.("id/terms", { deadlineMs: -1 }), /deadlineMs/],
    [() => untyped(phone)["tap"]?.("id/terms", { signal: "x" }), /AbortSignal/],
    [() => untyped(phone)["tap"]?.(null), /a target is a selector/],
    [() => phone.tap({ x: Number.NaN, y: 1 }), /not a point/],
    [() => untyped(phone)["locator"]?.(5), /a selector has to be a text/],
    [() => untyped(phone)["locator"]?.(), /a selector has to be a text/],
    [() => untyped(phone.locator("row"))["within"]?.(5), /locator/],
    [() => untyped(phone.locator("row"))["near"]?.(null), /locator/],
    [() => untyped(phone.locator("row"))["nth"]?.("0"), /whole number/],
    [() => untyped(phone.locator("row"))["waitFor"]?.({ state: "gone" }), /visible or hidden, not gone/],
    [() => untyped(expect(phone.locator("id/terms")))["toHaveText"]?.(), /toHaveText takes a text or/],
    [() => untyped(expect(phone.locator("id/terms")))["toHaveValue"]?.(5), /toHaveValue takes a text or/],
    [() => untyped(expect(phone.locator("id/terms")))["toContainText"]?.(/x/), /toContainText takes a text, and/],
    [() => expect(phone.locator("row")).toHaveCount(-1), /whole number from 0, and not -1/],
    [() => untyped(expect(phone.locator("id/terms")))["toBeHidden"]?.({ timeout: 5 }), /no option "timeout"/],
    [() => untyped(expect(phone.locator("id/terms")).not)["toBeVisible"]?.(5), /options have to be an object/],
    [() => untyped(phone)["act"]?.("tap Plus", { expect: "x" }), /no option "expect"/],
    [() => untyped(phone)["record"]?.({}), /folder has to be/],
    [() => untyped(phone)["record"]?.(), /record/],
    [() => untyped(phone)["executeWorkflow"]?.("x.yaml", { env: { A: 1 } }), /values of variables are texts/],
    [() => untyped(phone)["executeWorkflow"]?.("x.yaml", { attempts: 3 }), /no option "attempts"/],
    [() => untyped(phone)["runSkill"]?.("x.yaml", { slot: {} }), /no option "slot"/],
    [() => untyped(phone)["runSkill"]?.("x.yaml", { slots: { a: 1 } }), /values of slots are texts/],
    [() => untyped(phone)["runSkill"]?.(), /a name or the path/],
    [() => untyped(phone.locator("id/terms"))["tap"]?.({ times: 2 }), /no option "times"/],
    [() => untyped(device)["network"]?.({ wifi: "off" }), /wifi has to be true or false/],
    [() => untyped(device)["display"]?.({ dark: "off" }), /dark has to be true or false/],
    [() => device.display({}), /nothing is to be changed/],
    [() => untyped(device)["putLocation"]?.("1,1"), /list of/],
    [() => device.putLocation([]), /no place/],
    [() => untyped(device)["logs"]?.({ secs: 5 }), /no option "secs"/],
    [() => untyped(files)["push"]?.(), /path of a file/],
    [() => untyped(apps)["changePermissions"]?.("com.fovea.form", {}), /nothing is to be changed/],
  ];
  for (const [call, message] of misused) assert.match(await refusedIn(call), message);
  await phone.verify("id/terms unchecked");
  assert.equal(await device.network({ wifi: true }).then(({ did }) => did), "changed nothing: already in that state");
  const soon = phone.wait('"Never"', { signal: AbortSignal.timeout(20) });
  await assert.rejects(soon, { code: "CANCELLED" });
  const why = new Error("the user left");
  await assert.rejects(phone.wait('"Never"', { signal: AbortSignal.abort(why) }), { code: "CANCELLED", cause: why });
});

test("a locator or element of one phone is refused on another, where nothing is touched", async () => {
  const options = { actionTimeoutMs: 0, companion: "off" };
  await using form = await connect({ virtual: { app: "form" }, options });
  await using settings = await connect({ virtual: { app: "com.android.settings" }, options });
  const [given] = (await form.observe()).elements.filter(({ type }) => type === "field");
  const [found] = await form.find("field");
  const located = await form.locator("field").nth(0).element();
  assert.ok(given && found);
  const before = await settings.observe();
  assert.ok(before.elements.some(({ ref }) => ref === given.ref));
  for (const element of [given, found, located]) {
    assert.match(await refusedIn(() => settings.tap(element)), /another connection, to FOVEA/);
  }
  const locator = form.locator("row");
  assert.match(await refusedIn(() => settings.tap(locator)), /the locator row belongs to another connection/);
  assert.match(await refusedIn(() => settings.drag("row #1", locator.nth(0))), /belongs to another connection/);
  assert.match(await refusedIn(() => settings.locator("row").within(locator).all()), /belongs to another connection/);
  assert.equal((await settings.update(before)).isChanged, false);
  assert.deepEqual(await settings.history(), []);
  await form.tap(given);
});

test("recording to a folder that cannot be written to fails at the start", async () => {
  await using phone = await connect({ virtual: { app: "form" }, options: { companion: "off" } });
  const folder = mkdtempSync(join(tmpdir(), "fovea-misused-"));
  try {
    writeFileSync(join(folder, "file"), "");
    await assert.rejects(phone.record({ folder: join(folder, "file", "x") }), { code: "TRACE_UNWRITABLE" });
    await using recording = await phone.record({ folder: join(folder, "trace") });
    assert.equal(await recording.stop(), null);
    await using first = await phone.record({ folder: join(folder, "trace") });
    await phone.tap("id/terms");
    assert.equal((await first.stop())?.steps, 1);
    const again = async () => await phone.record({ folder: join(folder, "trace") });
    assert.match(await refusedIn(again), /has a recording of this phone already/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("connect refuses unknown options instead of taking another device", async () => {
  const loose = connect as (options: unknown) => Promise<unknown>;
  for (const [options, message] of [
    [null, /options have to be an object/],
    ["emulator-5554", /options have to be an object/],
    [{ devise: "emulator-5554" }, /no option "devise"/],
    [{ virtual: { api: 12 } }, /24 to 36/],
    [{ virtual: { api: "33" } }, /24 to 36/],
    [{ virtual: { apps: "form" } }, /no option "apps"/],
    [{ virtual: { app: "nope" } }, /nope/],
    [{ virtual: { seed: -1 } }, /0 to 4294967295, and not -1/],
    [{ virtual: { seed: 1e300 } }, /0 to 4294967295, and not 1e\+300/],
    [{ virtual: { seed: 1.5 } }, /0 to 4294967295/],
    [{ device: 5 }, /device has to be a serial/],
    [{ device: "" }, /device has to be a serial/],
    [{ virtual: {}, device: "emulator-5554" }, /either `device` or `virtual`/],
    [{ confirm: "yes" }, /confirm has to be a function/],
    [{ plugins: "./own.mjs" }, /plugins has to be a list of functions/],
    [{ plugins: ["./own.mjs"] }, /plugins has to be a list of functions/],
    [{ options: "slim" }, /options have to be an object/],
    [{ options: ["slim"] }, /options have to be an object/],
    [{ options: { sli: true } }, /no option sli/],
    [{ options: { adbPort: {} } }, /options\.adbPort has to be/],
    [{ options: { plugins: [5] } }, /options\.plugins has to be/],
    [{ options: { farm: "nats://192.0.2.9:4222" } }, /`farm`, and not by `options\.farm`/],
  ] as const)
    assert.match(await refusedIn(() => loose(options)), message);
  const list = listDevices as (options: unknown) => Promise<unknown>;
  for (const [options, message] of [
    [null, /options have to be an object/],
    [{ device: "emulator-5554" }, /no option "device"/],
    [{ options: { sli: true } }, /no option sli/],
  ] as const)
    assert.match(await refusedIn(() => list(options)), message);
  await assert.rejects((loadDemonstrations as () => Promise<unknown>)(), { code: "TRACE_UNREADABLE" });
});

test("connect refuses two options that each name a phone, and names both", async () => {
  const loose = connect as (options: unknown) => Promise<unknown>;
  const values = {
    device: "emulator-5554",
    farm: "nats://192.0.2.9:4222",
    adbHost: "x",
    adbPort: 5037,
    connect: "x:1",
  };
  const pairs = [
    ...Object.keys(values).map((key) => ["virtual", {}, key] as const),
    ...["device", "farm"].flatMap((key) => [["farm", values.farm, key] as const, ["device", "one", key] as const]),
  ];
  assert.equal(pairs.length, 9);
  for (const [name, value, key] of pairs) {
    const message = await refusedIn(() => loose({ [name]: value, options: { [key]: Reflect.get(values, key) } }));
    assert.ok(message.includes(`\`${name}\` and \`options.${key}\``), message);
  }
});

test("a virtual phone keeps its state where the option says", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "fovea-misused-"));
  try {
    await using phone = await connect({ virtual: { app: "form" }, options: { stateDir, companion: "off" } });
    await phone.observe();
    assert.notDeepEqual(readdirSync(stateDir), []);
  } finally {
    rmSync(stateDir, { recursive: true });
  }
});
