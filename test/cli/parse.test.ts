import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { KINDS, type Kind } from "../../src/cli/parse-kinds.js";
import { corpusTest, indexedFiles } from "../support/corpus.js";
import { runFovea } from "../support/fovea-process.js";
import { type Product, startProduct } from "../support/product.js";
import { openService, readAll, runOnPhone } from "../support/run-on-phone.js";

/** What the phone is asked for each kind, and a fact that has to be found in its answer. */
const DUMPS: Readonly<Record<Kind, readonly [string, (facts: Facts) => unknown, unknown]>> = {
  window: ["dumpsys window displays", (facts) => facts["screenSize"], { width: 1080, height: 2400 }],
  policy: ["dumpsys window policy", (facts) => Object.hasOwn(facts, "keyguard"), true],
  gfxinfo: ["dumpsys gfxinfo com.fovea.form", (facts) => pathOf(facts, "frameStats", "package"), "com.fovea.form"],
  hierarchy: [
    "uiautomator dump /sdcard/d.xml >/dev/null; cat /sdcard/d.xml",
    (facts) => pathOf(facts, "viewHierarchy", "nodes", "0", "package"),
    "com.fovea.form",
  ],
  screencap: ["screencap", (facts) => pathOf(facts, "screenshot", "format"), "rgba"],
  size: ["wm size", (facts) => facts["screenSize"], { width: 1080, height: 2400 }],
  density: ["wm density", (facts) => facts["density"], 420],
  power: ["dumpsys power", (facts) => pathOf(facts, "power", "interactive"), true],
  display: ["dumpsys display", (facts) => facts["screenSize"], { width: 1080, height: 2400 }],
  input: ["dumpsys input", (facts) => facts["rotation"], 0],
  "input-method": ["dumpsys input_method", (facts) => pathOf(facts, "ime", "visible"), false],
  accessibility: ["dumpsys accessibility", (facts) => Object.hasOwn(facts, "accessibility"), true],
  activities: ["dumpsys activity activities", (facts) => pathOf(facts, "activeWindow", "package"), "com.fovea.form"],
};

type Facts = Readonly<Record<string, unknown>>;

