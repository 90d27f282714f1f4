import assert from "node:assert/strict";
import { test } from "node:test";
import { signApk } from "../../../src/devices/companion/apk/sign-apk.js";
import { diagnoseService } from "../../../src/devices/companion/diagnose-service.js";
import { setUp } from "../../../src/devices/companion/setup.js";
import { testSigner } from "../../support/apk/test-signer.js";
import { apkOfSize, tinyApk } from "../../support/apk/tiny-apk.js";
import { never } from "../../support/never.js";
import { OURS, SetupPhone } from "../../support/setup-phone.js";

const signer = testSigner();
const apk = signApk(apkOfSize(50_000), signer);
const TIMING = { installMs: 300, bindMs: 150, offMs: 1, longOffMs: 1 };

async function ready(): Promise<SetupPhone> {
  const phone = new SetupPhone();
  await setUp(phone, { apk, client: "test", timing: TIMING }, never());
  phone.commands.length = 0;
  return phone;
}

async function stateOf(phone: SetupPhone, own: typeof apk | null = apk) {
  const { state, build, advice, problem } = await diagnoseService(phone, own, never());
  assert.equal(problem, null);
  return { state, build, advice: advice ?? "" };
}

test("a running service is reported as running, and the diagnosis changes nothing on the phone", async () => {
  const phone = await ready();
  assert.deepEqual(await stateOf(phone), { state: "running", build: "current", advice: "" });
  assert.deepEqual(
    phone.commands.filter((text) => /put|delete|install|set /.test(text)),
    [],
  );
});

test("each possible fault of the service has its own state and next step", async () => {
  const absent = new SetupPhone();
  assert.match((await stateOf(absent)).advice, /`fovea setup` installs it/);
  const off = await ready();
  off.settings.set("0 accessibility_enabled", "0");
  assert.equal((await stateOf(off)).state, "not enabled");
  const crashed = await ready();
  crashed.binds = () => false;
  assert.equal((await stateOf(crashed)).state, "not running");
  crashed.isCrashed = true;
  assert.deepEqual(await stateOf(crashed), {
    state: "crashed",
    build: "current",
    advice: "`fovea setup` brings it back",
  });
  const suppressed = await ready();
  suppressed.automation = "app_process /system/bin com.android.commands.uiautomator.Launcher dump";
  assert.match((await stateOf(suppressed)).advice, /`uiautomator dump` holds UiAutomation/);
  suppressed.automation = "an unknown value";
  assert.match((await stateOf(suppressed)).advice, /another tool holds UiAutomation/);
});

test("certificate and signature show whose build the service is", async () => {
  const phone = await ready();
  const newer = signApk(apkOfSize(50_001), signer);
  assert.equal((await stateOf(phone, newer)).build, "other");
  for (const own of [null, signApk(apkOfSize(50_000), testSigner())]) {
    const { build, advice } = await stateOf(phone, own);
    assert.equal(build, "foreign");
    assert.match(advice, /--signing-key/);
  }
});

test("a package without a v2 signature, or in several parts, is foreign", async () => {
  const phone = await ready();
  phone.apk = apkOfSize(1000);
  assert.equal((await stateOf(phone)).build, "foreign");
  phone.apk = apk.bytes;
  phone.script = (text) =>
    /pm path/.test(text) ? { stdout: "package:/data/a/base.apk\npackage:/data/a/split.apk\n" } : undefined;
  assert.equal((await stateOf(phone)).build, "foreign");
});

test("of a package with many entries only its end is read", async () => {
  const entries = Array.from({ length: 900 }, (_, index) => ({
    name: `res/file-${index}.xml`,
    bytes: Buffer.alloc(300),
  }));
  const large = signApk(tinyApk(entries), signer);
  const phone = await ready();
  phone.apk = large.bytes;
  assert.equal((await stateOf(phone, large)).build, "current");
  const reads = phone.commands
    .filter((text) => text.includes("tail -c"))
    .map((text) => Number(/-c (\d+)/.exec(text)?.[1]));
  assert.deepEqual([reads.length, reads[0]], [2, 16_384]);
  assert.ok((reads[1] ?? 0) < large.bytes.length);
});

test("the label of another service cannot hide the text after it", async () => {
  const phone = await ready();
  phone.binds = () => false;
  phone.script = (text) => {
    const divide = /echo (\w+)/.exec(text)?.[1];
    if (divide === undefined) return undefined;
    const label = "x\n0011\n0\nCrashed services:{}";
    const dump = `User state[\n     attributes:{id=0}\n     Bound services:{Service[label=${label}, feedbackType[x]]}\n`;
    const parts = [OURS, "1", `${dump}     Enabled services:{{${OURS}}}\n     Binding services:{{${OURS}}}]`, "init"];
    return { stdout: parts.map((part) => `${part}\n`).join(`${divide}\n`) };
  };
  assert.equal((await stateOf(phone)).state, "starting");
});

test("a phone that does not answer is unknown with the reason, and the diagnosis ends", async () => {
  const phone = new SetupPhone();
  phone.script = (text) => (text.includes("get-current-user") ? { stderr: "Killed\n", exitCode: 137 } : undefined);
  const { state, problem } = await diagnoseService(phone, apk, never());
  assert.deepEqual([state, problem?.code], ["unknown", "SHELL_FAILED"]);
});
