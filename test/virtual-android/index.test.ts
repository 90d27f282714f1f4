import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import {
  appNames,
  profileNames,
  startVirtualPhone,
  type VirtualAndroid,
} from "../../packages/virtual-android/src/index.js";
import { packageRoot, packageVersion } from "../../src/base/assets.js";
import { pollUntil } from "../../src/base/signals.js";
import { decodePng } from "../../src/vision/image.js";

const FOLDER = join(packageRoot(), "packages", "virtual-android");
const SNAPSHOT = join(packageRoot(), "test", "virtual-android", "api.snapshot.txt");

/** Sends requests to the adb server without an adb client. Gives everything that comes back until the server closes. */
async function ask(phone: VirtualAndroid, ...requests: readonly string[]): Promise<string> {
  const socket = connect(phone.adbServerPort ?? 0, "127.0.0.1");
  for (const one of requests) socket.write(one.length.toString(16).padStart(4, "0") + one);
  return await text(socket);
}

async function shell(phone: VirtualAndroid, command: string): Promise<string> {
  return (await ask(phone, `host:transport:${phone.serial}`, `shell:${command}`)).replace(/^OKAYOKAY/, "");
}

function texts({ screen }: VirtualAndroid): readonly string[] {
  return screen.elements().flatMap((one) => (one.text === "" ? [] : [one.text]));
}

test("an adb client reads what the program's calls did on the phone, and the calls see what the client did", async () => {
  await using phone = await startVirtualPhone({
    app: "form",
    api: 34,
    animationScale: 0,
    serial: "OWN1",
    lock: "swipe",
  });
  assert.equal(phone.serial, "OWN1");
  assert.match(await ask(phone, "host:devices"), /OWN1\tdevice/);
  assert.equal((await shell(phone, "getprop ro.build.version.sdk")).trim(), "34");
  assert.ok(texts(phone).includes("Create account"));
  const field = phone.screen.elements().find(({ resourceId }) => resourceId.endsWith(":id/name"));
  assert.ok(field);
  await shell(phone, `input tap ${field.bounds.left + 20} ${field.bounds.top + 20}`);
  phone.screen.type("abc");
  await shell(phone, "input text def");
  const after = phone.screen.elements().find(({ resourceId }) => resourceId.endsWith(":id/name"));
  assert.deepEqual([after?.text, after?.isFocused], ["abcdef", true]);
  const [last] = phone.ran().slice(-1);
  assert.deepEqual([last?.argv.at(-1), last?.status], ["def", 0]);
  assert.equal((await shell(phone, "settings get system screen_brightness_mode")).trim().length > 0, true);
  phone.screen.set("system", "screen_brightness_mode", "1");
  assert.equal((await shell(phone, "settings get system screen_brightness_mode")).trim(), "1");
  phone.screen.rotate(1);
  const png = await phone.screen.picture();
  assert.ok(png);
  const { width, height } = await decodePng(png);
  assert.ok(width > height);
  phone.screen.open("settings");
  phone.screen.press("BACK");
  phone.screen.open("dialogs");
  phone.screen.crash("dialogs");
  assert.ok(
    texts(phone).some((one) => /keeps stopping|has stopped/.test(one)),
    texts(phone).join("|"),
  );
  phone.screen.setAwake(false);
  assert.equal(await phone.screen.picture(), null);
  assert.deepEqual(phone.defects(), []);
});

test("a fault applies to the named commands from the given occurrence until it is removed", async () => {
  await using phone = await startVirtualPhone({
    faults: [{ command: "^getprop", from: 2, times: 1, fault: { kind: "prefix", stdout: "no\n" } }],
  });
  const model = async () => await shell(phone, "getprop ro.product.model");
  const first = await model();
  assert.equal(await model(), `no\n${first}`);
  assert.equal(await model(), first);
  const takeAway = phone.faults.add({ command: "^getprop", fault: { kind: "fail", status: 1, stderr: "broken" } });
  assert.match(await model(), /broken/);
  takeAway();
  assert.equal(await model(), first);
  phone.faults.set([{ service: "^shell", fault: { kind: "truncate", bytes: 2 } }]);
  assert.equal((await model()).length, 2);
  phone.faults.clear();
  assert.equal(await model(), first);
});

