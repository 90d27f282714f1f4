import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toFoveaError } from "../../../src/base/errors.js";
import type { ServerMaker } from "../../../src/server/create-server.js";
import { errorText } from "../../../src/server/error-text.js";
import { performWithin } from "../../../src/server/run-call.js";
import { type ServerParts, toolContext } from "../../../src/server/tool-context.js";
import { Caller as SessionCaller } from "../../../src/session/caller.js";
import { Sessions, type SessionsOptions } from "../../../src/session/sessions.js";
import { TOOLS } from "../../../src/tools/tools.js";
import { linkTo } from "../mcp-link.js";
import { never } from "../never.js";

export type CallerKind = "stdio" | "http" | "cli";

/** Whoever calls tools, and reads nothing but the answers. */
export interface Caller extends AsyncDisposable {
  readonly kind: CallerKind;
  /** Whether the server can tell this caller from others: by its connection. */
  readonly isKnown: boolean;
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Said>;
}

export interface Said {
  readonly text: string;
  readonly isError: boolean;
}

/** A client on a connection of its own, as over standard input and output. */
export async function stdioCaller(newServer: ServerMaker): Promise<Caller> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const caller = new SessionCaller();
  serveStdio(() => newServer(caller), { transport: far });
  const client = newClient();
  await client.connect(near);
  return { kind: "stdio", isKnown: true, ...linkTo(client) };
}

/** A client over HTTP whose requests belong to no session. */
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

function newClient(): Client {
  return new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
}

/** Each call is a command of its own, which leaves nothing to the next one but a file with the last screen. */
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

/** As the command line does one call. */
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
