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
  for (const ask of ["--help", "-h", "help"]) {
    const { code, stdout, stderr } = await runFovea([ask]);
    assert.deepEqual([code, stderr], [0, ""]);
    for (const command of COMMANDS) assert.match(stdout, new RegExp(`^  fovea ${command}\\b`, "m"));
    assert.match(stdout, /Exit codes: 0 done, 1 failed, 2 usage, 3 not this format/);
  }
});

test("fovea --version says the version of the package", async () => {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  for (const ask of ["--version", "-v"]) {
    assert.deepEqual(await runFovea([ask]).then(({ code, stdout }) => [code, stdout]), [0, `${manifest.version}\n`]);
  }
});

test("no command, an unknown one and names of JavaScript's own are mistakes of usage", async () => {
  for (const args of [[], ["obsreve"], ["constructor"], ["__proto__"], ["--adb-port"]]) {
    const { code } = await runFovea(args);
    assert.equal(code, 2, args.join(" "));
  }
  assert.match((await runFovea(["obsreve"])).stderr, /^fovea: there is no command "obsreve"\n/);
});

test("a client that starts it without a command, or with options alone, is answered by the MCP server", async () => {
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  await using server = new FoveaProcess(["--read-only"]);
  server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
  await server.says(/"serverInfo":\{"name":"fovea"/);
  const { terminal, said } = capture();
  const piped = { ...terminal, isPiped: true };
  assert.equal(await runCommandLine({ words: ["--help"], terminal: piped }, never()), 0);
  assert.match(said(), /^fovea: see and drive/);
  assert.equal(await runCommandLine({ words: ["obsreve"], terminal: piped }, never()), 2);
});

for (const command of COMMANDS) {
  test(`fovea ${command} --help says what it does and does nothing`, async () => {
    const help = await runFovea([command, "--help"]);
    assert.deepEqual([help.code, help.stderr], [0, ""]);
    assert.match(help.stdout, new RegExp(`^fovea ${command}\\b`));
    const isHelpOfOptions = command !== "parse" && command !== "virtual-device";
    if (isHelpOfOptions) for (const { flag } of OPTIONS) assert.ok(help.stdout.includes(`  ${flag}`), flag);
  });
}

// One of each way to read a command line.
for (const command of ["serve", "demo", "doctor", "setup", "parse", "virtual-device", "observe", "screenshot"]) {
  test(`fovea ${command} refuses flags that it does not know`, async () => {
    const unknown = await runFovea([command, "--no-such-flag"]);
    assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
    assert.match(unknown.stderr, /^fovea: .*--no-such-flag/);
  });
}

test("words too many are refused, not ignored", async () => {
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

test("a wrong value of an option is a mistake of usage that names flag and variable", async () => {
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

test("an interrupt ends a command that waits, and what runs on the phone, with exit code 1", async () => {
  await using product = await startProduct({ faults: [{ command: "^uiautomator", fault: { kind: "hang" } }] });
  await using fovea = new FoveaProcess(["wait", '"never"', ...productFlags(product)]);
  const isBusy = () => product.device.log.counts.openServices > 0 || undefined;
  await pollUntil(isBusy, 10, AbortSignal.timeout(60_000));
  fovea.child.kill("SIGINT");
  assert.equal(await fovea.ended(), 1);
  assert.match(fovea.stderr, /^CANCELLED: /);
});

test("a reader that goes away, as head does, ends a command without a trace of stack", async () => {
  await using fovea = new FoveaProcess(["parse", "--help"]);
  fovea.child.stdout.destroy();
  await fovea.ended();
  assert.doesNotMatch(fovea.stderr, /EPIPE|at .*\.js/);
});
