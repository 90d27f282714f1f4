import assert from "node:assert/strict";
import { test } from "node:test";
import { observationSchema } from "../../src/screen/observation.js";
import { SMALL } from "../support/drive.js";
import { type FoveaRun, runFovea, spawnFovea } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

/** A form whose pixels are quickly drawn, on a phone in a hurry. */
const FORM = { ...SMALL, app: "com.fovea.form", speed: 30 } as const;

async function fovea(product: Product, ...args: readonly string[]): Promise<FoveaRun> {
  return await runFovea([...args, ...productFlags(product)]);
}

/** Every command, what its text has to say, and what of its data; null if others show the same. */
const RUNS: readonly (readonly [readonly string[], RegExp, ((data: Record<string, unknown>) => unknown) | null])[] = [
  [["devices"], /^\S+ \| ready \| /, ({ devices }) => devices],
  [["open", "com.fovea.form"], /^opened com\.fovea\.form/, ({ did }) => did],
  [["observe"], /^com\.fovea\.form\/.*\n(?:.*\n)*e\d+ checkbox "I agree/, (data) => observationSchema.parse(data)],
  [
    ["observe", "--details", "bounds", "--details", "ids"],
    /\[\d+,\d+\]\[\d+,\d+\] id\/name/,
    ({ elements }) => elements,
  ],
  [["find", 'radio "Plus"'], /e\d+ radio "Plus"/, ({ matches }) => matches],
  [["tap", 'radio "Plus"'], /^tapped e\d+ radio "Plus" at \d+,\d+\n/, ({ points }) => points],
  [["tap", "id/name", "--count", "1"], /^tapped e\d+ field/, null],
  [["type", "--target", "id/name", "--", "--it's 100%s"], /"--it's 100%s"/, ({ observation }) => observation],
  [["press", "back"], /^pressed KEYCODE_BACK\n/, null],
  [["swipe", "up"], /^swiped up/, null],
  [["swipe", "--from", "50%,40%", "--to", "50%,70%"], /^swiped /, ({ points }) => points],
  [
    ["wait", 'radio "Plus" checked', "--timeout-ms", "9000"],
    /^true after \d+ ms: e\d+ radio/,
    ({ waitedMs }) => waitedMs,
  ],
  [["open", "https://example.org/"], /com\.fovea\.browser/, ({ did }) => did],
];

for (const [args, words, part] of RUNS) {
  test(`fovea ${args.join(" ")} answers in text${part ? ", and with --json in data" : ""}`, async () => {
    await using product = await startProduct(FORM);
    if (args[0] === "wait") product.phone.hooks.tap("Plus");
    const flags = productFlags(product);
    const split = args.indexOf("--");
    const [before, after] = split < 0 ? [args, []] : [args.slice(0, split), args.slice(split)];
    const text = await runFovea([...before, ...flags, ...after]);
    assert.deepEqual([text.code, text.stderr], [0, ""], text.stderr);
    assert.match(text.stdout, words);
    if (!part) return;
    const json = await runFovea([...before, "--json", ...flags, ...after]);
    assert.deepEqual([json.code, json.stderr], [0, ""], json.stderr);
    const value = part(JSON.parse(json.stdout));
    assert.ok(value !== undefined && value !== null);
  });
}

test("a ref means the same element in the next command, and changes since the last answer are shown as changes", async () => {
  await using product = await startProduct(FORM);
  const { stdout } = await fovea(product, "observe");
  const ref = /(e\d+) radio "Plus"/.exec(stdout)?.[1] ?? "";
  const tapped = await fovea(product, "tap", ref);
  assert.deepEqual([tapped.code, tapped.stderr], [0, ""]);
  assert.match(tapped.stdout, new RegExp(`^tapped ${ref} radio "Plus"`));
  assert.doesNotMatch(tapped.stdout, /"Create account"/, "only the change is reported");
  // The caller of one `observe` need not have seen the output of another.
  for (const _ of [1, 2]) assert.match((await fovea(product, "observe")).stdout, /^e\d+ button "Create account"$/m);
});

test("fovea devices --device shows only that device, and says where there is no device of that name", async () => {
  await using product = await startProduct(FORM);
  const named = await fovea(product, "devices");
  assert.match(named.stdout, /^\S+ \| ready/);
  const flags = ["--adb-port", String(product.adbPort)];
  const none = await runFovea(["devices", ...flags, "--device", "nope"]);
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^DEVICE_NOT_FOUND: no device has the serial "nope"; connected are /);
  const json = await runFovea(["devices", "--json", ...flags, "--device", product.serial]);
  assert.deepEqual(
    JSON.parse(json.stdout).devices.map(({ serial }: { serial: string }) => serial),
    [product.serial],
  );
});

