import assert from "node:assert/strict";
import { createHash, createPublicKey, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { certificateOf } from "../../../../src/devices/companion/apk/certificate.js";
import { testSigner } from "../../../support/apk/test-signer.js";

test("the certificate of a key is its own, names nobody and never expires", () => {
  const { privateKey, certificate } = testSigner();
  const read = new X509Certificate(certificate);
  const publicKey = createPublicKey(privateKey);
  assert.ok(read.verify(publicKey));
  assert.ok(read.checkPrivateKey(privateKey));
  assert.deepEqual([read.subject, read.issuer], ["CN=Fovea device key", "CN=Fovea device key"]);
  assert.deepEqual([read.validFrom, read.validTo], ["Jan  1 00:00:00 2024 GMT", "Dec 31 23:59:59 9999 GMT"]);
  const spki = publicKey.export({ type: "spki", format: "der" });
  const serial = createHash("sha256").update(spki).digest("hex").slice(2, 32).toUpperCase();
  assert.equal(read.serialNumber.slice(2), serial);
});

test("a key of any usual size has one certificate, always the same", () => {
  for (const bits of [2048, 3072, 4096]) {
    const { privateKey, certificate } = testSigner(bits);
    assert.ok(certificateOf(privateKey).equals(certificate));
    assert.ok(new X509Certificate(certificate).verify(createPublicKey(privateKey)));
  }
});

/**
 * Phones compare certificates byte by byte: if what surrounds the key's own bytes ever changes, every phone that was
 * set up refuses the next build. So what surrounds them is held fast here.
 */
test("every byte of a certificate that does not depend on the key equals the first release", () => {
  const { privateKey, certificate } = testSigner();
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const masked = Buffer.from(certificate);
  const keyAt = certificate.indexOf(spki);
  masked.fill(0, keyAt, keyAt + spki.length);
  masked.fill(0, masked.length - 256);
  masked.fill(0, SERIAL_AT, SERIAL_AT + 16);
  assert.equal(
    masked.toString("hex").replace(/0{100,}/g, (zeros) => `(${zeros.length})`),
    SHAPE,
  );
});

/** Behind the headers of certificate, body and number. */
const SERIAL_AT = 10;
const SHAPE = [
  "308202bb308201a3021000000000000000000000000000000000",
  "300d06092a864886f70d01010b0500",
  "301b3119301706035504030c10466f76656120646576696365206b6579",
  "3020170d3234303130313030303030305a180f39393939313233313233353935395a",
  "301b3119301706035504030c10466f76656120646576696365206b6579",
  "(588)",
  "300d06092a864886f70d01010b0500",
  "03820101(514)",
].join("");
