import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { OPTIONS } from "../../src/base/config.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { runFovea } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";

const bash = needsPrograms("bash");

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runFovea(["completion", shell]);
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
}

bash.test("bash completes commands, their own options and those of every command", async () => {
  const script = await scriptFor("bash");
  /** What bash offers for the last of these words. */
  const offered = (...words: readonly string[]): readonly string[] => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const ask = `${script}\nCOMP_WORDS=(fovea ${line}) COMP_CWORD=${words.length}\n_fovea\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", ask], { encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
    return stdout.trim().split("\n");
  };
  assert.deepEqual(offered(""), Object.keys(COMMANDS));
  assert.deepEqual(offered("ob"), ["observe"]);
  assert.deepEqual(offered("tap", "--ho"), ["--hold-ms"]);
  assert.deepEqual(offered("--adb-port", "5137", "sw"), ["swipe"]);
  assert.deepEqual(offered("swipe", "--adb-p"), ["--adb-port"]);
  assert.deepEqual(offered("--read-only", "run", "--jun"), ["--junit"]);
  assert.deepEqual(offered("--allow-d"), ["--allow-device"]);
  assert.deepEqual(offered("observe", "--hold"), [""], "another command's option is not offered");
  const all = offered("tap", "--");
  for (const flag of ["--count", "--expect", "--json", ...OPTIONS.map((option) => option.flag)])
    assert.ok(all.includes(flag), flag);
});

bash.test("the scripts for zsh and fish name every command and option, and are of their shell's syntax", async () => {
  const [zsh, fish] = [await scriptFor("zsh"), await scriptFor("fish")];
  for (const name of Object.keys(COMMANDS)) {
    assert.ok(zsh.includes(`    ${name}) own=(`), name);
    assert.ok(fish.includes(` -a ${name} -d '`), name);
  }
  for (const { flag } of OPTIONS) {
    assert.match(zsh, new RegExp(`[ (]${flag}[ )]`));
    assert.match(fish, new RegExp(`^complete -c fovea -l ${flag.slice(2)}(?: -r)?$`, "m"));
  }
  assert.match(fish, /^complete -c fovea -n "__fish_seen_subcommand_from tap" -l hold-ms$/m);
  // What the script for zsh uses of its syntax is bash's, too.
  assert.equal(spawnSync("bash", ["-n"], { input: zsh }).status, 0);
  for (const line of fish.trim().split("\n").slice(1))
    assert.match(line, /^complete -c fovea(?: -[fr]| -[nald] (?:"[^"$]*"|'[^']*'|[\w-]+))*$/);
  for (const [shell, script] of [
    ["zsh", zsh],
    ["fish", fish],
  ] as const) {
    const { error, status } = spawnSync(shell, ["-n"], { input: script });
    // Where the shell is installed, it reads its script.
    if (!error) assert.equal(status, 0, shell);
  }
});

test("fovea completion refuses an unknown shell and names the known ones", async () => {
  const { code, stderr } = await runFovea(["completion", "tcsh"]);
  assert.equal(code, 2);
  assert.match(stderr, /^fovea: "tcsh" is not one of bash, zsh, fish/);
});
