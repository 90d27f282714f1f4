import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as LegacyTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { createServer } from "../../src/server/create-server.js";
import type { ServerParts } from "../../src/server/tool-context.js";

/** `modern`: protocol 2026-07-28, the SDK's own client. `legacy`: the v1 SDK, which shares no code with the server. */
export type Era = "modern" | "legacy";
export const ERAS: readonly Era[] = ["modern", "legacy"];

const replySchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      data: z.string().optional(),
      mimeType: z.string().optional(),
    }),
  ),
});

export interface Reply {
  readonly text: string;
  readonly isError: boolean;
  readonly image: { readonly bytes: Buffer; readonly mimeType: string } | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

/** An MCP client and its own server in this process. */
export interface McpLink extends AsyncDisposable {
  readonly client: Client | LegacyClient;
  call(tool: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Reply>;
}

/** A function that prepares a client before it connects. */
export type SetUp = (client: Client | LegacyClient) => void;

export async function connectMcp(parts: ServerParts, era: Era = "modern", setUp: SetUp = () => {}): Promise<McpLink> {
  return linkTo(await connectClient(parts, era, setUp));
}

/** The link of a client that is already connected. */
export function linkTo(client: Client | LegacyClient): McpLink {
  return {
    client,
    call: async (name, args = {}, { signal, onProgress } = {}) => {
      const options = {
        ...(signal ? { signal } : {}),
        ...(onProgress ? { onprogress: ({ message }: { message?: string }) => onProgress(message ?? "") } : {}),
      };
      return replyOf(await callTool(client, { name, arguments: args }, options));
    },
    [Symbol.asyncDispose]: async () => await client.close(),
  };
}

type ToolCall = { readonly name: string; readonly arguments: Record<string, unknown> };

async function callTool(client: Client | LegacyClient, call: ToolCall, options: object): Promise<unknown> {
  return client instanceof LegacyClient
    ? await client.callTool(call, undefined, options)
    : await client.callTool(call, options);
}

async function connectClient(parts: ServerParts, era: Era, setUp: SetUp): Promise<Client | LegacyClient> {
  if (era === "legacy") {
    const [near, far] = LegacyTransport.createLinkedPair();
    serveStdio(() => createServer(parts), { transport: far });
    const client = new LegacyClient({ name: "test", version: "1" });
    setUp(client);
    await client.connect(near);
    return client;
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createServer(parts), { transport: far });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  setUp(client);
  await client.connect(near);
  return client;
}

function replyOf(raw: unknown): Reply {
  const { content, isError = false } = replySchema.parse(raw);
  const picture = content.find((part) => part.type === "image");
  const image = picture?.data ? { bytes: Buffer.from(picture.data, "base64"), mimeType: picture.mimeType ?? "" } : null;
  return { text: content.flatMap((part) => part.text ?? []).join("\n"), isError, image };
}
