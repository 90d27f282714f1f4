import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import { test } from "node:test";
import { namesFolder } from "../../src/cli/pull.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { runOnPhone } from "../support/run-on-phone.js";
import { productFlags } from "../support/serve-process.js";

test("fovea pull writes to the named folder or file, and replaces no file", async () => {
  await using product = await startProduct({ ...SMALL });
  await runOnPhone(product.device, "printf Milk > /data/local/tmp/notes.txt");
  const copies = join(product.folder, "copies");
  mkdirSync(copies);
  for (const [to, place] of [
    [copies, "notes.txt"],
    [join(copies, "new.txt"), "new.txt"],
    [`${copies}/made/`, "made/notes.txt"],
  ] as const) {
    const there = await runFovea(["pull", "/data/local/tmp/notes.txt", to, ...productFlags(product)]);
    assert.match(there.stdout, /^saved 4 bytes as /, there.stderr);
    assert.equal(readFileSync(join(copies, place), "utf8"), "Milk");
  }
  const twice = await runFovea(["pull", "/data/local/tmp/notes.txt", copies, ...productFlags(product)]);
  assert.match(twice.stderr, /^PATH_NOT_ALLOWED: notes\.txt is in the output folder already\n/);
  const nowhere = await runFovea(["pull", "/etc/hosts", ...productFlags(product)]);
  assert.match(nowhere.stderr, /\nNext: .*Run `fovea files FOLDER` to see what is in it\./);
  const both = ["pull", "/data/local/tmp/notes.txt", copies, "--save-as", "a.txt", ...productFlags(product)];
  assert.match((await runFovea(both)).stderr, /^fovea: give either TO or --save-as\n/);
  assert.match(
    (await runFovea(["pull", ...productFlags(product)])).stderr,
    /^fovea: the file is missing: fovea pull PATH\n/,
  );
});

test("a path that ends in a separator names a folder, on Windows with either separator", () => {
  const paths = ["C:\\copies\\", "copies/", "C:\\copies\\notes.txt"];
  assert.deepEqual(
    paths.map((path) => namesFolder(path, win32)),
    [true, true, false],
  );
  assert.deepEqual(
    paths.map((path) => namesFolder(path, posix)),
    [false, true, false],
  );
});

/* mutations
- file: src/cli/pull.ts
  from: 'path.endsWith("/") || path.endsWith(system.sep)'
  to: 'path.endsWith("/")'
  name: a path names a folder by the separator at its end, on Windows by both
*/
