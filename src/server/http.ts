import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { hostHeaderValidation, originValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { warn } from "../base/log.js";
import { Caller } from "../session/caller.js";
import type { ServerMaker } from "./create-server.js";
import { cutRefusal, plainRefusal } from "./cut-errors.js";
import { isAuthorized } from "./http-token.js";
import { LegacySessions } from "./legacy-sessions.js";
import { malformedAnswerOf } from "./malformed-answers.js";
import { OpenSockets } from "./open-sockets.js";

export interface HttpPlace {
  /** The address of this host to listen on. */
  readonly bind: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  /** Names by which clients may reach the server, in addition to the loopback names. */
  readonly hosts: readonly string[];
  readonly token: string;
}

/** A server that listens. Disposing of it ends it, and cancels the running calls. */
export interface HttpServing extends AsyncDisposable {
  /** The address for clients: `http://127.0.0.1:7337/mcp`. */
  readonly url: string;
}

export const HTTP_PATH = "/mcp";
/** More than a large batch of steps needs; pictures are only in answers. */
const MOST_BODY_BYTES = 1024 * 1024;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"] as const;

/** The most sockets: more than all clients of one host need, and below the usual limit of open files of a process. */
const MOST_SOCKETS = 1_000;
/**
 * Limits for receiving a request, in ms, checked each second. The time of an answer is not limited: a call may take
 * long.
 */
const TIMES = { requestTimeout: 30_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/**
 * Serves any number of clients over Streamable HTTP, in either era of the protocol. Each request has its own server; up
 * to 2025-11-25, each session of a client has one. They share the parts of `newServer`. A request is processed only
 * with an allowed host name (a page of another site may have rebound its own name to this address), not from the page
 * of another site, and with the token. Errors: HTTP_NOT_LISTENING.
 */
export async function serveHttp(newServer: ServerMaker, place: HttpPlace): Promise<HttpServing> {
  const onerror = (error: Error) => warn("http", plainRefusal(error.message));
  const limit = { maxRequestBodySize: MOST_BODY_BYTES };
  const modern = createMcpHandler(() => newServer(new Caller(false)), { onerror, legacy: "reject", ...limit });
  const legacy = new LegacySessions(() => newServer(new Caller()), { onerror, maxBytes: MOST_BODY_BYTES });
  const fetch = async (request: Request) =>
    await cutRefusal(
      (await isOfSession(request)) || (await isLegacyRequest(request, undefined, limit))
        ? await legacy.fetch(request)
        : await modern.fetch(request),
    );
  const handle = toNodeHandler({ fetch }, { onerror, ...limit });
  const mayPass = guards(place);
  const sockets = new OpenSockets(MOST_SOCKETS);
  const server = createServer(TIMES, (request, response) => {
    if (!mayPass(request, response)) return;
    sockets.letIn(request.socket);
    void handle(withWords(request), response);
  });
  server.on("connection", (socket) => sockets.opened(socket));
  await listen(server, place);
  return {
    url: `http://${hostOf(place.bind)}:${portOf(server)}${HTTP_PATH}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      await Promise.all([modern.close(), legacy[Symbol.asyncDispose]()]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Whether a request is a malformed answer in a session: it belongs to the session, because only there the server asks
 * its client.
 */
async function isOfSession(request: Request): Promise<boolean> {
  return request.headers.has("mcp-session-id") && (await malformedAnswerOf(request)) !== null;
}

/** A parsed request always has both fields, but their types allow undefined. */
function withWords(request: IncomingMessage) {
  return Object.assign(request, { method: request.method ?? "", url: request.url ?? "" });
}

type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Runs the cheap checks first. A check that fails has already sent the answer. */
function guards({ hosts, token }: HttpPlace): Guard {
  const names = [...LOOPBACK, ...hosts.map(hostOf)];
  const all = [hostHeaderValidation(names), originValidation(names), isOurPath, tokenGuard(token)];
  return (request, response) => all.every((guard) => guard(request, response));
}

const isOurPath: Guard = ({ url = "" }, response) => {
  if (url.split("?")[0] === HTTP_PATH) return true;
  response.writeHead(404, { "content-type": "text/plain" }).end(`The only path is ${HTTP_PATH}.\n`);
  return false;
};

function tokenGuard(token: string): Guard {
  return ({ headers }, response) => {
    if (isAuthorized(headers.authorization, token)) return true;
    const error = { code: -32_001, message: "The token is missing or wrong: send Authorization: Bearer TOKEN." };
    response
      .writeHead(401, { "content-type": "application/json", "www-authenticate": 'Bearer realm="fovea"' })
      .end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
    return false;
  };
}

async function listen(server: Server, { bind, port }: HttpPlace): Promise<void> {
  server.listen(port, bind);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new FoveaError("HTTP_NOT_LISTENING", `cannot listen on ${hostOf(bind)}:${port}: ${causeWords(error)}`);
  }
}

/** The name in the form of URLs and the Host header: an IPv6 address is in brackets. */
function hostOf(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
