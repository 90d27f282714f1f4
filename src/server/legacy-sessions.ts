import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { malformedAnswerOf } from "./malformed-answers.js";
import { untilRead } from "./until-read.js";

export interface LegacySessionOptions {
  /** Largest body of a request. */
  readonly maxBytes: number;
  /** Sessions kept at most. */
  readonly most?: number;
  readonly onerror: (error: Error) => void;
}

const MOST_SESSIONS = 100;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  usedAt: number;
  /** Requests that were not answered to the end. */
  answering: number;
  /** Streams that stand open for whatever the server may say. */
  listening: number;
  /** Whether it was asked anything after the handshake. */
  isUsed: boolean;
}

/**
 * Clients of the protocol up to 2025-11-25 over HTTP. They shake hands, and only through a session of theirs can the
 * server ask them something in the middle of a call (elicitation). Each has its own server, so that nothing of one
 * client reaches another. Few clients say goodbye: where no more sessions may be kept, the one that is missed least
 * makes room, and its client, should it still be there, is asked to repeat the handshake. Dispose of it to end all.
 */
export class LegacySessions implements AsyncDisposable {
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: () => McpServer;
  readonly #options: LegacySessionOptions;
  /** Handshakes under way, which count as sessions. */
  #beginning = 0;

  constructor(createServer: () => McpServer, options: LegacySessionOptions) {
    this.#createServer = createServer;
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#begin(request);
    const session = this.#sessions.get(id);
    // What the protocol says a client has to hear to shake hands again.
    if (!session) return refusal(404, -32_001, "There is no such session; initialize a new one.");
    session.usedAt = performance.now();
    const kind = request.method === "GET" ? "listening" : "answering";
    session[kind] += 1;
    const over = () => {
      session[kind] -= 1;
      session.usedAt = performance.now();
    };
    const failure = await malformedAnswerOf(request);
    if (failure) session.transport.onmessage?.(failure);
    const response = await untilRead(session.transport.handleRequest(request), over);
    session.isUsed ||= response.status === 200;
    return response;
  }

  /** Only a handshake begins a session; the transport refuses whatever else comes without one. */
  async #begin(request: Request): Promise<Response> {
    if (!this.#makeRoom()) return refusal(503, -32_000, "Too many sessions wait for answers; try again later.");
    this.#beginning += 1;
    try {
      return await this.#answerFirst(request);
    } finally {
      this.#beginning -= 1;
    }
  }

  async #answerFirst(request: Request): Promise<Response> {
    const server = this.#createServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#options.maxBytes,
      onsessioninitialized: (id) => void this.#sessions.set(id, newSession(transport, server)),
    });
    transport.onerror = this.#options.onerror;
    await server.connect(transport);
    const { onclose } = transport;
    // The client said that it goes, or we close it.
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      onclose?.();
    };
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /** Decides at once, so that requests at the same time do not get the same place. No session loses an answer. */
  #makeRoom(): boolean {
    const { most = MOST_SESSIONS, onerror } = this.#options;
    if (this.#sessions.size + this.#beginning < most) return true;
    const idle = [...this.#sessions].filter(([, { answering }]) => answering === 0);
    const [leastMissed] = idle.sort(([, a], [, b]) => rankOf(a) - rankOf(b) || a.usedAt - b.usedAt);
    if (!leastMissed) return false;
    const [id, { server }] = leastMissed;
    this.#sessions.delete(id);
    server.close().catch(onerror);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }
}

function newSession(transport: WebStandardStreamableHTTPServerTransport, server: McpServer): Session {
  return { transport, server, usedAt: performance.now(), answering: 0, listening: 0, isUsed: false };
}

/** A handshake that nothing followed, a client that may be gone, one that listens. */
function rankOf({ isUsed, listening }: Session): number {
  if (!isUsed) return 0;
  return listening === 0 ? 1 : 2;
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
