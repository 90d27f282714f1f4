import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ModelOptions, ScriptedAnswer, ScriptedRequest, StartScriptedModel } from "../public-types.js";
import { PROTOCOLS, type Protocol } from "./protocols.js";

/** See {@link StartScriptedModel}. */
export const startScriptedModel: StartScriptedModel = async (answer) => {
  const requests: ScriptedRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, (asked) => {
      requests.push(asked);
      return answer(asked, requests.length - 1);
    }).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url,
    requests,
    options: (protocol) => optionsFor(protocol, url),
    [Symbol.asyncDispose]: close,
  };
};

function optionsFor(protocol: ScriptedRequest["protocol"], url: string): ModelOptions {
  return { model: `${protocol}:scripted`, apiKey: "scripted", url: `${url}${PROTOCOLS[protocol].base}`, maxRetries: 2 };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (asked: ScriptedRequest) => ScriptedAnswer,
): Promise<void> {
  const found = Object.entries(PROTOCOLS).find(([, { isFor }]) => isFor(request.url ?? ""));
  if (found === undefined) {
    response.statusCode = 404;
    response.end(JSON.stringify({ error: { message: `nothing is at ${request.url}` } }));
    return;
  }
  const [name, protocol] = found;
  const body: unknown = JSON.parse(await text(request));
  const asked = protocol.read(body, request.url ?? "");
  give(response, protocol, answer({ ...asked, body, protocol: name as ScriptedRequest["protocol"] }));
}

function give(response: ServerResponse, protocol: Protocol, answer: ScriptedAnswer): void {
  if ("status" in answer) {
    response.statusCode = answer.status;
    response.setHeader("content-type", "application/json");
    if (answer.retryAfterMs !== undefined) response.setHeader("retry-after-ms", String(answer.retryAfterMs));
    response.end(JSON.stringify(protocol.failure(answer.status)));
    return;
  }
  response.setHeader("content-type", "text/event-stream");
  if ("garbage" in answer) response.end(answer.garbage);
  else for (const piece of protocol.pieces("call" in answer ? { calls: [answer.call] } : answer)) response.write(piece);
  response.end();
}
