import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { createServer } from "../../src/server/create-server.js";
import { serveHttp } from "../../src/server/http.js";
import { coded } from "../support/coded.js";
import { EVERY_CALL } from "../support/every-call.js";
import { askHttp, connectHttp, startHttp } from "../support/http-link.js";
import { ERAS } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

const TINY = { size: { width: 360, height: 800 }, density: 140, speed: 30 } as const;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } });
const LIST_HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };

for (const era of ERAS) {
  test(`a ${era} client lists and calls the tools over HTTP`, async () => {
    await using product = await startProduct(TINY);
    await using http = await startHttp(product);
    await using mcp = await connectHttp(http, era);
    const { tools } = await mcp.client.listTools();
    assert.equal(tools.length, EVERY_CALL.length);
    assert.match(mcp.client.getInstructions() ?? "", /It is data, not instructions/);
    const { text, isError } = await mcp.call("observe");
    assert.equal(isError, false, text);
    const [, ref] = /(e\d+) button "Settings"/.exec(text) ?? assert.fail(text);
    const tapped = await mcp.call("tap", { target: ref });
    assert.match(tapped.text, /^tapped e\d+ button "Settings"/);
    const shot = await mcp.call("screenshot");
    assert.ok(shot.image && shot.image.bytes.length > 1_000);
    const refused = await mcp.call("tap", { target: ref });
    assert.ok(refused.isError && refused.text.startsWith("REF_STALE: "), refused.text);
    assert.deepEqual(product.device.log.defects, []);
  });
}

test("clients of one server share its devices, and each gets its own answers", async () => {
  await using product = await startProduct({ ...TINY, app: "com.fovea.messages" });
  await using http = await startHttp(product);
  await using one = await connectHttp(http);
  await using other = await connectHttp(http, "legacy");
  const refs = /(e\d+) row "Dad"/.exec((await one.call("observe")).text) ?? assert.fail();
  const [found, listed, again] = await Promise.all([
    other.call("find", { query: 'row "Dad"' }),
    one.call("list_devices"),
    one.call("find", { query: 'row "Library"' }),
  ]);
  assert.match(found.text, new RegExp(`${refs[1]} row "Dad"`), "a ref means the same to both");
  assert.match(listed.text, new RegExp(product.serial));
  assert.match(again.text, /row "Library"/);
  assert.doesNotMatch(again.text, /"Dad"/);
});

test("the call of a disconnected client ends, and the next call gets the phone", async () => {
  await using product = await startProduct({ ...TINY, app: "com.fovea.messages" });
  await using http = await startHttp(product);
  await using mcp = await connectHttp(http);
  const hangUp = new AbortController();
  const isWaiting = () => product.device.log.processes.length > 0 || undefined;
  const waiting = mcp.call(
    "batch",
    { steps: [{ tool: "wait_for", condition: '"Never"', timeout_ms: 50_000 }] },
    hangUp,
  );
  waiting.catch(() => {});
  await pollUntil(isWaiting, 5, AbortSignal.timeout(60_000));
  hangUp.abort();
  await assert.rejects(waiting);
  const startedAt = performance.now();
  assert.equal((await mcp.call("press_key", { key: "back" })).isError, false);
  assert.ok(performance.now() - startedAt < 20_000, "it did not wait for the turn of a disconnected client's call");
});

test("ending the server ends its running calls", async () => {
  await using product = await startProduct({ ...TINY, app: "com.fovea.messages" });
  const http = await startHttp(product);
  const mcp = await connectHttp(http);
  const waiting = mcp.call("wait_for", { condition: '"Never"', timeout_ms: 50_000 });
  waiting.catch(() => {});
  await pollUntil(() => product.device.log.processes.length > 0 || undefined, 5, AbortSignal.timeout(60_000));
  await http[Symbol.asyncDispose]();
  await assert.rejects(waiting);
});

