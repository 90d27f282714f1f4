import assert from "node:assert/strict";
import { test } from "node:test";
import { am } from "../../../packages/virtual-android/src/commands/am.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";
import { dumpText } from "../support/dump-text.js";

type Device = ReturnType<typeof openPhone>;

async function run(device: Device, ...args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const { status, stdout, stderr } = await runCommand(device, am, args);
  return { status, out: stdout.toString(), err: stderr };
}

const FORM = "com.fovea.form/.FormActivity";

test("am start prints what it starts, and starts it", async () => {
  using device = openPhone();
  const result = await run(device, "start", "-n", FORM);
  assert.deepEqual(result, { status: 0, out: `Starting: Intent { cmp=${FORM} }\n`, err: "" });
  device.wait();
  assert.equal(device.phone.state().focusedActivity?.className, "com.fovea.form.FormActivity");
});

test("am start prints all parts of the intent in Android's order", async () => {
  using device = openPhone();
  const args = [
    "-W",
    "-a",
    "android.intent.action.VIEW",
    "-c",
    "android.intent.category.BROWSABLE",
    "-d",
    "https://example.org/a/b?c",
    "-f",
    "0x14000000",
    "--es",
    "k",
    "v",
  ];
  const { out } = await run(device, "start", ...args);
  assert.match(
    out,
    /^Starting: Intent \{ act=android\.intent\.action\.VIEW cat=\[android\.intent\.category\.BROWSABLE\] dat=https:\/\/example\.org\/\.\.\. flg=0x14000000 \(has extras\) \}\n/,
  );
  assert.match(out, /Activity: com\.fovea\.browser\/\.BrowserActivity\n/);
});

test("am start accepts a component, a package or an address alone", async () => {
  using device = openPhone();
  assert.equal(
    (await run(device, "start", FORM)).out,
    `Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=${FORM} }\n`,
  );
  assert.match((await run(device, "start", "com.fovea.clock")).out, /pkg=com\.fovea\.clock \}/);
  device.wait();
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.clock");
  await run(device, "start", "https://example.org");
  device.wait();
  assert.ok(device.texts().includes("example.org"));
});

test("am start -W waits for the first frame and prints the times in the release's format", async () => {
  using device = openPhone({ apiLevel: 33 });
  const started = device.phone.state().uptimeMs;
  const { out } = await run(device, "start", "-W", "-n", FORM);
  const [, total, wait] =
    /^Starting: .*\nStatus: ok\nLaunchState: COLD\nActivity: com\.fovea\.form\/\.FormActivity\nTotalTime: (\d+)\nWaitTime: (\d+)\nComplete\n$/.exec(
      out,
    ) ?? [];
  assert.equal(device.phone.state().uptimeMs - started, Number(total));
  assert.ok(Number(wait) >= Number(total));
  using old = openPhone({ apiLevel: 28 });
  assert.match(
    (await run(old, "start", "-W", "-n", FORM)).out,
    /Status: ok\nActivity: \S+\nThisTime: \d+\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$/,
  );
});

test("am start does not start an activity again that is on top, or whose task is in the background", async () => {
  using device = openPhone();
  await run(device, "start", "-n", FORM);
  const top = await run(device, "start", "-n", FORM);
  assert.equal(
    top.err,
    "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n",
  );
  device.phone.key("HOME", "down-up");
  const behind = await run(device, "start", "-n", FORM);
  assert.equal(behind.err, "Warning: Activity not started, its current task has been brought to the front\n");
});

test("am start -S stops the app first", async () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Given and family name");
  device.phone.typeText("gone");
  const { out, err } = await run(device, "start", "-S", "-n", FORM);
  assert.equal(out, `Stopping: com.fovea.form\nStarting: Intent { cmp=${FORM} }\n`);
  assert.equal(err, "");
  device.wait();
  assert.ok(!device.texts().includes("gone"));
});

test("am start reports what cannot be started in Android's text, with status 0", async () => {
  using device = openPhone();
  const missing = await run(device, "start", "-n", "com.fovea.form/.Nothing");
  assert.deepEqual(missing, {
    status: 0,
    out: "Starting: Intent { cmp=com.fovea.form/.Nothing }\n",
    err: "Error type 3\nError: Activity class {com.fovea.form/com.fovea.form.Nothing} does not exist.\n",
  });
  const unresolved = await run(device, "start", "-a", "org.x.Y");
  assert.equal(
    unresolved.err,
    "Error: Activity not started, unable to resolve Intent { act=org.x.Y flg=0x10000000 }\n",
  );
});

