import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePhoneFacts, readPhoneFacts } from "../../../src/app/farm/phone-facts.js";
import { deviceStates, UNKNOWN_FACTS } from "../../../src/farm/device-states.js";
import { meets, parseNeeds } from "../../../src/farm/needs.js";
import { factsOf } from "../../support/farm-facts.js";
import { never } from "../../support/never.js";
import { type ProductOptions, startProduct } from "../../support/product.js";

const FORM = "com.fovea.form";

async function factsOfPhone(options: ProductOptions, battery = 100) {
  await using product = await startProduct(options);
  product.phone.hooks.setBattery(battery, true);
  return await readPhoneFacts((await product.session()).device, [FORM, "com.example.absent"], never());
}

test("a phone reports its facts and meets the needs for them, and a phone without them does not", async () => {
  const [tablet, phone] = [
    await factsOfPhone({ app: FORM, size: { width: 1_600, height: 2_560 }, density: 320 }),
    await factsOfPhone({ apiLevel: 24, size: { width: 1_080, height: 2_400 }, density: 420 }, 25),
  ];
  assert.deepEqual(tablet, {
    abi: "arm64-v8a",
    form: "tablet",
    batteryPercent: 100,
    freeStorageMb: 4_000,
    companion: null,
    apps: { [FORM]: "1" },
  });
  assert.deepEqual([phone.form, phone.batteryPercent], ["phone", 25]);
  const hosts = [tablet, { ...phone, apps: {}, freeStorageMb: 100 }].map((facts, at) => {
    const devices = [factsOf(`p${at}`, { ...facts, ...(at === 0 ? { companion: "service" } : { abi: "x86_64" }) })];
    return { schema: 1 as const, host: `h${at}`, version: "1", devices, ageMs: 0 };
  });
  const [first, second] = deviceStates({ hosts, leases: [], quarantines: [], drained: new Set() }, 0);
  assert.ok(first && second);
  for (const need of [
    "form=tablet",
    "battery>=30",
    `app=${FORM}`,
    "storage>=1000",
    "abi=arm64-v8a",
    "companion=service",
  ]) {
    assert.deepEqual([meets(first, parseNeeds(need)), meets(second, parseNeeds(need))], [true, false], need);
  }
});

test("parsePhoneFacts reads the form from the build, an app by its exact name, and leaves the rest unknown", () => {
  const of = (text: string, packages: readonly string[] = []) => parsePhoneFacts(text, packages);
  assert.deepEqual(of(""), UNKNOWN_FACTS);
  assert.equal(of("[ro.build.characteristics]: [nosdcard,watch]\n").form, "watch");
  assert.equal(of("Physical size: 1600x2560\nPhysical density: 320\nOverride density: 480\n").form, "phone");
  const listed = "package:com.a.b versionCode:7\npackage:com.a versionCode:12\npackage:com.old\n";
  assert.deepEqual(of(listed, ["com.a", "com.old", "com.a.c"]).apps, { "com.a": "12", "com.old": "unknown" });
  const services = "enabled services:\ncom.x/.Y:dev.fovea.service/.FoveaAccessibilityService\n";
  assert.equal(of(services).companion, "service");
  assert.equal(of("  level: 40\n  scale: 200\n").batteryPercent, 20);
});