test("the cable can be disconnected, the key refused and the phone rebooted", async () => {
  await using phone = await startVirtualPhone({ speed: 50 });
  const bootId = await shell(phone, "cat /proc/sys/kernel/random/boot_id");
  phone.cable.unplug();
  assert.doesNotMatch(await ask(phone, "host:devices"), new RegExp(phone.serial));
  phone.cable.plug();
  phone.cable.setAuthorized(false);
  assert.match(await ask(phone, "host:devices"), /unauthorized/);
  phone.cable.setAuthorized(true);
  phone.cable.setOffline(true);
  assert.match(await ask(phone, "host:devices"), /offline/);
  phone.cable.setOffline(false);
  await phone.cable.reboot();
  assert.notEqual(await shell(phone, "cat /proc/sys/kernel/random/boot_id"), bootId);
});

test("closing a phone closes its ports, and a phone without ports opens none", async () => {
  const phone = await startVirtualPhone();
  const { adbServerPort, adbdPort } = phone;
  await phone.close();
  for (const port of [adbServerPort, adbdPort]) {
    const socket = connect(port ?? 0, "127.0.0.1");
    await assert.rejects(once(socket, "connect"), { code: "ECONNREFUSED" });
  }
  await using alone = await startVirtualPhone({ adbServerPort: null, adbdPort: null });
  assert.deepEqual([alone.adbServerPort, alone.adbdPort], [null, null]);
  assert.ok(alone.screen.elements().length > 0);
});

test("the same seed gives the same phone, and another seed another one", async () => {
  const boots: string[] = [];
  for (const seed of [3, 3, 4]) {
    await using phone = await startVirtualPhone({ seed });
    boots.push(await shell(phone, "cat /proc/sys/kernel/random/boot_id"));
  }
  assert.equal(boots[0], boots[1]);
  assert.notEqual(boots[0], boots[2]);
});

test("an invalid option is refused with the reason, and leaves nothing behind", async () => {
  for (const [options, reason] of [
    [{ api: 23 }, /api has to be an integer from 24 to 36, and is 23/],
    [{ app: "no.such.app" }, /no app or activity "no\.such\.app"; there are .*form, .*package ids/],
    [{ profile: "no-such" }, /no cost profile "no-such"; there are .*instant/],
    [{ profile: { name: "own" } }, /options\.profile is not a cost profile/],
    [{ faults: [{ fault: { kind: "garbage" } }] }, /not a fault script/],
    [{ speed: 0 }, /speed has to be more than 0/],
  ] as const)
    await assert.rejects(startVirtualPhone(options), reason);
  await using phone = await startVirtualPhone();
  await assert.rejects(startVirtualPhone({ adbServerPort: phone.adbServerPort }), { code: "EADDRINUSE" });
  assert.throws(() => phone.screen.press("NO_SUCH_KEY"), /there is no key NO_SUCH_KEY/);
  assert.throws(() => phone.screen.tap("no such words"), /no such words/);
  assert.throws(() => phone.faults.add({ command: "(", fault: { kind: "garbage" } }), /not a fault script/);
});

test("an option with a wrong name or type is refused with a code, and with its place", async () => {
  const wrong: readonly [options: object | null, reason: RegExp][] = [
    [{ aip: 33 }, /there is no "aip"/],
    [{ rotation: 9 }, /rotation: it has to be at most 3/],
    [{ lock: "finger" }, /lock: it has to be one of none, swipe, pin/],
    [{ animationScale: -3 }, /animationScale: it has to be at least 0/],
    [{ density: 0 }, /density: it has to be at least 72/],
    [{ size: { width: 100.5, height: 200 } }, /size\.width: /],
    [{ size: { width: 1e9, height: 1e9 } }, /size\.width: it has to be at most 10000/],
    [{ seed: Number.NaN }, /seed: it has to be /],
    [{ serial: "" }, /serial: it has to be 1 to 64 letters/],
    [{ serial: "a b\nc" }, /serial: it has to be 1 to 64 letters/],
    [{ app: 3 }, /app: it has to be a text/],
    [{ adbdPort: 70_000 }, /adbdPort: it has to be at most 65535/],
    [null, /all of it: it has to be /],
  ];
  for (const [options, message] of wrong)
    await assert.rejects(Reflect.apply(startVirtualPhone, null, [options]), { code: "INVALID_ARGUMENT", message });
});

test("an unknown app is refused with a code, the known names and the most similar name", async () => {
  const refusal = {
    code: "INVALID_ARGUMENT",
    message: /no app or activity "setings"; there are .*; did you mean settings\?/,
  };
  await assert.rejects(startVirtualPhone({ app: "setings" }), refusal);
  await using phone = await startVirtualPhone();
  for (const name of ["open", "crash"] as const) assert.throws(() => phone.screen[name]("setings"), refusal);
  assert.throws(() => phone.screen.block("setings", 1), refusal);
  const component = "com.android.settings/.NoSuchActivity";
  assert.throws(() => phone.screen.open(component), { code: "INVALID_ARGUMENT" });
  assert.throws(() => phone.screen.block("form", 1), {
    code: "INVALID_ARGUMENT",
    message: /does not run; open it first/,
  });
});

