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
  /** An address of this host. */
  readonly bind: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Names besides the loopback ones by which clients may reach it. */
  readonly hosts: readonly string[];
  readonly token: string;
}

/** A server that listens; dispose of it to end it. Calls under way are cancelled then. */
export interface HttpServing extends AsyncDisposable {
  /** Where clients reach it: `http://127.0.0.1:7337/mcp`. */
  readonly url: string;
}

export const HTTP_PATH = "/mcp";
/** The largest message that makes sense is a batch of steps; pictures go the other way. */
const MOST_BODY_BYTES = 1024 * 1024;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"] as const;

/** More than all clients of one host need, and fewer than the files that a process may commonly have open. */
const MOST_SOCKETS = 1_000;
/** What answers for long is a call that takes long: only the way there is limited, and looked after each second. */
const TIMES = { requestTimeout: 30_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/**
 * Serves any number of clients over Streamable HTTP, in either era of the protocol. Each request has a server of its
 * own, up to 2025-11-25 each session of a client; what they share lies behind `newServer`. A request is looked at only
 * if it comes under a name that was allowed (a page of another site may have rebound its own to this address), not from
 * another site's page, and with the token. Errors: HTTP_NOT_LISTENING.
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

/** Only in a session is a client asked something: an answer to that which is of no form is for the session as well. */
async function isOfSession(request: Request): Promise<boolean> {
  return request.headers.has("mcp-session-id") && (await malformedAnswerOf(request)) !== null;
}

/** A request that was parsed has both; the types allow for none. */
function withWords(request: IncomingMessage) {
  return Object.assign(request, { method: request.method ?? "", url: request.url ?? "" });
}

type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The cheap questions first; a guard that says no has answered. */
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

/** As it is in a URL and in the Host header: addresses of version 6 in brackets. */
function hostOf(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
