import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { MOST_APK_BYTES, openApk } from "../../../src/actions/apps/open-apk.js";
import { appApk, writeApk } from "../../support/app-apk.js";
import { coded } from "../../support/coded.js";
import { never } from "../../support/never.js";

/** Two folders: `in` is allowed, `out` is next to it and not allowed. */
function folders() {
  const root = mkdtempSync(join(tmpdir(), "fovea-apk-"));
  const inside = join(root, "in");
  const outside = join(root, "out");
  mkdirSync(inside);
  mkdirSync(outside);
  return { root, inside, outside, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

async function refused(path: string, allowed: readonly string[], why: RegExp): Promise<void> {
  const { code, message, hint } = await coded(openApk(path, allowed, never()));
  assert.equal(code, "PATH_NOT_ALLOWED", message);
  assert.match(message, why);
  assert.match(hint, /\S/);
}

test("openApk reads a whole APK in an allowed folder by its absolute path, a relative path or an alias of the folder", async () => {
  using place = folders();
  const bytes = writeApk(join(place.inside, "sub", "app.apk"));
  symlinkSync(place.inside, join(place.root, "alias"));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const ways = [
    join(place.inside, "sub", "app.apk"),
    "sub/app.apk",
    "./sub/../sub/app.apk",
    join(place.root, "alias", "sub", "app.apk"),
  ];
  for (const path of ways) {
    const apk = await openApk(path, [place.outside, place.inside, join(place.root, "alias")], never());
    assert.equal(apk.sha256, sha256);
    assert.equal(apk.name, '"app.apk"');
    assert.equal(apk.identity.packageName, "com.example.app");
  }
});

test("openApk reads no file outside the allowed folders, and does not reveal whether such a file exists", async () => {
  using place = folders();
  writeApk(join(place.outside, "app.apk"));
  writeApk(join(`${place.inside}-other`, "app.apk"));
  symlinkSync(join(place.outside, "app.apk"), join(place.inside, "link.apk"));
  symlinkSync(place.outside, join(place.inside, "folder"));
  const allowed = [place.inside];
  const there = await coded(openApk(join(place.outside, "app.apk"), allowed, never()));
  const missing = await coded(openApk(join(place.outside, "none.apk"), allowed, never()));
  assert.equal(there.message.replace("app.apk", "none.apk"), missing.message);
  await refused(join(`${place.inside}-other`, "app.apk"), allowed, /no such file in a folder/);
  await refused("../out/app.apk", allowed, /no such file in a folder/);
  await refused(relative(process.cwd(), join(place.outside, "app.apk")), allowed, /no such file in a folder/);
  await refused("link.apk", allowed, /leads out of the folder/);
  await refused("folder/app.apk", allowed, /leads out of the folder/);
  await refused(place.inside, allowed, /does not end in \.apk/);
  await refused("a\0.apk", allowed, /NUL/);
  await refused("app.apk", [], /no folder is allowed/);
  await refused("app.apk", [join(place.root, "none")], /cannot be read/);
});

test("openApk refuses folders, pipes, files that are too large and files whose name does not end in .apk", async () => {
  using place = folders();
  const at = (name: string) => join(place.inside, name);
  writeFileSync(at("secret.txt"), appApk());
  symlinkSync(at("secret.txt"), at("renamed.apk"));
  mkdirSync(at("folder.apk"));
  execFileSync("mkfifo", [at("pipe.apk")]);
  writeFileSync(at("large.apk"), "");
  truncateSync(at("large.apk"), MOST_APK_BYTES + 1);
  const allowed = [place.inside];
  await refused("secret.txt", allowed, /does not end in \.apk/);
  await refused("renamed.apk", allowed, /leads to a file that does not end in \.apk/);
  await refused("folder.apk", allowed, /not a regular file/);
  await refused("pipe.apk", allowed, /not a regular file/);
  await refused("large.apk", allowed, /larger than 536870912 bytes/);
});

test("openApk refuses a file that is not an app with an argument error that says what the file is", async () => {
  using place = folders();
  writeFileSync(join(place.inside, "text.apk"), "hello");
  linkSync(join(place.inside, "text.apk"), join(place.inside, "two\nlines.apk"));
  const { code, message, hint } = await coded(openApk("text.apk", [place.inside], never()));
  assert.equal(code, "INVALID_ARGUMENT");
  assert.match(message, /^path: "text\.apk": this is not an APK: /);
  assert.match(hint, /bundles/);
  const odd = await coded(openApk("two\nlines.apk", [place.inside], never()));
  assert.match(odd.message, /^path: "two lines\.apk": /);
});
