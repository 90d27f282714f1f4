import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { OPTIONS } from "../../src/base/config.js";
import { pollUntil } from "../../src/base/signals.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "../support/capture-terminal.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const COMMANDS = [
  "completion",
  "serve",
  "demo",
  "doctor",
  "setup",
  "parse",
  "virtual-device",
  "devices",
  "observe",
  "screenshot",
  "find",
  "tap",
  "swipe",
  "type",
  "press",
  "open",
  "wait",
];

test("fovea --help names every command and the exit codes", async () => {
  for (const ask of ["--help", "-h", "help", "help --adb-port 5037"]) {
    const { code, stdout, stderr } = await runFovea(ask.split(" "));
    assert.deepEqual([code, stderr], [0, ""]);
    for (const command of COMMANDS) assert.match(stdout, new RegExp(`^  fovea ${command}\\b`, "m"));
    assert.match(stdout, /Exit codes: 0 done, 1 failed, 2 usage, 3 not this format/);
  }
});

test("fovea --version prints the version of the package", async () => {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  for (const ask of ["--version", "-v"]) {
    assert.deepEqual(await runFovea([ask]).then(({ code, stdout }) => [code, stdout]), [0, `${manifest.version}\n`]);
  }
});

test("a missing or unknown command, and the name of a JavaScript property, are usage errors", async () => {
  for (const args of [[], ["obsreve"], ["constructor"], ["__proto__"], ["--adb-port"]]) {
    const { code } = await runFovea(args);
    assert.equal(code, 2, args.join(" "));
  }
});

/** What is typed, and what the answer asks. */
const MEANT: readonly (readonly [readonly string[], RegExp])[] = [
  [["obsreve"], /^fovea: there is no command "obsreve"; did you mean fovea observe\?\n$/],
  [["launch", "com.a"], /; did you mean fovea open\?\n$/],
  [["back"], /; did you mean fovea press back\?\n$/],
  [["click", "Save"], /; did you mean fovea tap\?\n$/],
  [["help", "obsreve"], /; did you mean fovea observe\?\n$/],
  [["qqqqqq"], /^fovea: there is no command "qqqqqq"; fovea help lists them\n$/],
  [["tap", "Save", "--timeout", "5"], /^fovea: there is no option "--timeout"; did you mean --timeout-ms\?\n$/],
  [["--adb-prot", "1", "tap", "Save"], /^fovea: there is no option "--adb-prot"; did you mean --adb-port\?\n$/],
  [["tap", "Save", "--count"], /^fovea: --count needs a value/],
  [["tap", "Save", "--json=yes"], /^fovea: --json takes no value\n$/],
  [["tap", "Sign", "up"], /^fovea: "up" is one word too many; did you mean 'Sign up', quoted\?\n$/],
  [
    ["tap", "button", "Sign", "up"],
    /^fovea: "Sign" is one word too many; did you mean 'button "Sign up"', quoted\?\n$/,
  ],
  [["swipe", "100", "200", "300", "400"], /; did you mean --from 100,200 --to 300,400\?\n$/],
  [["tap", "x=540", "y=1200"], /; did you mean '540,1200', quoted\?\n$/],
  [["tap", "100", "200"], /^fovea: "200" is one word too many; did you mean '100,200', quoted\?\n$/],
];

test("an unknown command, option or argument is answered with the nearest name", async () => {
  for (const [words, expected] of MEANT) {
    const { code, stdout, stderr } = await runFovea(words);
    assert.deepEqual([code, stdout], [2, ""], words.join(" "));
    assert.match(stderr, expected, words.join(" "));
  }
});

test("with --json a usage error is a JSON error like other failures, with exit code 2", async () => {
  for (const [words, message] of [
    [["--json", "obsreve"], /^there is no command "obsreve"; did you mean fovea observe\?$/],
    [["tap", "Save", "--json", "--timeout", "5"], /^there is no option "--timeout"; did you mean --timeout-ms\?$/],
    [["tap", "--json"], /^tap: target: it is missing$/],
    [["tap", "Sign", "up", "--json"], /one word too many/],
    [["help", "obsreve", "--json"], /did you mean fovea observe/],
  ] as const) {
    const { code, stdout, stderr } = await runFovea(words);
    assert.deepEqual([code, stderr], [2, ""], words.join(" "));
    const { error } = JSON.parse(stdout);
    assert.equal(error.code, "INVALID_ARGUMENT");
    assert.match(error.message, message);
    assert.ok(error.hint.length > 0 && error.recoverySuggestions.length > 0, stdout);
    for (const field of ["visualContext", "attemptedAction", "elementDescription"])
      assert.equal(typeof error[field], "string", field);
    assert.doesNotMatch(stdout, /tools\/list/);
  }
  const text = await runFovea(["type", "--", "a", "b", "--json"]);
  assert.deepEqual([text.code, text.stdout], [2, ""]);
  assert.match(text.stderr, /^fovea: /);
});

