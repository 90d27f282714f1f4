import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const SCRIPT = join(packageRoot(), "scripts", "missing-outputs.mjs");
const STATE = "dist/.tsbuildinfo";

/** A tree with these files, after the script ran in it; gives which files are there. */
function afterScript(files: readonly string[]): (file: string) => boolean {
  const folder = mkdtempSync(join(tmpdir(), "fovea-outputs-"));
  try {
    for (const name of ["src", "packages", "test", "bench"]) mkdirSync(join(folder, name));
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    execFileSync(process.execPath, [SCRIPT], { cwd: folder });
    const left = files.filter((file) => existsSync(join(folder, file)));
    return (file) => left.includes(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the compiler writes all files where a compiled file is missing, and otherwise only changed ones", () => {
  const whole = ["src/a.ts", "dist/src/a.js", STATE, "packages/p/node_modules/x/x.ts", "test/types.d.ts"];
  assert.equal(afterScript(whole)(STATE), true);
  assert.equal(afterScript([...whole, "test/deep/b.ts"])(STATE), false);
});

test("only the compiled files of a removed source are removed", () => {
  const isLeft = afterScript(["src/a.ts", "dist/src/a.js", "dist/src/b.js", "dist/src/b.js.map", "dist/src/list.json"]);
  assert.deepEqual(["dist/src/a.js", "dist/src/b.js", "dist/src/b.js.map", "dist/src/list.json"].map(isLeft), [
    true,
    false,
    false,
    true,
  ]);
});

test("a package in package.json that is not installed ends the build with the command that installs it", () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-outputs-"));
  try {
    for (const name of ["src", "packages/p", "test", "bench", "node_modules/there"])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "dependencies": { "there": "1.0.0" } }');
    writeFileSync(join(folder, "packages/p/package.json"), '{ "devDependencies": { "away": "1.0.0" } }');
    const run = () => spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: "utf8" });
    assert.deepEqual([run().status, run().stderr], [1, "fovea: not installed: away; run npm ci\n"]);
    mkdirSync(join(folder, "node_modules/away"));
    assert.deepEqual([run().status, run().stderr], [0, ""]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