test("wrong arguments and refusals are exceptions with status 255", async () => {
  using device = openPhone();
  const cases = [
    [["start"], /IllegalArgumentException: No intent supplied/],
    [["start", "-n", "nonsense"], /IllegalArgumentException: Bad component name: nonsense/],
    [["start", "-z"], /IllegalArgumentException: Unknown option: -z/],
    [["start", "-a"], /IllegalArgumentException: Argument expected after "-a"/],
    [
      ["start", "-n", "com.fovea.form/.DoneActivity"],
      /SecurityException: Permission Denial: starting Intent \{ flg=0x10000000 cmp=com\.fovea\.form\/\.DoneActivity \} .* not exported/,
    ],
  ] as const;
  for (const [args, pattern] of cases) {
    const { status, err } = await run(device, ...args);
    assert.equal(status, 255);
    assert.match(err, /^\nException occurred while executing 'start':\n/);
    assert.match(err, pattern);
  }
});

test("on Android 7 wrong arguments print the usage and the error", async () => {
  using device = openPhone({ apiLevel: 24 });
  const { err } = await run(device, "start", "-n", "nonsense");
  assert.match(err, /\nError: Bad component name: nonsense\n$/);
  assert.match((await run(device, "fly")).err, /\nError: unknown command 'fly'\n$/);
});

test("am force-stop ends an app, and get-config and get-current-user answer", async () => {
  using device = openPhone({ app: "com.fovea.form", rotation: 1, isDark: true });
  await run(device, "force-stop", "com.fovea.form");
  assert.ok(!device.phone.state().processes.some((process) => process.packageName === "com.fovea.form"));
  const { out } = await run(device, "get-config");
  assert.match(
    out,
    /^config: en-rUS-ldltr-sw\d+dp-w\d+dp-h\d+dp-normal-long-notround-nowidecg-lowdr-land-night-420dpi-finger-.*-v33\nabi: arm64-v8a\n$/,
  );
  assert.equal((await run(device, "get-current-user")).out, "0\n");
});

test("am get-config has the language of the system and its direction", async () => {
  using device = openPhone();
  for (const [tag, words] of [
    ["de-DE", "de-rDE-ldltr"],
    ["ar", "ar-ldrtl"],
    ["zh-Hant-TW", "b+zh+Hant+TW-ldltr"],
  ] as const) {
    device.phone.setProperty("persist.sys.locale", tag);
    assert.ok((await run(device, "get-config")).out.startsWith(`config: ${words}-sw`), tag);
  }
  assert.match(dumpText(device.phone.state(), "activity", "activities"), / \[zh_TW_#Hant\] ldltr /);
});

test("am get-config has the same screen facts as the dumps", async () => {
  const long = new Map([
    ["smll", "small"],
    ["nrml", "normal"],
    ["lrg", "large"],
    ["xlrg", "xlarge"],
  ]);
  for (const apiLevel of [24, 28, 30, 33, 36]) {
    for (const rotation of [0, 1] as const) {
      using device = openPhone({ apiLevel, rotation });
      const dump = dumpText(device.phone.state(), "activity", "activities");
      const [, size, dpi, layout, rest] =
        / (sw\d+dp w\d+dp h\d+dp) (\d+dpi) (smll|nrml|lrg|xlrg)((?: long)? (?:port|land))/.exec(dump) ?? [];
      assert.ok(size && dpi && layout && rest);
      const { out } = await run(device, "get-config");
      const words = `${size.replaceAll(" ", "-")}-${long.get(layout)}-${rest.includes("long") ? "long" : "notlong"}-notround-`;
      assert.ok(out.includes(words), `API ${apiLevel}: ${out} has no ${words}`);
      assert.ok(out.includes(`-${rest.slice(-4)}-`) && out.includes(`-${dpi}-`));
    }
  }
});

test("am broadcast sends and finishes a broadcast", async () => {
  using device = openPhone();
  const { out } = await run(device, "broadcast", "-a", "org.x.PING", "--es", "a", "b");
  assert.equal(
    out,
    "Broadcasting: Intent { act=org.x.PING flg=0x400000 (has extras) }\nBroadcast completed: result=0\n",
  );
});

test("mail and telephone addresses are printed with x", async () => {
  using device = openPhone();
  const { out } = await run(device, "start", "-a", "android.intent.action.SENDTO", "-d", "mailto:jane@example.org");
  assert.match(out, /dat=mailto:xxxx@xxxxxxx\.xxx /);
});