test("fovea alone says in ten lines what it is and what to try", async () => {
  const { terminal, stdout } = capture();
  assert.equal(await runCommandLine({ words: [], terminal }, never()), 2);
  const lines = stdout().trimEnd().split("\n");
  assert.ok(lines.length <= 10, stdout());
  assert.match(stdout(), /^fovea \d\S*: see and drive Android devices/);
  for (const call of ["fovea demo", "fovea doctor", "fovea serve", "fovea help"])
    assert.ok(stdout().includes(call), call);
});

test("the options of every command are in one place, and may come before the command", async () => {
  const { code, stdout } = await runFovea(["help", "options"]);
  assert.equal(code, 0);
  for (const { flag } of OPTIONS) assert.ok(stdout.includes(`  ${flag}`), flag);
  const before = await runFovea(["--adb-port", "adb", "--read-only", "devices"]);
  assert.match(before.stderr, /^INVALID_ARGUMENT: --adb-port \(FOVEA_ADB_PORT\) has to be a port number\n/);
});

test("an MCP client that starts fovea without a command is answered by the MCP server", async () => {
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  await using server = new FoveaProcess(["--read-only"]);
  server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
  await server.says(/"serverInfo":\{"name":"fovea"/);
  const { terminal, stdout } = capture();
  const piped = { ...terminal, isPiped: true };
  assert.equal(await runCommandLine({ words: ["--help"], terminal: piped }, never()), 0);
  assert.match(stdout(), /^fovea: see and drive/);
  assert.equal(await runCommandLine({ words: ["obsreve"], terminal: piped }, never()), 2);
});

for (const command of COMMANDS) {
  test(`fovea ${command} --help says what the command does, and does nothing`, async () => {
    const help = await runFovea([command, "--help"]);
    assert.deepEqual([help.code, help.stderr], [0, ""]);
    assert.match(help.stdout, new RegExp(`^fovea ${command}\\b`));
    const [, example = ""] = /\nExample: (.*)\nOptions of every command: fovea help options\n$/.exec(help.stdout) ?? [];
    assert.match(example, new RegExp(`\\bfovea ${command}\\b`));
    const shared = OPTIONS.filter(({ doc }) => help.stdout.includes(doc));
    assert.equal(shared.length, command === "serve" ? OPTIONS.length : 0, "its own options alone");
    for (const ask of [
      ["help", command],
      [command, "-h"],
    ])
      assert.equal((await runFovea(ask)).stdout, help.stdout);
  });
}

// One of each way to read a command line.
for (const command of ["serve", "demo", "doctor", "setup", "parse", "virtual-device", "observe", "screenshot"]) {
  test(`fovea ${command} refuses unknown flags`, async () => {
    const unknown = await runFovea([command, "--no-such-flag"]);
    assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
    assert.match(unknown.stderr, /^fovea: there is no option "--no-such-flag"; /);
  });
}

test("surplus arguments are refused, not ignored", async () => {
  for (const args of [
    ["observe", "now"],
    ["tap", "button", "Save"],
    ["open", "com.a", "com.b"],
    ["parse", "size", "a", "b"],
    ["doctor", "x"],
  ]) {
    const { code, stderr } = await runFovea(args);
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`^fovea: "${args.at(-1)}" is one word too many`));
  }
});

test("a wrong value of an option is a usage error that names the flag and the variable", async () => {
  const byFlag = await runFovea(["devices", "--adb-port", "adb"]);
  assert.equal(byFlag.code, 2);
  assert.match(byFlag.stderr, /^INVALID_ARGUMENT: --adb-port \(FOVEA_ADB_PORT\) has to be a port number\nNext: /);
  const byVariable = await runFovea(["devices"], { env: { FOVEA_READ_ONLY: "maybe" } });
  assert.equal(byVariable.code, 2);
  assert.match(byVariable.stderr, /^INVALID_ARGUMENT: --read-only \(FOVEA_READ_ONLY\) has to be true or false\n/);
  const asJson = await runFovea(["devices", "--json", "--connect", "no port"]);
  assert.equal(asJson.code, 2);
  assert.equal(JSON.parse(asJson.stdout).error.code, "INVALID_ARGUMENT");
});

test("an interrupt ends a waiting command and its programs on the phone, with exit code 1", async () => {
  await using product = await startProduct({ faults: [{ command: "^uiautomator", fault: { kind: "hang" } }] });
  await using fovea = new FoveaProcess(["wait", '"never"', ...productFlags(product)]);
  const isBusy = () => product.device.log.counts.openServices > 0 || undefined;
  await pollUntil(isBusy, 10, AbortSignal.timeout(60_000));
  fovea.child.kill("SIGINT");
  assert.equal(await fovea.ended(), 1);
  assert.match(fovea.stderr, /^CANCELLED: /);
});

test("a closed output pipe, as from head, ends a command without a stack trace", async () => {
  await using fovea = new FoveaProcess(["parse", "--help"]);
  fovea.child.stdout.destroy();
  await fovea.ended();
  assert.doesNotMatch(fovea.stderr, /EPIPE|at .*\.js/);
});
