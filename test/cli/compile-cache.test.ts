import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { spawnFovea } from "../support/fovea-process.js";

const CAN = typeof Reflect.get(module, "enableCompileCache") === "function";

test("the compile cache is kept for the user only, where Node supports it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-cache-"));
  const { code } = await spawnFovea(["observe", "--help"], { env: { XDG_CACHE_HOME: folder } });
  assert.equal(code, 0);
  const kept = readdirSync(folder, { recursive: true }).length;
  assert.equal(kept > 2, CAN, `${kept} entries`);
  if (CAN) assert.equal(statSync(join(folder, "fovea", "compiled")).mode & 0o077, 0);
  rmSync(folder, { recursive: true });
});

test("a compile cache that cannot be written to is not used, and the command still works", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-cache-"));
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  const { code, stderr } = await spawnFovea(["observe", "--help"], { env: { XDG_CACHE_HOME: file } });
  assert.deepEqual([code, stderr], [0, ""]);
  rmSync(folder, { recursive: true });
});