test("a faster clock makes a slow phone answer sooner", async () => {
  await using phone = await startVirtualPhone({ speed: 200, profile: "usb-midrange" });
  await shell(phone, "uiautomator dump /sdcard/ui.xml");
  const dump = await pollUntil(
    () => phone.ran().find(({ argv, endedAtMs }) => argv.includes("dump") && endedAtMs !== null),
    1,
    AbortSignal.timeout(60_000),
  );
  assert.ok((dump.endedAtMs ?? 0) - dump.startedAtMs > 500);
});

test("apps and profiles are listed by name", () => {
  assert.ok(appNames().includes("form"));
  assert.ok(profileNames().includes("usb-midrange"));
});

test("the package depends on exactly this version, and the public types equal the snapshot and import nothing", () => {
  const own = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8"));
  const program = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  assert.deepEqual([own.version, program.dependencies[own.name]], [packageVersion(), packageVersion()]);
  assert.deepEqual(own.dependencies, { sharp: program.dependencies.sharp });
  const types = readFileSync(join(FOLDER, "src", "public-types.ts"), "utf8");
  assert.doesNotMatch(types, /^\s*import\b|\bimport\(|\bfrom "/m);
  const declared = types.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").replaceAll(/^\/\/.*$/gm, "");
  const lines = `${declared
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n")}\n`;
  if (process.env["FOVEA_UPDATE_SNAPSHOTS"] === "1") writeFileSync(SNAPSHOT, lines);
  assert.equal(lines, readFileSync(SNAPSHOT, "utf8"), "FOVEA_UPDATE_SNAPSHOTS=1 writes it again");
});

test("an argument of the wrong type is refused with call and argument, and nothing is done", async () => {
  await using phone = await startVirtualPhone({ app: "form" });
  const { screen, cable, faults } = phone;
  const before = screen.elements();
  const calls: Readonly<Record<string, () => unknown>> = {
    "screen.rotate: rotation": () => Reflect.apply(screen.rotate, screen, [7]),
    "screen.tapAt: x": () => screen.tapAt(Number.NaN, 3),
    "screen.tapAt: y": () => screen.tapAt(3, Number.POSITIVE_INFINITY),
    "screen.tap: words": () => screen.tap(""),
    "screen.type: text": () => screen.type("ü"),
    "screen.block: ms": () => screen.block("form", -1),
    "screen.set: namespace": () => Reflect.apply(screen.set, screen, ["own", "key", "1"]),
    "screen.setAwake: isAwake": () => Reflect.apply(screen.setAwake, screen, ["no"]),
    "cable.setOffline: isOffline": () => Reflect.apply(cable.setOffline, cable, [1]),
    "faults.set: rules": () => Reflect.apply(faults.set, faults, [{}]),
  };
  for (const [place, call] of Object.entries(calls))
    assert.throws(
      call,
      (error) => {
        assert.ok(error instanceof Error && "code" in error);
        return error.code === "INVALID_ARGUMENT" && error.message.startsWith(`${place}: `);
      },
      place,
    );
  assert.throws(() => faults.set([{ command: "(", fault: { kind: "garbage" } }]), { code: "INVALID_ARGUMENT" });
  assert.throws(() => screen.tap("no such words"), { code: "ELEMENT_NOT_FOUND" });
  assert.deepEqual(screen.elements(), before);
  assert.match(await ask(phone, "host:devices"), new RegExp(`${phone.serial}\tdevice`));
});

test("a closed phone refuses every call, including one that waits for it to boot", async () => {
  const phone = await startVirtualPhone({ profile: "usb-midrange" });
  await shell(phone, "true");
  const booted = assert.rejects(phone.cable.reboot(), { code: "CANCELLED" });
  await phone.close();
  await booted;
  const { screen, cable, faults } = phone;
  for (const call of [screen.elements, screen.lock, cable.plug, cable.unplug, faults.clear])
    assert.throws(call, { code: "CANCELLED", message: /was closed/ });
  assert.throws(() => screen.tapAt(1, 1), { code: "CANCELLED" });
  assert.throws(() => faults.add({ fault: { kind: "reboot" } }), { code: "CANCELLED" });
  await assert.rejects(async () => await screen.picture(), { code: "CANCELLED" });
  assert.ok(phone.ran().length > 0);
  assert.deepEqual(phone.defects(), []);
  await phone.close();
});
