import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { sha256Hex, signApk } from "../../../../src/devices/companion/apk/sign-apk.js";
import { readServiceApk } from "../../../../src/devices/companion/prebuilts.js";
import { testSigner } from "../../../support/apk/test-signer.js";
import { apkOfSize, tinyApk } from "../../../support/apk/tiny-apk.js";
import { verifyV2 } from "../../../support/apk/verify-v2.js";
import { coded } from "../../../support/coded.js";
import { needsPrograms } from "../../../support/needs.js";

const signer = testSigner();
const other = testSigner();
const MEBIBYTE = 2 ** 20;

test("an independent reading of the scheme verifies a signed APK of any size", () => {
  const sizes = fc.oneof(
    fc.integer({ min: 0, max: 70_000 }),
    fc.integer({ min: -300, max: 300 }).map((off) => MEBIBYTE + off),
    fc.integer({ min: -2, max: 2 }).map((off) => 2 * MEBIBYTE + off),
  );
  fc.assert(
    fc.property(sizes, fc.string({ maxLength: 40 }), (size, comment) => {
      const apk = tinyApk([{ name: "classes.dex", bytes: Buffer.alloc(size, "abc") }], comment);
      const { bytes, certificateSha256 } = signApk(apk, signer);
      assert.equal(sha256Hex(verifyV2(bytes).raw), certificateSha256);
    }),
    { numRuns: 60 },
  );
});

test("any changed byte of a signed APK breaks its verification", () => {
  const { bytes } = signApk(apkOfSize(3000), signer);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ difference, at);
      assert.throws(() => verifyV2(changed));
    }),
    { numRuns: 600 },
  );
});

test("the same file and key give the same bytes, and another key or file gives others", () => {
  const apk = apkOfSize(5000);
  const first = signApk(apk, signer);
  assert.deepEqual(signApk(apk, signer), first);
  const byOther = signApk(apk, other);
  assert.notEqual(byOther.certificateSha256, first.certificateSha256);
  const larger = signApk(apkOfSize(5001), signer);
  assert.equal(larger.certificateSha256, first.certificateSha256);
  assert.equal(new Set([first, byOther, larger].map(({ signatureSha256 }) => signatureSha256)).size, 3);
});

test("signing again replaces the signature, and the entries stay in place", () => {
  const apk = apkOfSize(10_001);
  const signed = signApk(apk, signer);
  assert.ok(signApk(signApk(apk, other).bytes, signer).bytes.equals(signed.bytes));
  const directory = apk.readUInt32LE(apk.length - 6);
  assert.ok(signed.bytes.subarray(0, directory).equals(apk.subarray(0, directory)));
});

test("a file that is not an APK is not signed", async () => {
  const apk = apkOfSize(100);
  const zip64 = Buffer.concat([apk.subarray(0, -22), Buffer.from("PK\x06\x07".padEnd(20, "\0")), apk.subarray(-22)]);
  const moved = Buffer.from(apk);
  moved.writeUInt32LE(5, apk.length - 6);
  for (const bytes of [Buffer.alloc(0), Buffer.from("text"), apk.subarray(0, -1), zip64, moved]) {
    const { code } = await coded(Promise.resolve().then(() => signApk(bytes, signer)));
    assert.equal(code, "NOT_THIS_FORMAT");
  }
});

needsPrograms("apksigner").test("Android's apksigner accepts the signed APK, and names the certificate", () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-apk-"));
  try {
    const files = [readServiceApk(), apkOfSize(1), apkOfSize(70_000), apkOfSize(2 * MEBIBYTE)];
    for (const [index, apk] of files.entries()) {
      const { bytes, certificateSha256 } = signApk(apk, signer);
      const file = join(folder, `${index}.apk`);
      writeFileSync(file, bytes);
      const args = ["verify", "--min-sdk-version", "24", "--verbose", "--print-certs", file];
      const said = execFileSync("apksigner", args, { encoding: "utf8" });
      assert.match(said, /^Verified using v2 scheme \(APK Signature Scheme v2\): true$/m);
      assert.match(said, /^Number of signers: 1$/m);
      assert.match(said, new RegExp(`certificate SHA-256 digest: ${certificateSha256}$`, "m"));
      assert.match(said, /certificate DN: CN=Fovea device key$/m);
      assert.doesNotMatch(said, /WARNING/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
