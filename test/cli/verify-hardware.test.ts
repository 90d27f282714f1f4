import assert from "node:assert/strict";
import { test } from "node:test";
import type { FaultRule } from "../../packages/virtual-android/src/fault-script.js";
import { HARDWARE_CHECKS } from "../../src/cli/hardware/hardware-checks.js";
import { type CheckResult, type HardwareReport, verifyHardware } from "../../src/cli/hardware/verify-hardware.js";
import { type DirectPhone, startDirectPhone } from "../support/direct-phone.js";
import { runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

async function verify(phone: DirectPhone): Promise<HardwareReport> {
  return await phone.time.during(verifyHardware(phone.session, () => {}, never()));
}

function verdicts({ checks }: HardwareReport): Readonly<Record<string, CheckResult["verdict"]>> {
  return Object.fromEntries(checks.map(({ name, verdict }) => [name, verdict]));
}

/** What needs the companion, in a session that has none. */
const OF_THE_COMPANION = {
  "service-permitted": "unknown",
  "on-device-socket": "unknown",
  "service-walk": "unknown",
  "service-screenshot": "unknown",
  "service-agrees": "unknown",
  "re-bind": "unknown",
} as const;

/** All are confirmed except for these. Which way of two is faster on a busy host is not for tests to say. */
function assertAllBut(report: HardwareReport, others: Readonly<Record<string, CheckResult["verdict"]>>): void {
  const found = verdicts(report);
  const transport = others["screenshot-transport"];
  if (transport === undefined) assert.notEqual(found["screenshot-transport"], "unknown");
  const expected = Object.fromEntries(HARDWARE_CHECKS.map(({ name }) => [name, "confirmed"]));
  const timed = { "screenshot-transport": transport ?? found["screenshot-transport"] };
  assert.deepEqual(found, { ...expected, ...others, ...timed });
}

for (const apiLevel of [24, 28, 33, 36]) {
  test(`doctor --verify-hardware confirms every assumption on a correct virtual phone (API ${apiLevel})`, async () => {
    await using phone = await startDirectPhone({ app: "com.fovea.form", apiLevel });
    const report = await verify(phone);
    assertAllBut(report, OF_THE_COMPANION);
    assert.equal(report.apiLevel, apiLevel);
  });
}

const BROKEN: readonly (readonly [string, FaultRule, Readonly<Record<string, CheckResult["verdict"]>>, RegExp])[] = [
  [
    "input that the vendor refuses",
    {
      command: "^(cmd )?input ",
      fault: { kind: "fail", status: 255, stderr: "java.lang.SecurityException: requires INJECT_EVENTS permission\n" },
    },
    { "input-cost": "refuted" },
    /USB debugging \(Security settings\)/,
  ],
  [
    "screenshots that are cut off",
    { command: "^screencap", fault: { kind: "truncate", bytes: 100_000 } },
    { "screenshot-transport": "unknown" },
    /SCREENSHOT_FAILED: .*truncated/,
  ],
];

for (const [what, rule, expected, note] of BROKEN) {
  test(`doctor --verify-hardware reports ${what}, and still runs the other checks`, async () => {
    await using phone = await startDirectPhone({ app: "com.fovea.form" });
    phone.device.faults.set([rule]);
    const report = await verify(phone);
    assertAllBut(report, { ...OF_THE_COMPANION, ...expected });
    assert.match(report.checks.find(({ name }) => name in expected)?.note ?? "", note);
    const { serial } = phone.session.device;
    assert.ok(!JSON.stringify(report).includes(serial));
  });
}

for (const [companion, args, others] of [
  ["the service", ["setup"], {}],
  ["the shell host", ["devices"], { "service-permitted": "unknown", "re-bind": "unknown" }],
] as const) {
  test(`doctor --verify-hardware with ${companion} confirms every assumption, and reports neither serial nor screen`, async () => {
    await using product = await startProduct({ app: "com.fovea.form", apiLevel: 34, speed: 10 });
    const flags = [...productFlags(product)];
    assert.equal((await runFovea([...args, ...flags])).code, 0);
    const { stdout, stderr } = await runFovea(["doctor", "--verify-hardware", "--json", ...flags]);
    assert.equal(stderr, "");
    const report: HardwareReport = JSON.parse(stdout);
    // How long it takes is how long this machine takes, ten times over.
    const { "service-walk": walk } = verdicts(report);
    assert.ok(walk === "confirmed" || walk === "refuted");
    assertAllBut(report, { ...others, "service-walk": walk });
    for (const secret of [product.serial, "Create account", "com.fovea.form"])
      assert.ok(!stdout.includes(secret), secret);
  });
}

test("doctor --verify-hardware without --json prints a sentence with its verdict for each assumption", async () => {
  await using product = await startProduct({ app: "com.fovea.form", speed: 30 });
  const text = await runFovea(["doctor", "--verify-hardware", ...productFlags(product)]);
  for (const { name, assumes } of HARDWARE_CHECKS) {
    assert.match(text.stdout, new RegExp(`^(?:confirmed|refuted|unknown) +${name} `, "m"));
    assert.ok(text.stdout.includes(assumes));
  }
});
