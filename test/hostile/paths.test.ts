import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  promises,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { requireFileName, saveNew } from "../../src/answers/save-new.js";
import { FoveaError } from "../../src/base/errors.js";
import { writeFileAt } from "../../src/base/new-file.js";
import { coded } from "../support/coded.js";
import { fuzz } from "../support/fuzz.js";
import { riskyText } from "../support/hostile-text.js";

const BYTES = Buffer.from("a picture");

/** A folder with an output folder in it, and something outside of that. */
function scene() {
  const root = mkdtempSync(join(tmpdir(), "fovea-test-"));
  const [output, outside] = [join(root, "output"), join(root, "outside")];
  mkdirSync(output);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.png"), "secret");
  return { root, output, outside, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

test("no file name leads out of the output folder", async () => {
  using place = scene();
  const paths = [
    "../a.png",
    "..\\a.png",
    "/etc/a.png",
    "C:\\a.png",
    "a/b.png",
    "a\\b.png",
    ".a.png",
    "..png",
    "a\0.png",
    "a.png\0",
  ].concat([
    "a.png\n",
    "\n../a.png",
    "%2e%2e%2fa.png",
    "a.png/",
    "a.png/..",
    "file:///a.png",
    "~/a.png",
    "$HOME/a.png",
    "a.exe",
    "a.png.exe",
  ]);
  const name = fc.oneof(
    fc.constantFrom(...paths),
    riskyText,
    riskyText.map((word) => `${word}.png`),
  );
  const property = fc.asyncProperty(name, async (given) => {
    try {
      const plain = requireFileName(given, "png");
      assert.match(plain, /^\w[\w.-]{0,99}$/);
      assert.ok(!plain.includes("/") && !plain.includes("\\"));
    } catch (error) {
      assert.ok(error instanceof FoveaError && error.code === "PATH_NOT_ALLOWED", String(error));
    }
  });
  await fc.assert(property, fuzz(1_000));
  assert.deepEqual(readdirSync(place.root).sort(), ["output", "outside"]);
});

test("no file is overwritten, and a link in the output folder is not followed", async () => {
  using place = scene();
  const { output, outside } = place;
  symlinkSync(join(outside, "secret.png"), join(output, "known.png"));
  symlinkSync(join(outside, "not-there.png"), join(output, "dangling.png"));
  symlinkSync(outside, join(output, "folder.png"));
  writeFileSync(join(output, "mine.png"), "mine");
  for (const name of ["known.png", "dangling.png", "folder.png", "mine.png"]) {
    const error = await coded(saveNew(output, name, BYTES));
    assert.equal(error.code, "PATH_NOT_ALLOWED", name);
  }
  assert.equal(readFileSync(join(outside, "secret.png"), "utf8"), "secret");
  assert.equal(readFileSync(join(output, "mine.png"), "utf8"), "mine");
  assert.ok(!existsSync(join(outside, "not-there.png")));
});

test("an output folder that is the user's own link is used at its destination", async () => {
  using place = scene();
  const link = join(place.root, "link");
  symlinkSync(place.output, link);
  assert.equal(await saveNew(link, "a.png", BYTES), join(place.output, "a.png"));
  assert.deepEqual(readFileSync(join(place.output, "a.png")), BYTES);
});

/** Has something happen right before a file is opened, no matter who opens it. */
function beforeOpen(happen: () => void) {
  const { open } = promises;
  promises.open = async (...args) => {
    happen();
    return await open(...args);
  };
  syncBuiltinESMExports();
  const restore = () => {
    promises.open = open;
    syncBuiltinESMExports();
  };
  return { [Symbol.dispose]: restore };
}

test("nothing is written through a link that replaced the folder right after its path was resolved", async () => {
  using place = scene();
  const { root, output, outside } = place;
  using _ = beforeOpen(() => {
    renameSync(output, join(root, "away"));
    symlinkSync(outside, output);
  });
  const error = await coded(saveNew(output, "race.png", BYTES));
  assert.equal(error.code, "PATH_NOT_ALLOWED");
  assert.match(error.message, /the folder was replaced/);
  assert.equal(readFileSync(join(outside, "race.png"), "utf8"), "");
});

test("a file that the user names is written once, replaced only where requested, and never through a link", async () => {
  using place = scene();
  const file = join(place.root, "mine.png");
  await writeFileAt(file, BYTES, false);
  await assert.rejects(writeFileAt(file, Buffer.from("other"), false), { code: "EEXIST" });
  await writeFileAt(file, Buffer.from("other"), true);
  assert.equal(readFileSync(file, "utf8"), "other");
  const link = join(place.root, "link.png");
  symlinkSync(join(place.outside, "secret.png"), link);
  await assert.rejects(writeFileAt(link, BYTES, true), { code: "ELOOP" });
  assert.equal(readFileSync(join(place.outside, "secret.png"), "utf8"), "secret");
});
