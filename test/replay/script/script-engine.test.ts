import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { isFoveaError } from "../../../src/base/errors.js";
import { ScriptEngine, type ScriptEngineOptions } from "../../../src/replay/script/script-engine.js";
import { never } from "../../support/never.js";

function open(options: Partial<ScriptEngineOptions> = {}): ScriptEngine {
  return new ScriptEngine({ http: { allowedHosts: [] }, onLog: () => {}, ...options });
}

async function run(engine: ScriptEngine, source: string, signal = never()): Promise<string> {
  return await engine.run({ source, name: "x.js", env: {}, platform: "android", copiedText: null }, signal);
}

test("scripts send requests only to allowed hosts, even through a redirect", async () => {
  const asked: string[] = [];
  await using server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["x-key"] ?? ""}`);
    if (request.url === "/away") response.writeHead(302, { location: "http://127.0.0.2:9/secret" }).end();
    else request.pipe(response.writeHead(201, { "x-answer": "yes" }));
  }).listen(0, "127.0.0.1");
  if (!server.listening) await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const host = `127.0.0.1:${address.port}`;
  await using engine = open({ http: { allowedHosts: [host] } });
  const script = `const { status, ok, body, headers } = http.post('http://${host}/a', { body: 'hello', headers: { 'X-Key': 7 } });
    [status, ok, body, headers['x-answer']].join()`;
  assert.equal(await run(engine, script), "201,true,hello,yes");
  assert.equal(await run(engine, `http.request('http://${host}/b', { method: 'DELETE' }).status`), "201");
  assert.deepEqual(asked, ["POST /a 7", "DELETE /b "]);
  for (const url of [`http://${host}/away`, "http://127.0.0.2:9/secret"])
    await assert.rejects(
      run(engine, `http.get('${url}')`),
      /requests to 127\.0\.0\.2:9 are not allowed: fovea run --allow-http/,
    );
  await assert.rejects(run(engine, "http.get('file:///etc/passwd')"), /file: is not a scheme for requests/);
  const upload = `http.post('http://${host}/c', { multipartForm: { f: { filePath: '/etc/passwd' } } })`;
  await assert.rejects(run(engine, upload), /multipartForm\.f: files are not sent/);
});

test("a script that blocks its own limit is ended with its thread, and an abort ends the wait", async () => {
  await using engine = open({ limits: { timeMs: 20, memoryBytes: 64_000_000 } });
  const slow = "(function f() { try { f() } finally { f() } })()";
  await assert.rejects(run(engine, slow), (error) => isFoveaError(error, "FLOW_SCRIPT_LIMIT"));
  await assert.rejects(run(engine, "1"), (error) => isFoveaError(error, "FLOW_SCRIPT_LIMIT"));
  await using other = open();
  const controller = new AbortController();
  const waiting = run(other, "while (true) {}", controller.signal);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
});

test("an error of a script has the script's name and the exception's message", async () => {
  await using engine = open();
  await assert.rejects(run(engine, "throw new TypeError('bad')"), (error) => {
    assert.ok(isFoveaError(error, "FLOW_SCRIPT_FAILED"));
    assert.equal(error.message, "x.js: TypeError: bad");
    return true;
  });
});
