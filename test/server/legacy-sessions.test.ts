import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { LegacySessions } from "../../src/server/legacy-sessions.js";

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

function sessionsOf(options: Readonly<{ most?: number }> = {}) {
  const made: McpServer[] = [];
  const createServer = () => {
    const server = new McpServer({ name: "test", version: "1" });
    server.registerTool("number", { inputSchema: z.object({}) }, () => ({ content: [] }));
    made.push(server);
    return server;
  };
  const errors: Error[] = [];
  const onerror = (error: Error) => void errors.push(error);
  return { made, sessions: new LegacySessions(createServer, { maxBytes: 10_000, onerror, ...options }) };
}

function post(message: unknown, session?: string): Request {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(session !== undefined && { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" }),
  };
  return new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(message) });
}

async function begin(sessions: LegacySessions): Promise<string> {
  const response = await sessions.fetch(post(HELLO));
  assert.equal(response.status, 200, await response.text());
  return response.headers.get("mcp-session-id") ?? assert.fail("no session was given");
}

test("each handshake begins a session with its own server, and the session ends when the client deletes it", async () => {
  const { sessions, made } = sessionsOf();
  await using _ended = sessions;
  const [one, other] = [await begin(sessions), await begin(sessions)];
  assert.notEqual(one, other);
  assert.deepEqual([made.length, sessions.size], [2, 2]);
  assert.equal((await sessions.fetch(post(LIST, one))).status, 200);
  const goodbye = new Request("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": one } });
  assert.equal((await sessions.fetch(goodbye)).status, 200);
  assert.equal(sessions.size, 1);
  const late = await sessions.fetch(post(LIST, one));
  assert.equal(late.status, 404);
  assert.match(await late.text(), /initialize a new one/);
  assert.equal((await sessions.fetch(post(LIST, other))).status, 200);
});

test("an unknown session id is refused, and only a handshake begins a session", async () => {
  const { sessions } = sessionsOf();
  await using _ended = sessions;
  const unknown = [post(LIST, "00000000-0000-4000-8000-000000000000"), post(LIST), post([LIST]), post("nonsense")];
  const statuses = await Promise.all(unknown.map(async (request) => (await sessions.fetch(request)).status));
  assert.deepEqual(statuses, [404, 400, 400, 400]);
  const standing = new Request("http://localhost/mcp", { headers: { accept: "text/event-stream" } });
  assert.equal((await sessions.fetch(standing)).status, 400);
  assert.equal(sessions.size, 0);
});

test("unused sessions do not block new clients, and end before a session in use", async () => {
  const { sessions } = sessionsOf({ most: 4 });
  await using _ended = sessions;
  const used = await begin(sessions);
  await sessions.fetch(post(LIST, used));
  const left: string[] = [];
  for (let times = 0; times < 20; times += 1) left.push(await begin(sessions));
  assert.equal(sessions.size, 4);
  assert.equal((await sessions.fetch(post(LIST, used))).status, 200);
  const last = left.at(-1) ?? assert.fail();
  assert.equal((await sessions.fetch(post(LIST, last))).status, 200, "the newest is there");
  const gone = await sessions.fetch(post(LIST, left[0]));
  assert.equal(gone.status, 404);
  assert.match(await gone.text(), /initialize a new one/);
});

test("a session with only an initialized notification ends before one that sent a request", async () => {
  const { sessions } = sessionsOf({ most: 2 });
  await using _ended = sessions;
  const asked = await begin(sessions);
  await sessions.fetch(post(LIST, asked));
  const greeted = await begin(sessions);
  const greeting = { jsonrpc: "2.0", method: "notifications/initialized" };
  assert.equal((await sessions.fetch(post(greeting, greeted))).status, 202);
  await begin(sessions);
  const answers = await Promise.all([asked, greeted].map((id) => sessions.fetch(post(LIST, id))));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404],
  );
});

test("the least recently used session ends first, and one with an open stream ends last", async () => {
  const { sessions } = sessionsOf({ most: 3 });
  await using _ended = sessions;
  const [listens, one, two] = [await begin(sessions), await begin(sessions), await begin(sessions)];
  for (const id of [listens, one, two, one]) await (await sessions.fetch(post(LIST, id))).text();
  const headers = { accept: "text/event-stream", "mcp-session-id": listens, "mcp-protocol-version": "2025-11-25" };
  const stream = await sessions.fetch(new Request("http://localhost/mcp", { headers }));
  const four = await begin(sessions);
  await (await sessions.fetch(post(LIST, four))).text();
  await begin(sessions);
  const answers = await Promise.all([listens, one, two, four].map((id) => sessions.fetch(post(LIST, id))));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 404, 200],
  );
  await stream.body?.cancel();
});

test("a session that waits for an answer is never ended, and a new client is refused where all wait", async () => {
  const { sessions } = sessionsOf({ most: 2 });
  await using _ended = sessions;
  const asking = await Promise.all([begin(sessions), begin(sessions)]);
  const unread = await Promise.all(asking.map((id) => sessions.fetch(post(LIST, id))));
  assert.equal((await sessions.fetch(post(HELLO))).status, 503);
  for (const answer of unread) assert.match(await answer.text(), /"number"/);
  assert.equal((await sessions.fetch(post(HELLO))).status, 200);
});

test("simultaneous handshakes do not exceed the limit", async () => {
  const { sessions } = sessionsOf({ most: 3 });
  await using _ended = sessions;
  const answers = await Promise.all(Array.from({ length: 10 }, () => sessions.fetch(post(HELLO))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 503, 503, 503, 503, 503, 503, 503]);
  assert.equal(sessions.size, 3);
});

test("ending all sessions ends the open streams", async () => {
  const { sessions } = sessionsOf();
  const id = await begin(sessions);
  const headers = { accept: "text/event-stream", "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
  const stream = await sessions.fetch(new Request("http://localhost/mcp", { headers }));
  assert.equal(stream.status, 200);
  await sessions[Symbol.asyncDispose]();
  assert.equal(sessions.size, 0);
  assert.equal(await stream.text(), "");
});
