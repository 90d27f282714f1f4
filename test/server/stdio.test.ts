import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { MAIN } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { productFlags, RawServe } from "../support/serve-process.js";

async function until(check: () => boolean): Promise<void> {
  await pollUntil(() => check() || undefined, 10, AbortSignal.timeout(60_000));
}

/** A phone whose `input` and dumps never answer, so that calls stay under way. */
const HANGING = [{ command: "^(uiautomator|screencap)", fault: { kind: "hang" } }] as const;

test("standard output has only the protocol, and standard error is empty", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  await using server = new RawServe(productFlags(product));
  await server.initialize();
  server.request(1, "tools/list");
  server.request(2, "tools/call", { name: "observe", arguments: {} });
  server.request(3, "tools/call", { name: "tap", arguments: { target: "e99999" } });
  server.request(4, "resources/list");
  for (const id of [1, 2, 3, 4]) await server.answer(id);
  server.child.stdin.end();
  assert.equal(await server.ended(), 0);
  assert.equal(server.messages().length, 5);
  assert.equal(server.stderr, "");
});

test("the server does not use adb before the first call of a tool", async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const address = listener.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await using server = new RawServe(["--adb-port", String(port)]);
  await server.initialize();
  for (const [id, method] of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"].entries()) {
    server.request(id + 1, method);
    await server.answer(id + 1);
  }
  assert.equal(connections, 0);
  server.request(9, "tools/call", { name: "list_devices", arguments: {} });
  await server.answer(9);
  assert.ok(connections > 0);
  server.child.stdin.end();
  await server.ended();
  listener.close();
});

for (const how of ["standard input closes", "SIGTERM", "SIGINT"] as const) {
  test(`the server ends cleanly with its programs on the phone when calls are running and ${how}`, async () => {
    await using product = await startProduct({ app: "com.fovea.form", faults: [...HANGING] });
    await using server = new RawServe(productFlags(product));
    await server.initialize();
    server.request(1, "tools/call", { name: "observe", arguments: {} });
    server.request(2, "tools/call", { name: "wait_for", arguments: { condition: '"never"' } });
    await until(() => product.device.processes.some(({ argv }) => argv[0] === "uiautomator"));
    if (how === "standard input closes") server.child.stdin.end();
    else server.child.kill(how);
    assert.equal(await server.ended(), 0);
    assert.equal(server.stderr, "");
    await until(() => product.device.log.counts.openServices === 0);
  });
}

test("malformed lines, unknown methods and unknown tools are answered or ignored, and the server goes on", async () => {
  await using server = new RawServe([]);
  await server.initialize();
  for (const line of [
    "",
    "{",
    "[]",
    "null",
    '"text"',
    '{"jsonrpc":"2.0"}',
    "\u0000\ufffd",
    '{"jsonrpc":"1.0","id":7}',
  ]) {
    server.line(line);
  }
  server.request(1, "no/such/method");
  server.request(2, "tools/call", { name: "no_such_tool", arguments: {} });
  server.request(3, "tools/call", { name: 5 });
  server.request(4, "tools/list", { cursor: 12 });
  server.request(5, "resources/read", { uri: "fovea://nowhere" });
  server.request(6, "prompts/get", { name: "explore_app" });
  const codes = [];
  for (const id of [1, 2, 3, 4, 5, 6]) codes.push((await server.answer(id)).error?.code ?? "answered");
  assert.deepEqual(codes.slice(0, 2), [-32601, -32602]);
  assert.ok(
    codes.slice(2).every((code) => typeof code === "number"),
    JSON.stringify(codes),
  );
  server.request(7, "ping");
  assert.deepEqual((await server.answer(7)).result, {});
});

test("a request of megabytes is refused, and one above the protocol's limit ends the server without an error", async () => {
  await using server = new RawServe([]);
  await server.initialize();
  server.request(1, "tools/call", { name: "tap", arguments: { target: "x".repeat(8_000_000) } });
  const refused = JSON.stringify((await server.answer(1)).result);
  assert.match(refused, /INVALID_ARGUMENT: tap: target: /);
  assert.ok(refused.length < 1_000);
  server.line("x".repeat(11 * 1024 * 1024));
  assert.equal(await server.ended(), 0);
  assert.match(server.stderr, /^fovea: server: a message was longer than 10 MiB; no more is read\n$/);
});

test("requests are read whole, byte by byte, several in one piece, and with Windows line ends", async () => {
  await using server = new RawServe([]);
  await server.initialize();
  const call = (id: number) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/call" },
    params: { name: "tap", arguments: { target: 'button "Zoë 😀' } },
  });
  for (const byte of Buffer.from(`${JSON.stringify(call(1))}\n`)) {
    await new Promise((resolve) => server.child.stdin.write(Uint8Array.of(byte), resolve));
  }
  const several = [2, 3, 4].map((id) => `${JSON.stringify(call(id))}\r\n`).join("");
  server.child.stdin.write(several);
  for (const id of [1, 2, 3, 4]) {
    assert.match(JSON.stringify((await server.answer(id)).result), /SELECTOR_SYNTAX: .*Zoë 😀/);
  }
  assert.equal(server.stderr, "");
});

test("a last request without a line end, as from a killed client, is not carried out", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  await using server = new RawServe(productFlags(product));
  await server.initialize();
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "press_key", arguments: { key: "home" } },
  };
  server.child.stdin.end(JSON.stringify(request));
  assert.equal(await server.ended(), 0);
  assert.equal(server.messages().length, 1);
  assert.equal(product.device.log.counts.servicesOpened, 0);
});

/** A client that starts the server, asks it for something and waits; its standard output is open while either lives. */
const CLIENT = `
const [node, request, ...args] = process.argv.slice(1);
const server = require("node:child_process").spawn(node, args, { stdio: ["pipe", "inherit", "inherit"] });
server.stdin.write(request + "\\n");`;

test("the server and its programs on the phone end with its client, even a killed one", async () => {
  await using product = await startProduct({ app: "com.fovea.form", faults: [...HANGING] });
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "observe", arguments: {} } };
  const server = [process.execPath, JSON.stringify(request), MAIN, "serve", ...productFlags(product)];
  const client = spawn(process.execPath, ["-e", CLIENT, ...server], { stdio: ["ignore", "pipe", "inherit"] });
  client.stdout.resume();
  const bothEnded = once(client, "close", { signal: AbortSignal.timeout(60_000) });
  await until(() => product.device.processes.some(({ argv }) => argv[0] === "uiautomator"));
  client.kill("SIGKILL");
  await bothEnded;
  await until(() => product.device.log.counts.openServices === 0);
});

test("the server ends when nobody reads its answers any more", async () => {
  await using server = new RawServe([]);
  await server.initialize();
  server.child.stdout.destroy();
  for (let id = 1; id < 50; id += 1) server.request(id, "tools/list");
  assert.equal(await server.ended(), 0);
  assert.equal(server.stderr, "");
});

test("a wrong option is named on standard error before anything is served", async () => {
  await using server = new RawServe(["--adb-port", "99999"]);
  assert.equal(await server.ended(), 2);
  assert.equal(server.stdout, "");
  assert.match(server.stderr, /^INVALID_ARGUMENT: --adb-port \(FOVEA_ADB_PORT\) has to be a port number\nNext: /);
});
