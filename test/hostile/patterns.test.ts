import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "recheck";
import { packageRoot } from "../../src/base/assets.js";
import { filesWithLatePatterns, type SourcePattern, sourcePatterns } from "../support/source-patterns.js";

/**
 * What recheck found safe already, by a digest of each pattern: trying all takes minutes, and what it says of one never
 * changes. FOVEA_PATTERNS=all tries every one again; FOVEA_PATTERNS=write adds what is safe and new.
 */
const KNOWN = join(packageRoot(), "test", "hostile", "safe-patterns.txt");
const WAY = process.env["FOVEA_PATTERNS"] ?? "";
const LIMIT_MS = 60_000;

/**
 * Patterns of somebody's: what they may cost is judged where they come in. The rules of commands are put together by
 * functions, which are called while their modules are loaded.
 */
const LATE: readonly string[] = [
  "packages/virtual-android/src/commands/base64.js",
  "packages/virtual-android/src/fault-script.js",
  "packages/virtual-android/src/shell/parameter.js",
  "packages/virtual-android/src/shell/pattern.js",
  "packages/virtual-android/src/toybox/grep.js",
  "packages/virtual-android/src/toybox/posix-regexp.js",
  "src/actions/text/text-calls.js",
  "src/base/linear-pattern.js",
  "src/library/locators/assertions.js",
  "src/screen/commands/key-rules.js",
  "src/screen/commands/move-rules.js",
  "src/screen/element-pattern.js",
];

test("every pattern except those of users is built when its module is loaded", () => {
  assert.deepEqual(filesWithLatePatterns(), LATE);
});

test("no pattern of the program takes more than linear time", { timeout: 1_800_000 }, async () => {
  const patterns = await sourcePatterns();
  const unique = new Map(patterns.filter(repeats).map((pattern) => [digestOf(pattern), pattern]));
  assert.ok(patterns.length > 700 && unique.size > 350, `${patterns.length} patterns, ${unique.size} of which repeat`);
  const known = new Set(WAY === "all" ? [] : readFileSync(KNOWN, "utf8").trimEnd().split("\n"));
  const unsafe: string[] = [];
  for (const [digest, pattern] of unique) {
    if (known.has(digest)) continue;
    const { status } = await check(pattern.source, pattern.flags, { timeout: LIMIT_MS });
    if (status === "safe") known.add(digest);
    else unsafe.push(`${pattern.file}: ${status}: /${pattern.source}/${pattern.flags}`);
  }
  if (WAY === "write")
    writeFileSync(
      KNOWN,
      `${[...known]
        .filter((digest) => unique.has(digest))
        .sort()
        .join("\n")}\n`,
    );
  assert.deepEqual(unsafe, []);
});

test("recheck finds the patterns with which a phone once blocked the server", async () => {
  for (const [source, flags] of [
    ["\\r+\\n", "g"],
    ["\\n\\s+fl=([A-Z_]{2}[A-Z_ ]*)", ""],
    ["(?:\\s+[a-z_]+:\\S*)*\\s*$", ""],
  ] as const) {
    assert.equal((await check(source, flags, { timeout: LIMIT_MS })).status, "vulnerable", source);
  }
});

/** Without a repetition of any length a pattern looks at a bounded part of the text from each place. */
function repeats({ source }: SourcePattern): boolean {
  return /[*+]|\{\d+,/.test(source.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "C"));
}

function digestOf({ source, flags }: SourcePattern): string {
  return createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 16);
}
