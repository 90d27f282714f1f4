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

function sessionsOf(options: Readonly<{ most?: number; idleMs?: number }> = {}) {
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

test("each handshake begins a session with a server of its own, which ends when the client says so", async () => {
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

test("a session that nobody was given is none, and nothing but a handshake begins one", async () => {
  const { sessions } = sessionsOf();
  await using _ended = sessions;
  const unknown = [post(LIST, "00000000-0000-4000-8000-000000000000"), post(LIST), post([LIST]), post("nonsense")];
  const statuses = await Promise.all(unknown.map(async (request) => (await sessions.fetch(request)).status));
  assert.deepEqual(statuses, [404, 400, 400, 400]);
  const standing = new Request("http://localhost/mcp", { headers: { accept: "text/event-stream" } });
  assert.equal((await sessions.fetch(standing)).status, 400);
  assert.equal(sessions.size, 0);
});

test("sessions are bounded: one that is idle makes room, and where none is, a new client is turned away", async () => {
  const busy = sessionsOf({ most: 2 });
  await using _busy = busy.sessions;
  const first = await begin(busy.sessions);
  await begin(busy.sessions);
  const third = await busy.sessions.fetch(post(HELLO));
  assert.equal(third.status, 503);
  assert.equal((await busy.sessions.fetch(post(LIST, first))).status, 200, "nobody lost theirs");

  const idle = sessionsOf({ most: 2, idleMs: 0 });
  await using _idle = idle.sessions;
  const [one, two] = [await begin(idle.sessions), await begin(idle.sessions)];
  await idle.sessions.fetch(post(LIST, one));
  const three = await begin(idle.sessions);
  assert.equal(idle.sessions.size, 2);
  const answers = await Promise.all([one, two, three].map((id) => idle.sessions.fetch(post(LIST, id))));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200],
    "the one that was used least lately went",
  );
});

test("handshakes at the same time do not pass the bound together", async () => {
  const { sessions } = sessionsOf({ most: 3 });
  await using _ended = sessions;
  const answers = await Promise.all(Array.from({ length: 10 }, () => sessions.fetch(post(HELLO))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 503, 503, 503, 503, 503, 503, 503]);
  assert.equal(sessions.size, 3);
});

test("ending all ends the streams that stand", async () => {
  const { sessions } = sessionsOf();
  const id = await begin(sessions);
  const headers = { accept: "text/event-stream", "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
  const stream = await sessions.fetch(new Request("http://localhost/mcp", { headers }));
  assert.equal(stream.status, 200);
  await sessions[Symbol.asyncDispose]();
  assert.equal(sessions.size, 0);
  assert.equal(await stream.text(), "");
});
