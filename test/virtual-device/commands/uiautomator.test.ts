import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { uiautomator } from "../../../packages/virtual-android/src/commands/uiautomator.js";
import { ManualTime } from "../../../packages/virtual-android/src/phone-time.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

type Device = ReturnType<typeof openPhone>;

const FILE = "/sdcard/window_dump.xml";

async function dump(device: Device, ...args: readonly string[]): Promise<string> {
  const { stdout } = await runCommand(device, uiautomator, ["dump", ...args]);
  const path = stdout.toString().trim().replace("UI hierchary dumped to: ", "");
  return Buffer.from(device.files.map.get(path) ?? []).toString();
}

/** The names of the attributes of each node, in order. */
function shapes(xml: string): ReadonlySet<string> {
  const nodes = [...xml.matchAll(/<node((?: [\w-]+=(?:"[^"]*"|'[^']*'))*)/g)];
  return new Set(
    nodes.map(([, attributes = ""]) => [...attributes.matchAll(/ ([\w-]+)=/g)].map((m) => m[1]).join(" ")),
  );
}

test("uiautomator dump writes the file, prints Android's misspelt message, and waits for a quiet second", async () => {
  using device = openPhone({ app: "com.fovea.form" });
  const started = device.phone.state().uptimeMs;
  const { status, stdout, stderr } = await runCommand(device, uiautomator, ["dump"]);
  assert.deepEqual([status, stdout.toString(), stderr], [0, `UI hierchary dumped to: ${FILE}\n`, ""]);
  assert.equal(device.phone.state().uptimeMs - started, 1000);
  assert.match(
    Buffer.from(device.files.map.get(FILE) ?? []).toString(),
    /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"><node /,
  );
});

test("uiautomator dump contains the active window, with every visible text", async () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Alert");
  const xml = await dump(device);
  assert.ok(xml.includes('text="Discard draft?" resource-id="android:id/alertTitle"'));
  assert.ok(!xml.includes("Bottom sheet"));
});

test("uiautomator dump accepts another path, including a relative one", async () => {
  using device = openPhone();
  const { stdout } = await runCommand(device, uiautomator, ["dump", "data/local/tmp/x.xml"]);
  assert.equal(stdout.toString(), "UI hierchary dumped to: /data/local/tmp/x.xml\n");
  assert.ok(device.files.map.has("/data/local/tmp/x.xml"));
});

test("uiautomator dump reports an unwritable path as written, as a real phone does", async () => {
  using device = openPhone();
  const { stdout } = await runCommand(device, uiautomator, ["dump", "/missing/x.xml"]);
  assert.equal(stdout.toString(), "UI hierchary dumped to: /missing/x.xml\n");
  assert.ok(!device.files.map.has("/missing/x.xml"));
});

test("uiautomator dump fails without a file after ten seconds on a screen that never becomes stable", async () => {
  using device = openPhone({ app: "com.fovea.endless" });
  const started = device.phone.state().uptimeMs;
  const files = device.files.map.size;
  const { status, stderr } = await runCommand(device, uiautomator, ["dump"]);
  assert.deepEqual([status, stderr], [0, "ERROR: could not get idle state.\n"]);
  assert.ok(device.phone.state().uptimeMs - started >= 10_000);
  assert.equal(device.files.map.size, files);
});

/** A process that stands still before each observation at the clock: much is due by then that did not run yet. */
class LateTime extends ManualTime {
  /** How long before each observation, a few times: what a dump waits for. */
  lateMs = 0;
  #late = 0;

  override nowMs(): number {
    if (this.#late < 12_000) this.#late += this.lateMs;
    return super.nowMs() + this.#late;
  }
}

test("uiautomator dump does not take a changing screen for stable where the process was stopped", async () => {
  const clock = new LateTime();
  using device = openPhone({ app: "com.fovea.endless", clock });
  clock.lateMs = 1200;
  const { stderr } = await runCommand({ phone: device.phone, time: clock }, uiautomator, ["dump"]);
  assert.equal(stderr, "ERROR: could not get idle state.\n");
});

test("a spinner does not prevent uiautomator dump", async () => {
  using device = openPhone({ app: "com.fovea.endless" });
  device.tap("Stop the text");
  assert.ok((await dump(device)).includes("Loading quietly"));
});

test("uiautomator dump finds no root without an active window, or where its app does not respond", async () => {
  using device = openPhone({ app: "com.fovea.sluggish" });
  device.tap("Hang for a minute");
  const { stderr } = await runCommand(device, uiautomator, ["dump"]);
  assert.equal(stderr, "ERROR: null root node returned by UiTestAutomationBridge.\n");
  using off = openPhone();
  off.phone.key("SLEEP", "down-up");
  assert.match((await runCommand(off, uiautomator, ["dump"])).stderr, /^ERROR: null root node/);
});

test("uiautomator dump fails with the exception while another UiAutomation is connected", async () => {
  using device = openPhone();
  device.phone.setUiAutomationConnected(true);
  const { status, stderr } = await runCommand(device, uiautomator, ["dump"]);
  assert.notEqual(status, 0);
  assert.match(
    stderr,
    /^java\.lang\.IllegalStateException: UiAutomationService android\.accessibilityservice\.IAccessibilityServiceClient\$Stub\$Proxy@[0-9a-f]+ ?already registered!/,
  );
});

test("uiautomator dump suspends the accessibility services while it runs, and restores them", async () => {
  using device = openPhone({ onDevice: "enabled" });
  const service = "dev.fovea.service/dev.fovea.service.FoveaAccessibilityService";
  const bound: number[] = [];
  device.phone.hooks.after(500, () => void bound.push(device.phone.state().accessibility.bound.length));
  await dump(device);
  assert.deepEqual(bound, [0]);
  assert.deepEqual(device.phone.state().accessibility.bound, []);
  device.wait();
  assert.deepEqual(device.phone.state().accessibility.bound, [service]);
  assert.equal(device.phone.state().accessibility.isUiAutomationConnected, false);
});

test("uiautomator dump --compressed leaves out wrappers and keeps every text", async () => {
  using device = openPhone({ app: "com.fovea.messages" });
  const full = await dump(device);
  const short = await dump(device, "--compressed");
  const count = (xml: string) => xml.split("<node ").length - 1;
  const texts = (xml: string) => [...xml.matchAll(/ text="([^"]+)"/g)].map((m) => m[1]);
  assert.ok(count(short) < count(full));
  assert.deepEqual(texts(short), texts(full));
});

test("uiautomator dump --windows lists all windows from Android 11 on, front first, and is ignored before", async () => {
  using device = openPhone({ apiLevel: 33, app: "com.fovea.form" });
  device.tap("Given and family name");
  const xml = await dump(device, "--windows");
  assert.match(
    xml,
    /<displays><display id="0"><window index="0" title="" bounds="\[0,2337\]\[1080,2400\]" active="false"/,
  );
  assert.match(xml, /type="TYPE_INPUT_METHOD"><hierarchy rotation="0">/);
  assert.match(
    xml,
    /active="true" focused="true" accessibility-focused="false" id="1" layer="0" type="TYPE_APPLICATION"/,
  );
  using old = openPhone({ apiLevel: 28 });
  assert.match(await dump(old, "--windows"), /<hierarchy rotation="0"><node/);
});

test("attributes are in the release's order, with drawing order and hint from Android 14 on", async () => {
  const base =
    "index text resource-id class package content-desc checkable checked clickable enabled focusable focused scrollable long-clickable password selected bounds";
  for (const [apiLevel, extra] of [
    [24, ""],
    [33, ""],
    [36, " drawing-order hint"],
  ] as const) {
    using device = openPhone({ apiLevel, app: "com.fovea.form" });
    assert.deepEqual(
      [...shapes(await dump(device))].filter((shape) => !shape.startsWith("NAF")),
      [base + extra],
    );
  }
});

test("a clickable node without text is marked NAF", async () => {
  using device = openPhone({ app: "com.fovea.world" });
  assert.ok(!(await dump(device)).includes("NAF"));
  using game = openPhone({ app: "com.fovea.browser", extras: {} });
  game.phone.startActivity({
    action: "android.intent.action.VIEW",
    data: "https://x.org/canvas",
    component: null,
    packageName: null,
    categories: [],
  });
  game.wait();
  assert.ok(!(await dump(game)).includes("Section 1"));
});

test("special characters, quotes, line breaks and emoji are written as KXmlSerializer writes them", async () => {
  using device = openPhone({ apiLevel: 33, app: "com.fovea.world" });
  const greetings = await dump(device);
  assert.ok(greetings.includes('text="Hello, world! &#128075;"'));
  assert.ok(greetings.includes('text="שלום עולם"'));
  device.swipe({ x: 540, y: 1800 }, { x: 540, y: 600 });
  const below = await dump(device);
  assert.ok(below.includes(`text='a &lt; b &amp; c &gt; "d" &apos;e&apos; @ 100 %'`));
  assert.ok(below.includes('text="First line&#10;Second line"'));
  device.tap("Signs");
  const signs = await dump(device);
  assert.ok(signs.includes('text="]]&gt;"') && signs.includes('text="tab&#9;here"'));
  using old = openPhone({ apiLevel: 24, app: "com.fovea.world" });
  assert.ok((await dump(old)).includes('text="Hello, world! &#55357;&#56395;"'));
});

test("an apostrophe is not escaped inside double quotes", async () => {
  using device = openPhone({ apiLevel: 33, app: "com.fovea.dialogs" });
  device.tap("Camera permission");
  assert.ok((await dump(device)).includes(`text="Don't allow"`));
});

test("the rotation is that of the display", async () => {
  using device = openPhone({ rotation: 3 });
  assert.match(await dump(device), /<hierarchy rotation="3">/);
});

test("uiautomator without a known subcommand prints its help", async () => {
  using device = openPhone();
  assert.match(
    (await runCommand(device, uiautomator, [])).stdout.toString(),
    /^Usage: uiautomator <subcommand> \[options\]\n/,
  );
});

const corpus = [process.env["FOVEA_CORPUS"] ?? "", "../shared/corpus", "../../shared/corpus"].find(
  (path) => path !== "" && existsSync(join(path, "uiautomator-xml")),
);

test("the nodes have the shapes of real dumps", {
  skip: corpus === undefined && "no corpus beside the project",
}, async () => {
  const folder = join(corpus ?? "", "uiautomator-xml");
  const real = new Set<string>();
  for (const name of readdirSync(folder))
    for (const shape of shapes(readFileSync(join(folder, name), "utf8"))) real.add(shape);
  for (const apiLevel of [28, 33, 36]) {
    using device = openPhone({ apiLevel, app: "com.fovea.form" });
    for (const shape of shapes(await dump(device))) assert.ok(real.has(shape), shape);
  }
});
