import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { malformedAnswerOf } from "./malformed-answers.js";
import { untilRead } from "./until-read.js";

export interface LegacySessionOptions {
  /** The largest body of a request, in bytes. */
  readonly maxBytes: number;
  /** The most sessions. */
  readonly most?: number;
  readonly onerror: (error: Error) => void;
}

const MOST_SESSIONS = 100;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  usedAt: number;
  /** The number of requests whose answers are not complete. */
  answering: number;
  /** The number of open streams for messages of the server. */
  listening: number;
  /** Whether the client sent a request after the handshake. */
  isUsed: boolean;
}

/**
 * Sessions of clients over HTTP with the protocol up to 2025-11-25. These clients do a handshake, and only in a session
 * can the server ask them something during a call (elicitation). Each session has its own server, so clients do not see
 * each other's data. Few clients end their session. If there are too many, the least important one is closed; its
 * client, if it still exists, is asked to repeat the handshake. Disposing of this ends all sessions.
 */
export class LegacySessions implements AsyncDisposable {
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: () => McpServer;
  readonly #options: LegacySessionOptions;
  /** Running handshakes, which count as sessions. */
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
    // The answer after which a client repeats the handshake, by the protocol.
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

  /** Answers a request without a session: only a handshake begins one, and the transport refuses all others. */
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
    // Called when the client ends the session, or when it is closed here.
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      onclose?.();
    };
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /**
   * Closes a session if there are too many; false if all are in use. Has no `await`, so that two requests at the same
   * time do not get the same place. Only a session without unfinished answers is closed.
   */
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

/** The importance of a session: only a handshake, then a client that may be gone, then a client that listens. */
function rankOf({ isUsed, listening }: Session): number {
  if (!isUsed) return 0;
  return listening === 0 ? 1 : 2;
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
