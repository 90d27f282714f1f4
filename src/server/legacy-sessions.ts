import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

export interface LegacySessionOptions {
  /** Largest body of a request. */
  readonly maxBytes: number;
  /** Sessions kept at most. */
  readonly most?: number;
  /** So long after its last request a session may have to make room for another one. */
  readonly idleMs?: number;
  readonly onerror: (error: Error) => void;
}

const MOST_SESSIONS = 100;
/** Longer than any call of ours may take. */
const IDLE_MS = 15 * 60_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  usedAt: number;
}

/**
 * Clients of the protocol up to 2025-11-25 over HTTP. They shake hands, and only through a session of theirs can the
 * server ask them something in the middle of a call (elicitation). Each has a server of its own, so that nothing of one
 * client reaches another. Dispose of it to end all.
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
    return await session.transport.handleRequest(request);
  }

  /** Only a handshake begins a session; the transport refuses whatever else comes without one. */
  async #begin(request: Request): Promise<Response> {
    if (!this.#makeRoom()) return refusal(503, -32_000, "Too many sessions are open; end one of them.");
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
      onsessioninitialized: (id) => void this.#sessions.set(id, { transport, server, usedAt: performance.now() }),
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

  /** Decides at once, so that requests at the same time do not get the same place. */
  #makeRoom(): boolean {
    const { most = MOST_SESSIONS, idleMs = IDLE_MS, onerror } = this.#options;
    if (this.#sessions.size + this.#beginning < most) return true;
    const [oldest] = [...this.#sessions].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (!oldest) return false;
    const [id, { server, usedAt }] = oldest;
    if (performance.now() - usedAt < idleMs) return false;
    this.#sessions.delete(id);
    server.close().catch(onerror);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
