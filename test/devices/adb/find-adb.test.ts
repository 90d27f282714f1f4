import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findAdb } from "../../../src/devices/adb/find-adb.js";

test("findAdb searches ANDROID_HOME, then ANDROID_SDK_ROOT, then PATH for an executable file", () => {
  const root = mkdtempSync(join(tmpdir(), "fovea-find-"));
  try {
    const place = (...folders: readonly string[]) => {
      const folder = join(root, ...folders);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "adb"), "#!/bin/sh\n", { mode: 0o644 });
      return join(folder, "adb");
    };
    const inHome = place("home", "platform-tools");
    const inSdk = place("sdk", "platform-tools");
    const inPath = place("bin");
    mkdirSync(join(root, "folder", "adb"), { recursive: true });
    const env = {
      ANDROID_HOME: join(root, "home"),
      ANDROID_SDK_ROOT: join(root, "sdk"),
      PATH: [join(root, "folder"), "", join(root, "bin")].join(":"),
    };
    assert.deepEqual(findAdb(env), { path: null, searched: [inHome, inSdk, join(root, "folder", "adb"), inPath] });
    for (const path of [inPath, inSdk, inHome]) {
      chmodSync(path, 0o755);
      assert.equal(findAdb(env).path, path);
    }
    assert.deepEqual(findAdb({ ANDROID_HOME: "" }), { path: null, searched: [] });
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("findAdb follows the rules of each system, and finally looks where Android Studio puts the SDK", () => {
  const searched = (env: Parameters<typeof findAdb>[0], platform: NodeJS.Platform) => findAdb(env, platform).searched;
  assert.deepEqual(
    searched({ ANDROID_HOME: "D:\\sdk", Path: "C:\\bin;C:\\more", LOCALAPPDATA: "C:\\local", HOME: "/h" }, "win32"),
    [
      "D:\\sdk\\platform-tools\\adb.exe",
      "C:\\bin\\adb.exe",
      "C:\\more\\adb.exe",
      "C:\\local\\Android\\Sdk\\platform-tools\\adb.exe",
    ],
  );
  assert.deepEqual(searched({ PATH: "/a:/b", HOME: "/h" }, "darwin"), [
    "/a/adb",
    "/b/adb",
    "/h/Library/Android/sdk/platform-tools/adb",
  ]);
  assert.deepEqual(searched({ HOME: "/h" }, "linux"), ["/h/Android/Sdk/platform-tools/adb"]);
});
