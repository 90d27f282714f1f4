import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { startFakeAdbd } from "../support/fake-adbd.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { freePort, startRealAdb } from "../support/real-adb.js";
import { OURS, SetupPhone } from "../support/setup-phone.js";

interface Scene extends AsyncDisposable {
  readonly phone: SetupPhone;
  readonly stateDir: string;
  /** How a `fovea` reaches the phone, by a real adb server. */
  readonly flags: readonly string[];
}

async function scene(): Promise<Scene> {
  const phone = new SetupPhone();
  const adb = await startRealAdb();
  const adbd = await startFakeAdbd({ service: async (name, stream) => (await phone.serve(name, stream)) !== null });
  const stateDir = mkdtempSync(join(tmpdir(), "fovea-setup-"));
  return {
    phone,
    stateDir,
    flags: ["--adb-port", String(adb.port), "--connect", adbd.serial, "--state-dir", stateDir],
    [Symbol.asyncDispose]: async () => {
      await adb[Symbol.asyncDispose]();
      await adbd[Symbol.asyncDispose]();
      rmSync(stateDir, { recursive: true });
    },
  };
}

const withAdb = needsPrograms("adb").test;

withAdb("fovea setup reports each step, doctor shows the state, and --remove uninstalls the companion", async () => {
  await using at = await scene();
  const before = await runFovea(["doctor", ...at.flags]);
  assert.match(before.stdout, /^service +\S+ \| not installed \| `fovea setup` installs it/m);
  assert.deepEqual(readdirSync(at.stateDir), [], "reading the state makes no key");

  const done = await runFovea(["setup", ...at.flags]);
  assert.deepEqual([done.code, done.stderr], [0, ""]);
  for (const step of ["check", "install", "app-op", "enable", "bind"])
    assert.match(done.stdout, new RegExp(`^${step} +done +\\S`, "m"));
  assert.match(done.stdout, /\n\S+ is set up\n$/);
  assert.equal(at.phone.settings.get("0 enabled_accessibility_services"), OURS);
  assert.equal(statSync(join(at.stateDir, "device-key", "key.pem")).mode & 0o777, 0o600);

  const again = await runFovea(["setup", "--json", ...at.flags]);
  assert.equal(again.code, 0);
  const { user, steps, package: name } = JSON.parse(again.stdout);
  assert.deepEqual([user, name, steps[1].outcome], [0, "dev.fovea.service", "already"]);
  const after = await runFovea(["doctor", ...at.flags]);
  assert.match(after.stdout, /^service +\S+ \| running \| 0\.1\.0 \| this build$/m);

  const removed = await runFovea(["setup", "--remove", ...at.flags]);
  assert.deepEqual([removed.code, removed.stderr], [0, ""]);
  assert.equal(at.phone.apk, null);
  assert.equal(at.phone.settings.get("0 enabled_accessibility_services"), undefined);
});

withAdb("fovea setup refuses a phone that another host set up with exit code 1, and changes nothing", async () => {
  await using at = await scene();
  assert.equal((await runFovea(["setup", ...at.flags])).code, 0);
  const apk = at.phone.apk;
  rmSync(join(at.stateDir, "device-key"), { recursive: true });
  for (const args of [["setup"], ["setup", "--remove"]]) {
    const { code, stderr } = await runFovea([...args, ...at.flags]);
    assert.equal(code, 1);
    assert.match(stderr, /^ON_DEVICE_FOREIGN_CERTIFICATE: [\s\S]*\nNext: .*--signing-key/);
  }
  assert.equal(at.phone.apk, apk);
  const doctor = await runFovea(["doctor", ...at.flags]);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /\| foreign certificate \|/);
  assert.match(doctor.stdout, /^read by +\S+ \| (?!a11y-service)\S+ \| the service has a foreign certificate/m);
  assert.match(doctor.stdout, /^problem +ON_DEVICE_FOREIGN_CERTIFICATE: [\s\S]*--signing-key[\s\S]*\nnot ready\n$/m);
  const without = await runFovea(["doctor", "--companion", "off", ...at.flags]);
  assert.deepEqual([without.code, /\nready\n$/.test(without.stdout)], [0, true]);
});

withAdb("an interrupt during fovea setup says what may be left on the phone, and never shows the key", async () => {
  await using at = await scene();
  at.phone.script = (command) => (/package install/.test(command) ? "hang" : undefined);
  await using fovea = new FoveaProcess(["setup", ...at.flags]);
  await pollUntil(
    () => at.phone.commands.some((text) => /install/.test(text)) || undefined,
    10,
    AbortSignal.timeout(60_000),
  );
  fovea.child.kill("SIGINT");
  assert.equal(await fovea.ended(), 1);
  assert.match(fovea.stderr, /^CANCELLED: .*Left on the device: dev\.fovea\.service is installed, or may be/);
  const secret = readFileSync(join(at.stateDir, "device-key", "key.pem"), "utf8").split("\n")[5] ?? "";
  assert.ok(secret.length > 40);
  assert.ok(!`${fovea.stdout}${fovea.stderr}${at.phone.commands.join()}`.includes(secret));
});

test("fovea setup is an action: --read-only forbids it", async () => {
  const { code, stderr } = await runFovea(["setup", "--read-only", "--adb-port", String(await freePort())]);
  assert.equal(code, 1);
  assert.match(stderr, /^READ_ONLY: /);
});

withAdb("fovea doctor and fovea setup report a key file that others can read", async () => {
  await using at = await scene();
  assert.equal((await runFovea(["setup", ...at.flags])).code, 0);
  chmodSync(join(at.stateDir, "device-key", "key.pem"), 0o644);
  for (const command of ["setup", "doctor"]) {
    const { code, stdout, stderr } = await runFovea([command, ...at.flags]);
    assert.equal(code, 1);
    assert.match(`${stdout}${stderr}`, /SIGNING_KEY_UNUSABLE: [\s\S]*chmod 600/);
  }
});
