import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../src/base/errors.js";
import { quote, quoteArgv } from "../../src/devices/quote.js";
import { anyCharacter } from "../support/any-character.js";
import { runIn, startFakePhone } from "../support/fake-phone.js";
import { needsPrograms } from "../support/needs.js";
import { startRealAdb } from "../support/real-adb.js";

/** Strings that shells have been known to stumble over, among any others. */
const NASTY = [
  ...[
    "",
    " ",
    "'",
    '"',
    "\\",
    "\\\\",
    "'\\''",
    "\n",
    "\r\n",
    "\t",
    "$HOME",
    "\u0024{x}",
    "$(id)",
    "`id`",
    "-n",
    "--",
    "~",
    "~root",
  ],
  ...[
    "*",
    "?",
    "[a-z]",
    "{a,b}",
    "!",
    "#",
    "a=b",
    "%s",
    "%",
    "\\n",
    "\\033",
    "\x07",
    "\x1b[0m",
    "\x7f",
    "\u0080",
    "\u0081",
  ],
  ...[
    "é",
    "ÿ",
    "漢字",
    "😀",
    "👩‍👩‍👧",
    "\u202e",
    "\ufeff",
    ";",
    "&",
    "|",
    "<",
    ">",
    "(",
    ")",
    "if",
    "done",
    "\x01",
    "\x1a",
  ],
];
const piece = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: anyCharacter }), fc.string({ unit: "grapheme" }));
const value = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join("").replaceAll("\0", ""));

const SHELLS = {
  "mksh, the shell of Android": { argv: ["mksh", "-c"], needs: ["mksh"], prefix: [] },
  dash: { argv: ["dash", "-c"], needs: ["dash"], prefix: [] },
  "mksh with toybox's printf, as on a phone": {
    argv: ["mksh", "-c"],
    needs: ["mksh", "toybox"],
    prefix: ["toybox"],
  },
} as const;

for (const [name, { argv, needs, prefix }] of Object.entries(SHELLS)) {
  const { test: shellTest } = needsPrograms(...needs);
  shellTest(`a quoted string reaches a program unchanged through ${name}`, () => {
    const [shell, flag] = argv;
    fc.assert(
      fc.property(fc.array(value, { minLength: 60, maxLength: 120 }), (values) => {
        const [program = "", ...args] = [...prefix, "printf", "%s\\0", ...values];
        const script = quoteArgv([program, ...args]);
        const { stdout, stderr } = spawnSync(shell, [flag, script], { encoding: "utf8" });
        assert.equal(stderr, "");
        assert.deepEqual(stdout.split("\0").slice(0, -1), values);
      }),
      { numRuns: 40 },
    );
  });
}

const { test: adbTest } = needsPrograms("adb", "mksh");

adbTest(
  "a quoted string reaches a program on the device unchanged through `adb shell`, which joins arguments by spaces",
  async () => {
    await using adb = await startRealAdb();
    await using phone = await startFakePhone({ run: runIn("mksh") });
    await adb.run("connect", phone.serial);
    const check = fc.asyncProperty(fc.array(value, { minLength: 60, maxLength: 120 }), async (values) => {
      const { stdout } = await adb.run("-s", phone.serial, "shell", "printf", "'%s\\0'", ...values.map(quote));
      assert.deepEqual(stdout.toString("utf8").split("\0").slice(0, -1), values);
    });
    await fc.assert(check, { numRuns: 15 });
  },
);

test("a value with a NUL character or a lone surrogate is refused before anything is sent", () => {
  for (const bad of ["a\0b", "\ud83d", "x\udc00y", "\udc00\ud83d"]) {
    assert.throws(
      () => quote(bad),
      (error) => isFoveaError(error, "SHELL_UNQUOTABLE"),
    );
  }
});

test("plain arguments are not quoted, and names with a meaning for the shell are", () => {
  assert.equal(quoteArgv(["dumpsys", "-t", "3", "window", "a b"]), "dumpsys -t 3 window 'a b'");
  assert.equal(quoteArgv(["stop", "stop"]), "'stop' stop");
});
