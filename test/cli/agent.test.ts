import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { planOf, startScript, tapOn } from "../support/agent-run.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { MAIN } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";

async function typed(...words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const code = await runCommandLine({ words: ["agent", ...words], terminal }, never());
  return { code, said: stdout(), complained: stderr() };
}

test("without its package fovea agent names the command that installs the package", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const hook = join(folder, "hook.mjs");
  const code = `import { registerHooks } from "node:module";
    const resolve = (name, context, next) => {
      if (/fovea-agent/.test(name)) throw new Error("Cannot find package 'fovea-agent'");
      return next(name, context);
    };
    registerHooks({ resolve });`;
  writeFileSync(hook, code);
  const run = (...more: readonly string[]) => {
    const args = ["--import", pathToFileURL(hook).href, MAIN, "agent", "x", "--model", "ollama:x", ...more];
    return spawnSync(process.execPath, args, { encoding: "utf8", env: { PATH: process.env["PATH"], HOME: folder } });
  };
  const { status, stderr } = run();
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^AGENT_UNAVAILABLE: .*Cannot find package 'fovea-agent'\nNext: Run `npm install fovea-agent@/);
  assert.equal(JSON.parse(run("--json").stdout).error.code, "AGENT_UNAVAILABLE");
});

const REFUSED: readonly (readonly [words: readonly string[], code: number, said: RegExp])[] = [
  [[], 2, /the task is missing/],
  [["x"], 2, /--model PROVIDER:NAME is missing/],
  [[" ", "--model", "ollama:x"], 2, /the task is empty/],
  [["x", "--model", "ollama:x", "--max-steps", "0"], 2, /--max-steps 0 leaves nothing to do/],
  [["x", "--model", "ollama:x", "--max-tokens", "0"], 2, /--max-tokens 0 leaves nothing to do/],
  [["x", "--model", "ollama:x", "--expect", "(("], 2, /SELECTOR_SYNTAX: .*an element is expected/],
  [["x", "y", "--model", "ollama:x"], 2, /one word too many/],
  [["x", "--demo"], 2, /--demo has its own task/],
  [["x", "--resume", "somewhere"], 2, /--resume takes/],
  [["x", "--model", "ollama:x", "--price", "cheap"], 2, /--price takes INPUT,OUTPUT/],
  [["x", "--model", "ollama:x", "--max-cost", "-1"], 2, /--max-cost/],
  [["x", "--model", "ollama:x", "--max-steps", "many"], 2, /--max-steps has to be a whole number/],
  [["x", "--model", "ollama:x", "--guide", "web"], 2, /--guide takes memory, model/],
  [["x", "--model", "ollama:x", "--guide", "memory"], 2, /--guide memory needs --memory/],
  [["x", "--model", "ollama:x", "--replan", "often"], 2, /--replan takes needed or always/],
  [["x", "--model", "ollama:x", "--computer-use", "robot"], 2, /--computer-use takes gemini, openai, anthropic/],
  [["x", "--model", "google:x", "--computer-use", "gemini", "--images"], 2, /--computer-use does not go with --images/],
  [["x", "--model", "ollama:x", "--computer-use", "gemini"], 1, /^MODEL_UNUSABLE: .*needs a model of google/],
  [["x", "--model", "ollama:x", "--max-cost", "1"], 1, /^MODEL_UNUSABLE: a limit of cost needs the price/],
  [["x", "--model", "anthropic:x"], 1, /^MODEL_UNUSABLE: there is no key for anthropic\nNext: Set ANTHROPIC_API_KEY/],
  [["x", "--model", "gpt"], 1, /^MODEL_UNUSABLE: "gpt" is not a model/],
  [["--resume", "/nowhere/at/all", "--model", "ollama:x"], 1, /^AGENT_RUN_UNUSABLE: there is no run in/],
];

test("fovea agent refuses a wrong command line before it looks for a device", async () => {
  for (const [words, code, said] of REFUSED) {
    const { code: ended, complained } = await typed(...words);
    assert.equal(ended, code, `${words.join(" ")}: ${complained}`);
    assert.match(complained.replace(/^fovea: /, ""), said, words.join(" "));
  }
});

test("fovea agent prints one line for each step, the end of the run with its exit code, and its costs", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { adbPort, folder, serial } = product;
  await using model = await startScript({
    plans: [planOf("agree"), '{"finish": "done"}'],
    calls: [tapOn("I agree to the terms")],
  });
  const { url = "" } = model.options("compatible");
  const on = [
    "--adb-port",
    String(adbPort),
    "--device",
    serial,
    "--companion",
    "off",
    "--state-dir",
    join(folder, "state"),
  ];
  const by = [
    "--model",
    "compatible:scripted",
    "--model-url",
    url,
    "--price",
    "1,10",
    "--output-dir",
    join(folder, "out"),
  ];
  const finished = await typed("agree to the terms", ...by, ...on, "--trace", join(folder, "trace"));
  assert.equal(finished.code, 4, finished.complained);
  const lines = [
    /^plan {5}agree\n/,
    /^1 {8}tapped e\d+ checkbox "I agree to the terms".*: changed\n/m,
    /^finished the model says that it is done; nothing proves it\n {9}done\n/m,
    /^took {5}1 actions, 2 observations, 300 tokens in, 60 out, 3 requests, \$0\.0009\n/m,
  ];
  for (const line of lines) assert.match(finished.said, line);
  assert.ok(existsSync(join(folder, "trace")), "--trace is the option of every command");
  const [run = ""] = readdirSync(join(folder, "out"));
  const again = await typed("--resume", join(folder, "out", run), ...by, ...on);
  assert.deepEqual([again.code, /^AGENT_RUN_UNUSABLE: .* has ended/.test(again.complained)], [1, true]);
  await using gone = await startScript({ plans: ['{"fail": "there is no such thing"}'], calls: [] });
  const { url: other = "" } = gone.options("compatible");
  const failed = await typed("x", ...by.map((word) => (word === url ? other : word)), ...on);
  assert.deepEqual([failed.code, /^failure /m.test(failed.said)], [8, true], failed.complained);
  const proven = await typed("x", ...by, ...on, "--expect", "id/terms checked", "--json");
  assert.equal(proven.code, 0, proven.complained);
  const { end, evidence } = JSON.parse(proven.said);
  assert.deepEqual([end, evidence.length > 0], ["success", true]);
});
