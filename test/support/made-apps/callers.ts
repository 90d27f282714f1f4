import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toFoveaError } from "../../../src/base/errors.js";
import type { ServerMaker } from "../../../src/server/create-server.js";
import { errorText } from "../../../src/server/error-text.js";
import { LegacySessions } from "../../../src/server/legacy-sessions.js";
import { performWithin } from "../../../src/server/run-call.js";
import { type ServerParts, toolContext } from "../../../src/server/tool-context.js";
import { Caller as SessionCaller } from "../../../src/session/caller.js";
import { Sessions, type SessionsOptions } from "../../../src/session/sessions.js";
import { TOOLS } from "../../../src/tools/tools.js";
import { linkTo } from "../mcp-link.js";
import { never } from "../never.js";

/**
 * Over standard input and output; over HTTP of 2026-07-28 without sessions; the same, with `since` in each call; over
 * HTTP in a session, as up to 2025-11-25; one command after another.
 */
export const CALLER_KINDS = ["stdio", "http", "since", "session", "cli"] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** A caller that calls tools, and reads only the answers. */
export interface Caller extends AsyncDisposable {
  readonly kind: CallerKind;
  /** Whether the server can distinguish this caller from others: by its connection. */
  readonly isKnown: boolean;
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Said>;
}

export interface Said {
  readonly text: string;
  readonly isError: boolean;
}

/** A client with its own connection, as over standard input and output. */
export async function stdioCaller(newServer: ServerMaker): Promise<Caller> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const caller = new SessionCaller();
  serveStdio(() => newServer(caller), { transport: far });
  const client = newClient();
  await client.connect(near);
  return { kind: "stdio", isKnown: true, ...linkTo(client) };
}

/** A client over HTTP without a session. */
export async function httpCaller(newServer: ServerMaker): Promise<Caller> {
  const handler = createMcpHandler(() => newServer(new SessionCaller(false)), { legacy: "reject" });
  const fetch = async (url: string | URL, init?: RequestInit) => await handler.fetch(new Request(url, init));
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }));
  const link = linkTo(client);
  return {
    ...{ kind: "http", isKnown: false, call: link.call },
    [Symbol.asyncDispose]: async () => {
      await link[Symbol.asyncDispose]();
      await handler.close();
    },
  };
}

/** A client over HTTP without a session, whose calls name the observation of the last answer. */
export async function sinceCaller(newServer: ServerMaker): Promise<Caller> {
  const caller = await httpCaller(newServer);
  let since: string | undefined;
  return {
    ...caller,
    kind: "since",
    call: async (tool, args = {}) => {
      const said = await caller.call(tool, { ...args, ...(since !== undefined && { since }) });
      since = /\(observation (o\d+)\)\s*$/.exec(said.text)?.[1] ?? since;
      return said;
    },
  };
}

/** A client of the protocol up to 2025-11-25 over HTTP: its session distinguishes its requests from others. */
export async function sessionCaller(newServer: ServerMaker): Promise<Caller> {
  const onerror = (error: Error) => {
    throw error;
  };
  const sessions = new LegacySessions(() => newServer(new SessionCaller()), { onerror, maxBytes: MOST_BODY_BYTES });
  const fetch = async (url: string | URL, init?: RequestInit) => {
    // The client's stream for messages of the server is refused, because this server sends none by itself.
    if (init?.method === "GET") return new Response(null, { status: 405 });
    return await sessions.fetch(new Request(url, init));
  };
  const client = new LegacyClient({ name: "test", version: "1" });
  // A type conflict of the SDK: `sessionId` is `string | undefined` in the transport, but optional in its interface.
  await Reflect.apply(client.connect, client, [new LegacyHttp(new URL("http://127.0.0.1/mcp"), { fetch })]);
  const link = linkTo(client);
  return {
    ...{ kind: "session", isKnown: true, call: link.call },
    [Symbol.asyncDispose]: async () => {
      await link[Symbol.asyncDispose]();
      await sessions[Symbol.asyncDispose]();
    },
  };
}

const MOST_BODY_BYTES = 1024 * 1024;

function newClient(): Client {
  return new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
}

/** A caller whose calls are separate commands: only a file with the last screen passes from one to the next. */
export function commandCaller(parts: Omit<ServerParts, "sessions">, options: SessionsOptions): Caller {
  return {
    kind: "cli",
    isKnown: false,
    call: async (name, args = {}) => {
      using sessions = new Sessions(parts.config.stateDir, {
        ...options,
        keepsScreens: true,
        program: `fovea ${name}`,
      });
      const said = await callOnce(name, args, { ...parts, sessions });
      sessions.keepScreens();
      return said;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Makes a call as the command line does. */
async function callOnce(name: string, raw: Readonly<Record<string, unknown>>, parts: ServerParts): Promise<Said> {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const args = tool.input.parse(raw);
  const perform = (signal: AbortSignal) =>
    tool.perform(
      args,
      toolContext(parts, () => {}),
      signal,
    );
  try {
    const { answer } = await performWithin(tool.deadlineMs, tool, perform, never());
    return { text: answer.text, isError: false };
  } catch (error) {
    return { text: errorText(toFoveaError(error)), isError: true };
  }
}