test("the next command refuses a ref of another screen", async () => {
  await using product = await startProduct(FORM);
  const { stdout } = await fovea(product, "observe");
  const ref = /(e\d+) radio "Plus"/.exec(stdout)?.[1] ?? "";
  await fovea(product, "open", "com.fovea.notes");
  const refused = await fovea(product, "tap", ref);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^REF_STALE: /);
});

test("a failed command prints its error code to standard error, and with --json to standard output as data", async () => {
  await using product = await startProduct(FORM);
  const text = await fovea(product, "tap", "e99999");
  assert.deepEqual([text.code, text.stdout], [1, ""]);
  assert.match(text.stderr, /^REF_STALE: .*e99999.*\nNext: /);
  const json = await fovea(product, "tap", "e99999", "--json");
  assert.deepEqual([json.code, json.stderr], [1, ""]);
  const { code, message, hint } = JSON.parse(json.stdout).error;
  assert.equal(code, "REF_STALE");
  assert.ok(message.includes("e99999") && hint.length > 0);
});

test("a target or number that cannot be parsed is a usage error", async () => {
  await using product = await startProduct(SMALL);
  for (const args of [
    ["tap"],
    ["tap", 'button "'],
    ["tap", "1,1", "--count", "two"],
    ["tap", "1,1", "--count", "9"],
    ["swipe", "sideways"],
    ["swipe", "up", "--from", "1,1"],
    ["observe", "--details", "colours"],
    ["observe", "--image"],
    ["find"],
    ["open"],
    ["wait", "and and"],
  ]) {
    const { code, stdout } = await fovea(product, ...args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
  }
  assert.equal(product.device.log.counts.servicesOpened, 0);
});

test("options that shorten the text are refused with --json, which has every element", async () => {
  for (const words of [
    ["--within", "e4"],
    ["--max-chars", "500"],
  ]) {
    const { code, stdout } = await runFovea(["observe", "--json", ...words]);
    assert.deepEqual([code, stdout.includes(`${words[0]} shortens the text`)], [2, true], stdout);
  }
});

test("with --read-only commands that act are refused, and those that read work", async () => {
  await using product = await startProduct(FORM);
  const refused = await fovea(product, "tap", "1,1", "--read-only");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^READ_ONLY: /);
  assert.equal(product.device.log.counts.servicesOpened, 0);
  assert.equal((await fovea(product, "observe", "--read-only")).code, 0);
});

test("fovea open takes a package name for a package also where --device is a network address", async () => {
  await using product = await startProduct(SMALL);
  const { code, stderr } = await fovea(product, "open", "com.no.such.app", "--device", "localhost:5555");
  assert.equal(code, 1);
  assert.match(stderr, /^DEVICE_NOT_FOUND: .*localhost:5555/);
});

test("fovea open refuses addresses with a scheme other than http and https, unless the scheme is allowed", async () => {
  await using product = await startProduct(SMALL);
  assert.match((await fovea(product, "open", "tel:112")).stderr, /^URL_NOT_ALLOWED: /);
  const allowed = await fovea(product, "open", "geo:1,2", "--allow-url-scheme", "geo");
  assert.doesNotMatch(allowed.stderr, /URL_NOT_ALLOWED/);
});

test("texts of the screen cannot control the terminal, neither in text nor in JSON", async () => {
  await using product = await startProduct(SMALL);
  const apk = { versionCode: 1, versionName: "1", minSdk: 24, targetSdk: 33, isTestOnly: false };
  const label = "a\u202eb\u009b2Jc";
  product.phone.installPackage({ ...apk, packageName: "com.evil", launcherActivity: "com.evil.Main", label });
  product.phone.hooks.open("com.evil");
  for (const flags of [[], ["--json"]]) {
    const { code, stdout } = await fovea(product, "observe", ...flags);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
});

needsPrograms("adb").test(
  "the installed command reaches a phone through a real adb server, by adb's name for the phone",
  async () => {
    await using product = await startProduct({ app: "com.fovea.form", route: "real adb" });
    const words = ["find", 'checkbox "I agree to the terms"', "--device", product.serial];
    const { code, stdout, stderr } = await spawnFovea([...words, ...productFlags(product)]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /checkbox "I agree to the terms"/);
  },
);
