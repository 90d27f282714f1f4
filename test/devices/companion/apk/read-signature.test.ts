import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { prefixed, u32 } from "../../../../src/devices/companion/apk/length-prefixed.js";
import { readSignature } from "../../../../src/devices/companion/apk/read-signature.js";
import { signApk } from "../../../../src/devices/companion/apk/sign-apk.js";
import { signingBlock } from "../../../../src/devices/companion/apk/signing-block.js";
import { testSigner } from "../../../support/apk/test-signer.js";
import { apkOfSize } from "../../../support/apk/tiny-apk.js";
import { coded } from "../../../support/coded.js";

const signer = testSigner();
const V2 = 0x7109871a;
const V3 = 0xf05368c0;

/** The APK with another block in front of its central directory. */
function withBlock(apk: Buffer, block: Buffer): Buffer {
  const directory = apk.readUInt32LE(apk.length - 6);
  const end = Buffer.from(apk.subarray(-22));
  end.writeUInt32LE(directory + block.length, 16);
  return Buffer.concat([apk.subarray(0, directory), block, apk.subarray(directory, -22), end]);
}

/** The value of the v2 pair of a signed APK. */
function v2ValueOf(signed: Buffer): Buffer {
  const directory = signed.readUInt32LE(signed.length - 6);
  const size = Number(signed.readBigUInt64LE(directory - 24));
  return signed.subarray(directory - size - 8 + 20, directory - 24);
}

test("the end of an APK gives its certificate, or how many more bytes are needed", () => {
  const { bytes, ...signature } = signApk(apkOfSize(40_000), signer);
  fc.assert(
    fc.property(fc.integer({ min: 22, max: bytes.length }), (length) => {
      let tail = bytes.subarray(-length);
      let read = readSignature(tail);
      for (let tries = 0; typeof read === "number" && tries < 3; tries += 1) {
        assert.ok(read > 0);
        tail = bytes.subarray(-Math.min(bytes.length, tail.length + read));
        read = readSignature(tail);
      }
      assert.deepEqual(read, signature);
    }),
  );
});

test("an APK with another signature scheme beside v2 is refused, since newer Androids would ignore v2", async () => {
  const value = v2ValueOf(signApk(apkOfSize(100), signer).bytes);
  const both = signingBlock([
    { id: V2, value },
    { id: V3, value: Buffer.from("whatever") },
  ]);
  const { code, message } = await coded(Promise.resolve().then(() => readSignature(withBlock(apkOfSize(100), both))));
  assert.equal(code, "NOT_THIS_FORMAT");
  assert.match(message, /0x7109871a, 0xf05368c0/);
  const padded = signingBlock([
    { id: V2, value },
    { id: 0x42726577, value: Buffer.alloc(99) },
  ]);
  assert.equal(typeof readSignature(withBlock(apkOfSize(100), padded)), "object");
});

test("an APK without a signature, with two signers or with a broken block is refused", async () => {
  const value = v2ValueOf(signApk(apkOfSize(100), signer).bytes);
  const signers = value.subarray(4);
  const blocks = [
    signingBlock([]),
    signingBlock([{ id: V3, value }]),
    signingBlock([{ id: V2, value: prefixed(signers, signers) }]),
    signingBlock([{ id: V2, value: value.subarray(0, 300) }]),
    signingBlock([{ id: V2, value: Buffer.concat([value, u32(0)]) }]),
  ];
  const twoSizes = signingBlock([{ id: V2, value }]);
  twoSizes.writeUInt8(1, 0);
  const wrongPair = signingBlock([{ id: V2, value }]);
  wrongPair.writeUInt8(1, 8);
  const files = [
    apkOfSize(9000),
    ...[...blocks, twoSizes, wrongPair].map((block) => withBlock(apkOfSize(9000), block)),
  ];
  for (const [index, file] of files.entries()) {
    const { code } = await coded(Promise.resolve().then(() => readSignature(file)));
    assert.equal(code, "NOT_THIS_FORMAT", String(index));
  }
});

test("the signature reader only refuses or asks for more bytes, whatever bytes it gets", () => {
  const { bytes } = signApk(apkOfSize(200), signer);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
      const changed = Buffer.from(bytes);
      for (const [at, value] of changes) changed.writeUInt8(value, at);
      try {
        readSignature(changed);
      } catch (error) {
        assert.equal(error instanceof Error && "code" in error && error.code, "NOT_THIS_FORMAT");
      }
    }),
    { numRuns: 2000 },
  );
});
