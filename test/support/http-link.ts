import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { loaded, serverMaker } from "../../src/server/create-server.js";
import { type HttpServing, serveHttp } from "../../src/server/http.js";
import type { ServerParts } from "../../src/server/tool-context.js";
import { type Era, linkTo, type McpLink, type SetUp } from "./mcp-link.js";

export interface TestHttp extends HttpServing {
  readonly token: string;
}

/** Fovea's HTTP server on any free port of this host. */
export async function startHttp(parts: ServerParts, hosts: readonly string[] = []): Promise<TestHttp> {
  const token = randomBytes(24).toString("hex");
  const serving = await serveHttp(serverMaker(loaded(parts)), { bind: "127.0.0.1", port: 0, hosts, token });
  return { ...serving, token };
}

/** A client of either era over HTTP. */
export async function connectHttp(
  { url, token }: Pick<TestHttp, "url" | "token">,
  era: Era = "modern",
  setUp: SetUp = () => {},
): Promise<McpLink> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  if (era === "legacy") {
    const legacy = new LegacyClient({ name: "test", version: "1" });
    setUp(legacy);
    // A type conflict of the SDK: `sessionId` is `string | undefined` in the transport, but optional in its interface.
    await Reflect.apply(legacy.connect, legacy, [new LegacyHttp(new URL(url), { requestInit })]);
    return linkTo(legacy);
  }
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  setUp(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return linkTo(client);
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Sends a request with exactly these headers, including Host, which other clients do not allow. */
export async function askHttp(
  url: string,
  {
    headers = {},
    body,
    method = "POST",
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly method?: string;
  },
): Promise<RawAnswer> {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return await new Promise((resolve, reject) => {
    const asking = request(url, { method, headers: all }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const { statusCode = 0 } = response;
        resolve({ status: statusCode, headers: response.headers, body: Buffer.concat(parts).toString() });
      });
      response.on("error", reject);
    });
    asking.on("error", reject);
    asking.end(body);
  });
}
