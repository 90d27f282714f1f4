// A scripted model for Claude Code: the Messages API on loopback. `next` decides which tool to call.
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Serves until `close`. `next(results)` gets the results of the calls so far, and returns the next call as
 * { name, input }, or null at the end.
 */
export async function startMessagesModel(next) {
  const calls = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    if (!request.url.startsWith("/v1/messages") || request.url.includes("count_tokens")) {
      response.writeHead(200, { "content-type": "application/json" }).end('{"input_tokens":10,"data":[]}');
      return;
    }
    const { tools = [], messages = [], model } = JSON.parse(body);
    // Side requests, such as for a title, have no tools; tools of MCP servers may be named only in the text.
    const step = tools.length > 3 ? next(resultsIn(messages)) : null;
    if (step) calls.push(step);
    answer(response, { model, step, number: calls.length });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function textOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The part of each result that the model sees, in order: { texts, images }. */
function resultsIn(messages) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return blocks
    .filter(({ type }) => type === "tool_result")
    .map(({ content }) => {
      const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
      return {
        texts: parts.filter(({ type }) => type === "text").map(({ text }) => text),
        images: parts.filter(({ type }) => type === "image").map(({ source }) => source.data),
      };
    });
}

function answer(response, { model, step, number }) {
  const block = step
    ? { type: "tool_use", id: `toolu_${number}`, name: `mcp__fovea__${step.name}`, input: {} }
    : { type: "text", text: "" };
  const delta = step
    ? { type: "input_json_delta", partial_json: JSON.stringify(step.input) }
    : { type: "text_delta", text: "done" };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    usage,
  };
  const events = [
    ["message_start", { message }],
    ["content_block_start", { index: 0, content_block: block }],
    ["content_block_delta", { index: 0, delta }],
    ["content_block_stop", { index: 0 }],
    ["message_delta", { delta: { stop_reason: step ? "tool_use" : "end_turn", stop_sequence: null }, usage }],
    ["message_stop", {}],
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [type, data] of events) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.end();
}
