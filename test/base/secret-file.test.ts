import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FoveaError } from "../../src/base/errors.js";
import { makeSecretFile, readSecretFile } from "../../src/base/secret-file.js";
import { coded } from "../support/coded.js";
import { onPlatform } from "../support/on-platform.js";

const unusable = (why: string) => new FoveaError("FARM_UNUSABLE", why);

test("a secret file that others may read is refused, except on Windows, whose files have no such permissions", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-secret-"));
  try {
    const path = join(folder, "token");
    writeFileSync(path, "s3cret", { mode: 0o644 });
    for (const platform of ["linux", "darwin"] as const) {
      const refused = await onPlatform(platform, () => coded(readSecretFile(path, unusable)));
      assert.match(refused.message, /users other than its owner may use it \(mode 644\)/, platform);
    }
    assert.equal(await onPlatform("win32", () => readSecretFile(path, unusable)), "s3cret");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("where two processes create one secret, both read the same secret", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-secret-"));
  try {
    const path = join(folder, "own", "token");
    const make = (word: string) => makeSecretFile(path, async () => word, unusable);
    await Promise.all([make("one"), make("other")]);
    assert.match((await readSecretFile(path, unusable)) ?? "", /^(?:one|other)$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/* mutations
- file: src/base/secret-file.ts
  from: 'process.platform !== "win32" && (mode & 0o077) !== 0'
  to: "(mode & 0o077) !== 0"
  name: "a secret file that others may read is refused, except on Windows, whose files have no such permissions"
*/
