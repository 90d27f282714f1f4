import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FoveaError } from "../../../src/base/errors.js";
import { readApkIdentity } from "../../../src/devices/apk/manifest.js";
import { readServiceApk } from "../../../src/devices/companion/prebuilts.js";
import { appApk } from "../../support/app-apk.js";
import { buildApk, type ManifestElement } from "../../virtual-device/support/apk-builder.js";

function refusalOf(apk: Uint8Array): string {
  try {
    return `no refusal, but ${JSON.stringify(readApkIdentity(Buffer.from(apk)))}`;
  } catch (error) {
    assert.ok(error instanceof FoveaError && error.code === "NOT_THIS_FORMAT", String(error));
    return error.message;
  }
}

function apkOf(attributes: ManifestElement["attributes"] = {}, name = "manifest"): Uint8Array {
  return buildApk({ name, attributes });
}

test("readManifest finds package and version in every way of storing the manifest and its strings", () => {
  for (const isDeflated of [true, false]) {
    for (const isUtf8 of [true, false]) {
      const apk = appApk({ versionName: "1.2 \u{1f680}", zip: { isDeflated, isUtf8 } });
      const identity = { packageName: "com.example.app", versionCode: "3", versionName: "1.2 \u{1f680}" };
      assert.deepEqual(readApkIdentity(Buffer.from(apk)), identity);
    }
  }
});

test("readManifest reads an APK made by Android's own tools: Fovea's companion", () => {
  const identity = readApkIdentity(Buffer.from(readServiceApk()));
  assert.equal(identity.packageName, "dev.fovea.service");
  assert.match(identity.versionCode ?? "", /^[1-9]\d*$/);
});

test("a 64-bit version code keeps every digit, and one from the resources is unknown", () => {
  const long = apkOf({ package: "a.b", versionCode: 0xffff_ffff, versionCodeMajor: 0x7fff_ffff });
  assert.equal(readApkIdentity(Buffer.from(long)).versionCode, ((0x7fffffffn << 32n) | 0xffffffffn).toString());
  const referring = apkOf({ package: "a.b", versionCode: { resource: 0x7f010001 }, versionName: { resource: 1 } });
  assert.deepEqual(readApkIdentity(Buffer.from(referring)), {
    packageName: "a.b",
    versionCode: null,
    versionName: null,
  });
  assert.equal(readApkIdentity(Buffer.from(apkOf({ package: "a.b" }))).versionCode, "0");
});

test("an APK that cannot be installed alone, and a file that is not an APK, are refused with the reason", () => {
  assert.match(refusalOf(Buffer.from("hello")), /no end of a zip/);
  assert.match(refusalOf(buildApk({ name: "manifest" }, { fileName: "readme.txt" })), /holds no AndroidManifest\.xml/);
  assert.match(refusalOf(apkOf({ package: "a.b" }, "resources")), /of another kind/);
  assert.match(refusalOf(apkOf({ versionCode: 1 })), /names no package/);
  assert.match(refusalOf(apkOf({ package: "a.b; reboot" })), /names no package/);
  assert.match(refusalOf(apkOf({ package: "a.b", split: "config.de" })), /one of several parts of an app/);
});

test("an APK with a name twice in the archive is refused, since Android may read the other file", () => {
  const apk = Buffer.from(apkOf({ package: "a.b" }));
  const endAt = apk.length - 22;
  const directoryAt = apk.readUInt32LE(endAt + 16);
  const directory = apk.subarray(directoryAt, endAt);
  const end = Buffer.from(apk.subarray(endAt));
  end.writeUInt32LE(2 * directory.length, 12);
  const twice = Buffer.concat([apk.subarray(0, endAt), directory, end]);
  assert.match(refusalOf(twice), /AndroidManifest\.xml 2 times/);
});

test("a manifest that claims to be small and unpacks to a large size is refused", () => {
  const apk = Buffer.from(buildApk({ name: "manifest", attributes: { package: "a.b", filler: "x".repeat(20_000) } }));
  const endAt = apk.length - 22;
  apk.writeUInt32LE(100, apk.readUInt32LE(endAt + 16) + 24);
  assert.match(refusalOf(apk), /does not unpack/);
});

test("overlapping strings cost no more than those that are read", () => {
  const attributes = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`filler${i}`, "x".repeat(1_000)]));
  const apk = Buffer.from(
    buildApk({ name: "manifest", attributes: { package: "a.b", ...attributes } }, { isDeflated: false }),
  );
  const poolAt = 30 + "AndroidManifest.xml".length + 8;
  const stringsAt = apk.readUInt32LE(poolAt + 20);
  // Each but the first ones begins where it says that it is as long as the file.
  apk.writeUInt16LE(0xffff, poolAt + stringsAt + 200);
  for (let i = 10; i < 3_000; i += 1) apk.writeUInt32LE(200, poolAt + 28 + 4 * i);
  const before = process.memoryUsage().rss;
  refusalOf(apk);
  assert.ok(process.memoryUsage().rss - before < 100_000_000);
});

test("a changed APK is read or refused with a code, in short time", () => {
  const whole = Buffer.from(appApk());
  const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), fc.nat(whole.length), (changes, end) => {
      const apk = Buffer.from(whole);
      for (const { at, byte } of changes) apk[at] = byte;
      for (const bytes of [apk, apk.subarray(0, end)]) {
        try {
          assert.match(readApkIdentity(bytes).packageName, /^[\w.]+$/);
        } catch (error) {
          assert.ok(error instanceof FoveaError && error.code === "NOT_THIS_FORMAT", String(error));
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("a stored manifest with any content is read or refused", () => {
  const whole = Buffer.from(appApk({ zip: { isDeflated: false } }));
  const manifestAt = 30 + "AndroidManifest.xml".length;
  const change = fc.record({ at: fc.integer({ min: manifestAt, max: manifestAt + 600 }), word: fc.nat(0xffff) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
      const apk = Buffer.from(whole);
      for (const { at, word } of changes) apk.writeUInt16LE(word, at);
      try {
        assert.match(readApkIdentity(apk).packageName, /^[\w.]+$/);
      } catch (error) {
        assert.ok(error instanceof FoveaError && error.code === "NOT_THIS_FORMAT", String(error));
      }
    }),
    { numRuns: 1_000 },
  );
});