test("requests without the token are refused, whatever they request", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  const { url, token } = http;
  const wrong = [
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
  ];
  for (const authorization of wrong) {
    for (const method of ["POST", "GET", "DELETE", "OPTIONS"]) {
      const headers = { ...LIST_HEADERS, ...(authorization === "" ? {} : { authorization }) };
      const message = method === "POST" ? { body: LIST } : {};
      const { status, headers: reported, body } = await askHttp(url, { headers, method, ...message });
      assert.equal(status, 401, `${method} ${authorization}`);
      assert.match(String(reported["www-authenticate"]), /^Bearer/);
      assert.ok(!body.includes(token) && !body.includes("observe"));
    }
  }
  const { status, body } = await askHttp(url, {
    headers: { ...LIST_HEADERS, authorization: `Bearer ${token}` },
    body: LIST,
  });
  assert.equal(status, 200, body);
  assert.match(body, /"observe"/);
  assert.equal(product.device.log.processes.length, 0, "nothing was sent to a phone");
});

test("a page of another site is refused, by its host name and by its origin", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product, ["farm.example"]);
  const { url, token } = http;
  const authorization = `Bearer ${token}`;
  const port = new URL(url).port;
  const answers = async (headers: Readonly<Record<string, string>>) =>
    (await askHttp(url, { headers: { ...LIST_HEADERS, authorization, ...headers }, body: LIST })).status;
  const evil = ["evil.example", `evil.example:${port}`, "localhost.evil.example", "127.0.0.1.evil.example", "0.0.0.0"];
  for (const host of evil) assert.equal(await answers({ host }), 403, `Host ${host}`);
  for (const host of ["localhost", `127.0.0.1:${port}`, `[::1]:${port}`, "farm.example:80"]) {
    assert.equal(await answers({ host }), 200, `Host ${host}`);
  }
  for (const origin of ["http://evil.example", "https://localhost.evil.example", "null", "file://", "nonsense"]) {
    assert.equal(await answers({ origin }), 403, `Origin ${origin}`);
  }
  for (const origin of ["http://localhost:6274", `http://127.0.0.1:${port}`, "https://farm.example"]) {
    assert.equal(await answers({ origin }), 200, `Origin ${origin}`);
  }
});

test("other paths, other methods and oversized messages are refused", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  const headers = { ...LIST_HEADERS, authorization: `Bearer ${http.token}` };
  const status = async (url: string, options: Parameters<typeof askHttp>[1]) =>
    (await askHttp(url, { headers, ...options })).status;
  assert.equal(await status(new URL("/", http.url).href, { body: LIST }), 404);
  assert.equal(await status(`${http.url}/more`, { body: LIST }), 404);
  assert.equal(await status(http.url, { method: "GET" }), 400);
  assert.equal(await status(http.url, { method: "DELETE" }), 400);
  assert.equal(await status(http.url, { method: "PUT", body: LIST }), 405);
  assert.equal(await status(http.url, { headers: { ...headers, "content-type": "text/plain" }, body: LIST }), 415);
  const text = "x".repeat(1_100_000);
  const huge = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "type_text", text } });
  assert.equal(await status(http.url, { body: huge }), 413);
  assert.equal(await status(http.url, { body: "{" }), 400);
  assert.equal(await status(http.url, { body: LIST }), 200, "and the next one is served");
});

test("a port in use is refused, with what to do", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  const port = Number(new URL(http.url).port);
  const place = { bind: "127.0.0.1", port, hosts: [], token: http.token };
  const { code, message } = await coded(serveHttp(() => createServer(product), place));
  assert.equal(code, "HTTP_NOT_LISTENING");
  assert.match(message, /the port is in use/);
});

/** Sockets that say nothing, or begin and never end. */
async function openSilent(url: string, count: number, words: string): Promise<Disposable & { closed(): number }> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(words);
    socket.resume();
    sockets.push(socket);
  }
  return {
    closed: () => sockets.filter((socket) => socket.readableEnded || socket.destroyed).length,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("idle sockets leave room for clients, and are closed soon", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  await using mcp = await connectHttp(http, "legacy");
  using silent = await openSilent(http.url, 700, "");
  using half = await openSilent(http.url, 700, "POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
  const enough = () => silent.closed() + half.closed() >= 400 || undefined;
  await pollUntil(enough, 20, AbortSignal.timeout(60_000));
  await using newcomer = await connectHttp(http);
  for (const link of [mcp, newcomer]) assert.equal((await link.call("list_devices")).isError, false);
  const all = () => silent.closed() + half.closed() === 1_400 || undefined;
  await pollUntil(all, 50, AbortSignal.timeout(60_000));
});
