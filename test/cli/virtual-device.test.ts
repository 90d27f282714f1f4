import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { startRealAdb } from "../support/real-adb.js";

/** A virtual phone in its own process, and where it can be reached. */
async function startDevice(...flags: readonly string[]) {
  const fovea = new FoveaProcess(["virtual-device", ...flags]);
  const [, serial = "", address = ""] = await fovea.says(/^virtual phone (\S+): adb connect (\S+)\n/m);
  return { fovea, serial, address, [Symbol.asyncDispose]: async () => await fovea[Symbol.asyncDispose]() };
}

async function adbPortOf(fovea: FoveaProcess): Promise<string> {
  return (await fovea.says(/^adb server: fovea observe --adb-port (\d+)\n/m))[1] ?? "";
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`fovea virtual-device runs until ${signal}, and then ends cleanly`, async () => {
    await using device = await startDevice("--adb-server-port", "0");
    await adbPortOf(device.fovea);
    device.fovea.child.kill(signal);
    assert.equal(await device.fovea.ended(), 0);
    assert.equal(device.fovea.stderr, "");
  });
}

test("fovea virtual-device --adb-server-port serves the commands and shows the requested app", async () => {
  await using device = await startDevice("--app", "form", "--api", "28", "--adb-server-port", "0");
  const flags = ["--adb-port", await adbPortOf(device.fovea)];
  const { stdout } = await runFovea(["devices", ...flags]);
  assert.match(stdout, new RegExp(`^${device.serial} \\| ready \\| .* \\| API 28 \\|`));
  const look = await runFovea(["find", 'checkbox "I agree to the terms"', ...flags]);
  assert.match(look.stdout, /^com\.fovea\.form\//);
});

test("fovea virtual-device is read and touched through the companion, enabled by an option or installed through adb", async () => {
  for (const [kind, source] of [
    ["enabled", "a11y-service"],
    ["installed", "uiautomator"],
  ] as const) {
    await using device = await startDevice("--app", "form", "--on-device", kind, "--adb-server-port", "0");
    const flags = ["--adb-port", await adbPortOf(device.fovea)];
    const look = await runFovea(["observe", ...flags]);
    assert.match(look.stdout.split("\n")[0] ?? "", new RegExp(`\\| ${source}, `));
    const done = await runFovea(["tap", '"I agree to the terms"', ...flags]);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(/\binput\b/.test(done.stdout), false, done.stdout);
  }
});

test("several virtual devices run at once, each with its own serial number and port", async () => {
  await using first = await startDevice();
  await using second = await startDevice();
  assert.notEqual(first.serial, second.serial);
  assert.notEqual(first.address, second.address);
});

needsPrograms("adb").test(
  "a real adb server connects to several virtual devices, and the commands distinguish them",
  async () => {
    await using adb = await startRealAdb();
    await using first = await startDevice("--api", "24");
    await using second = await startDevice("--api", "36", "--rotation", "1");
    for (const { address } of [first, second]) assert.equal((await adb.run("connect", address)).code, 0);
    const flags = ["--adb-port", String(adb.port)];
    const { stdout } = await runFovea(["devices", ...flags]);
    assert.match(stdout, new RegExp(`^${first.address} \\| ready \\| .*API 24`, "m"));
    assert.match(stdout, new RegExp(`^${second.address} \\| ready \\| .*API 36`, "m"));
    const either = await runFovea(["observe", ...flags]);
    assert.equal(either.code, 1);
    assert.match(either.stderr, /^DEVICE_REQUIRED: /);
    const one = await runFovea(["observe", "--device", second.address, ...flags]);
    assert.match(one.stdout, / 2424x1080 rotation 1 /);
  },
);

test("fovea virtual-device takes a cost profile, a fault script and ports", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-vd-"));
  const faults = join(folder, "faults.json");
  const fault = { command: "^screencap", fault: { kind: "fail", status: 1, stderr: "no" } };
  writeFileSync(faults, JSON.stringify([fault]));
  await using device = await startDevice("--faults", faults, "--profile", "instant", "--adb-server-port", "0");
  rmSync(folder, { recursive: true });
  const { code, stderr } = await runFovea([
    ...["screenshot", join(tmpdir(), "never.png")],
    ...["--adb-port", await adbPortOf(device.fovea)],
  ]);
  assert.equal(code, 1);
  assert.match(stderr, /^SCREENSHOT_FAILED: /);
});

test("a virtual device that cannot be started is a usage error that names the flag or the place", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = String(typeof address === "object" && address ? address.port : 0);
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["--api", "23"], /--api has to be 24 to 36/],
    [["--api", "new"], /--api has to be a whole number/],
    [["--rotation", "4"], /--rotation has to be 0 to 3/],
    [["--lock", "face"], /--lock has to be none, swipe or pin/],
    [["--app", "com.no.such"], /com\.no\.such/],
    [["--profile", "/no/such.json"], /\/no\/such\.json/],
    [["--faults", "/no/such.json"], /\/no\/such\.json/],
    [["--seed", "-1"], /seed/],
    [["--adbd-port", port], new RegExp(`${port}`)],
    [["--adb-server-port", port], new RegExp(`${port}`)],
    [["--adbd-port", "70000"], /70000/],
  ];
  for (const [flags, words] of wrong) {
    const { code, stderr } = await runFovea(["virtual-device", ...flags]);
    assert.equal(code, 2, flags.join(" "));
    assert.match(stderr, words);
    assert.doesNotMatch(stderr, /\bat .*\.js:/);
  }
  taken.close();
});
