import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { attemptFolderName, dropAttemptFolder, newAttemptFolder } from "../../../src/library/testing/attempt-folder.js";

test("any name of a test gives a valid name of one folder", () => {
  for (const name of [
    "",
    ".",
    "..",
    "/",
    "a\0b",
    "\ud800",
    "😀",
    "-x-",
    "é".repeat(100),
    "語".repeat(99),
    "con: a/b\\c",
  ]) {
    const folder = attemptFolderName(name);
    assert.match(folder, /^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.-]*$/u);
    assert.ok(Buffer.byteLength(folder) <= 130);
  }
  assert.equal(attemptFolderName("../über uns: 1/2"), "über-uns-1-2");
  assert.notEqual(attemptFolderName(`${"a".repeat(500)}b`), attemptFolderName(`${"a".repeat(500)}c`));
});

test("attempts never share a folder, and a dropped attempt leaves nothing behind", async () => {
  const root = await mkdtemp(join(tmpdir(), "fovea-tests-"));
  try {
    const made = await Promise.all([1, 2, 3].map(async () => await newAttemptFolder(root, "one")));
    assert.equal(new Set(made).size, 3);
    for (const folder of made) await dropAttemptFolder(folder);
    assert.ok(!existsSync(join(root, "one")));
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a folder that cannot be created is an error that names it, with a next step", async () => {
  const root = await mkdtemp(join(tmpdir(), "fovea-attempt-"));
  try {
    await writeFile(join(root, "file"), "");
    await assert.rejects(newAttemptFolder(join(root, "file"), "a"), { code: "TRACE_UNWRITABLE", hint: /`artifacts`/ });
  } finally {
    await rm(root, { recursive: true });
  }
});
