import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCResultResponse,
  type McpServer,
  type Transport,
} from "@modelcontextprotocol/server";
import { packageVersion } from "../base/assets.js";
import { FoveaError } from "../base/errors.js";

const PROTOCOL = "2025-11-25";

type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;

/** A caller in this process. Its calls are checked in the same way as those of an MCP client. */
export interface OneCaller extends AsyncDisposable {
  /** The result in the form of the protocol. Errors: INTERNAL for a call that the protocol itself refuses. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** Connects a server to a caller that does not use MCP itself, such as another process over another connection. */
export async function openOneCaller(server: McpServer): Promise<OneCaller> {
  const waiting = new Map<number, (message: Answer) => void>();
  let last = 0;
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return; // questions are dropped
      if (typeof message.id === "number") waiting.get(message.id)?.(message);
    },
  };
  await server.connect(transport);
  const ask = async (method: string, params: Record<string, unknown>) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    transport.onmessage?.({ jsonrpc: "2.0", id, method, params });
    const answer = await answered;
    waiting.delete(id);
    if (isJSONRPCResultResponse(answer)) return answer.result;
    throw new FoveaError("INTERNAL", answer.error.message);
  };
  const clientInfo = { name: "fovea farm", version: packageVersion() };
  await ask("initialize", { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
  transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    call: async (name, args) => await ask("tools/call", { name, arguments: args }),
    [Symbol.asyncDispose]: async () => await server.close(),
  };
}
