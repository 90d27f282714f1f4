import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { signApk } from "../../../src/devices/companion/apk/sign-apk.js";
import { findSignedService, ourWays } from "../../../src/devices/companion/our-ways.js";
import { readServiceApk } from "../../../src/devices/companion/prebuilts.js";
import { setUp } from "../../../src/devices/companion/setup.js";
import { ensureSigningKey } from "../../../src/devices/companion/signing-key.js";
import { testSigner } from "../../support/apk/test-signer.js";
import { coded } from "../../support/coded.js";
import { never } from "../../support/never.js";
import { SetupPhone } from "../../support/setup-phone.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-ways-"));
after(() => rmSync(folder, { recursive: true }));
const place = { stateDir: folder, signingKey: undefined };
const keyless = { stateDir: join(folder, "none"), signingKey: undefined };

test("a service that this host set up is trusted, and Android reports its epoch", async () => {
  const phone = new SetupPhone();
  const ways = ourWays(place);
  assert.equal(await ways.serviceEpoch(phone, 0, never()), null);
  assert.equal((await coded(ways.requireOurs(phone, never()))).code, "ON_DEVICE_UNTRUSTED");
  const apk = signApk(readServiceApk(), await ensureSigningKey(place));
  assert.deepEqual((await findSignedService(place))?.signatureSha256, apk.signatureSha256);
  await setUp(phone, { apk, client: "test" }, never());
  await ways.requireOurs(phone, never());
  assert.equal(await ways.serviceEpoch(phone, 0, never()), phone.epoch);
});

test("a service that another host set up is not trusted, and without a key no service is", async () => {
  const phone = new SetupPhone();
  phone.apk = signApk(readServiceApk(), testSigner()).bytes;
  await ensureSigningKey(place);
  for (const one of [place, keyless]) {
    assert.equal((await coded(ourWays(one).requireOurs(phone, never()))).code, "ON_DEVICE_FOREIGN_CERTIFICATE");
  }
  assert.equal(await findSignedService(keyless), null);
});