function pathOf(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

const folder = mkdtempSync(join(tmpdir(), "fovea-parse-"));
let product: Product;
before(async () => {
  product = await startProduct({ isFullSize: true, app: "com.fovea.form" });
});
after(async () => {
  await product[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function capture(kind: Kind): Promise<Buffer> {
  if (kind === "screencap") return await readAll(await openService(product.device, "exec:screencap"));
  return Buffer.from((await runOnPhone(product.device, DUMPS[kind][0])).stdout);
}

async function parsed(args: readonly string[], input?: string | Uint8Array): Promise<Facts> {
  const { code, stdout, stderr } = await runFovea(["parse", ...args], input === undefined ? {} : { input });
  assert.deepEqual([code, stderr], [0, ""], stdout);
  return JSON.parse(stdout);
}

function fileWith(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function utf16(text: string, order: "le" | "be"): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

/** A text, a document and bytes: all are read the same way from standard input. */
const FROM_STDIN: ReadonlySet<Kind> = new Set(["window", "hierarchy", "screencap"]);

for (const kind of KINDS) {
  test(`fovea parse ${kind} reads the phone's ${DUMPS[kind][0]}`, async () => {
    const bytes = await capture(kind);
    const facts = await parsed([kind, fileWith(`${kind}.bin`, bytes)]);
    const [, part, expected] = DUMPS[kind];
    assert.deepEqual(part(facts), expected, JSON.stringify(facts).slice(0, 2_000));
    assert.ok(Array.isArray(facts["errors"]) && Object.hasOwn(facts, "error"));
    if (FROM_STDIN.has(kind)) assert.deepEqual(await parsed([kind, "-"], bytes), facts);
  });
}

test("fovea parse reads a text that a shell converted to UTF-16 of either byte order", async () => {
  for (const kind of ["window", "hierarchy", "size"] as const) {
    const bytes = await capture(kind);
    const facts = await parsed([kind, "-"], bytes);
    for (const order of ["le", "be"] as const) {
      assert.deepEqual(await parsed([kind, "-"], utf16(bytes.toString(), order)), facts, `${kind} ${order}`);
    }
  }
});

test("fovea parse reads several kinds from one text, and names those that are not in it", async () => {
  const text = `${await capture("size")}${await capture("density")}`;
  const both = await parsed(["size,density", "-"], text);
  assert.deepEqual([both["screenSize"], both["density"], both["errors"]], [{ width: 1080, height: 2400 }, 420, []]);
  const more = await parsed(["size, power", "-"], text);
  assert.deepEqual(pathOf(more, "errors", "0", "code"), "NOT_THIS_FORMAT");
  assert.deepEqual(pathOf(more, "errors", "0", "probe"), "power");
  assert.match(String(more["error"]), /^NOT_THIS_FORMAT: .*power/);
});

test("fovea parse window does not fill in the activity that fovea parse activity found", async () => {
  const record = "ActivityRecord{1f u0 com.shop.app/.Main t7}";
  const text = `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
  mCurrentFocus=Window{2a u0 NotificationShade}
  mFocusedApp=${record}
ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
Display #0 (activities from top to bottom):
  ResumedActivity: ${record}
`;
  const facts = await parsed(["window,activities", "-"], text);
  const found = ["package", "activity", "title"].map((key) => pathOf(facts, "activeWindow", key));
  assert.deepEqual(found, ["com.android.systemui", null, "NotificationShade"]);
});

test("fovea parse hierarchy --outline prints the outline that a model would get, with refs from e1", async () => {
  const { code, stdout } = await runFovea(["parse", "hierarchy", "-", "--outline"], {
    input: await capture("hierarchy"),
  });
  assert.equal(code, 0);
  assert.match(stdout, /^e1 \S.*\ne2 /);
  assert.match(stdout, /^e\d+ checkbox "I agree to the terms"$/m);
  assert.doesNotMatch(stdout, /[[\]{}]|android\.widget|id\//);
});

test("the refs of fovea parse --outline begin with e1, whatever is in the system bars", async () => {
  const leaf = (text: string, owner: string, bounds: string) =>
    `<node text="${text}" class="android.widget.Button" clickable="true" package="${owner}" bounds="${bounds}"/>`;
  const window = (type: string, node: string) =>
    `<window type="${type}"><hierarchy rotation="0">${node}</hierarchy></window>`;
  const bar = window("TYPE_SYSTEM", leaf("12:00", "com.android.systemui", "[0,0][1080,63]"));
  const app = window("TYPE_APPLICATION", leaf("Save", "com.shop.app", "[0,0][1080,2400]"));
  const xml = `<displays><display id="0">${bar}${app}</display></displays>`;
  const { stdout } = await runFovea(["parse", "hierarchy", "-", "--outline"], { input: xml });
  assert.equal(stdout, 'e1 button "Save"\n');
  const elements = (await parsed(["hierarchy", "-"], xml))["elements"];
  assert.deepEqual([pathOf(elements, "0", "ref"), pathOf(elements, "1", "ref")], ["e2", "e1"]);
});

test("fovea parse takes --api and --package, and refuses them with kinds that do not use them", async () => {
  const facts = await parsed(["size", "-", "--api", "33"], await capture("size"));
  assert.deepEqual(facts["screenSize"], { width: 1080, height: 2400 });
  for (const args of [
    ["size", "-", "--api", "thirty"],
    ["size", "-", "--outline"],
    ["sizes", "-"],
    ["size,", "-"],
    ["size"],
    [],
    ["size", "/no/such/file"],
    ["size", folder],
  ]) {
    const { code, stdout, stderr } = await runFovea(["parse", ...args], { input: await capture("size") });
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, /^fovea: /);
  }
});

test("fovea parse exits with 3 and one explaining line for an input of another format", async () => {
  for (const [index, kind] of KINDS.entries()) {
    for (const input of index === 0 ? ["", "hello\n", "\u0000\u0001\ufffd"] : ["hello\n"]) {
      const { code, stdout, stderr } = await runFovea(["parse", kind, "-"], { input });
      assert.deepEqual([code, stdout], [3, ""], `${kind} ${JSON.stringify(input)}`);
      assert.match(stderr, /^NOT_THIS_FORMAT: (?!NOT_THIS_FORMAT).+\nNext: .+\n$/);
    }
  }
});

test("fovea parse refuses a dump that was cut off", async () => {
  const xml = await capture("hierarchy");
  const { code, stderr } = await runFovea(["parse", "hierarchy", "-"], { input: xml.subarray(0, xml.length - 20) });
  assert.equal(code, 3);
  assert.match(stderr, /^NOT_THIS_FORMAT: (?:HIERARCHY_MALFORMED|TRUNCATED): /);
  const pixels = await capture("screencap");
  const cut = await runFovea(["parse", "screencap", "-"], { input: pixels.subarray(0, pixels.length - 1) });
  assert.equal(cut.code, 3);
});

test("fovea parse needs no adb, and a wrong environment variable is a usage error", async () => {
  const input = await capture("size");
  assert.equal((await runFovea(["parse", "size", "-"], { input, env: { PATH: "" } })).code, 0);
  assert.equal((await runFovea(["parse", "size", "-"], { input, env: { FOVEA_ADB_PORT: "x" } })).code, 2);
});

corpusTest("fovea parse reads real captures from files", async (corpus) => {
  const wm = indexedFiles(corpus, /^wm\/.*override-720x1280/);
  for (const file of wm) {
    const facts = await parsed(["size", join(corpus, file)]);
    assert.deepEqual(facts["screenSize"], { width: 720, height: 1280 });
  }
  assert.equal(wm.length, 1);
  const none = await runFovea(["parse", "size", join(corpus, "wm/no-device-error.txt")]);
  assert.equal(none.code, 3);
});
