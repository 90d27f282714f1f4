// A scripted model for Codex: the Responses API on loopback. `next` decides which tool to call.
import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Serves until `close`. `next(results)` gets the results of the calls so far, and returns the next call as
 * { name, input }, or null at the end.
 */
export async function startResponsesModel(next) {
  let number = 0;
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    if (request.method !== "POST" || !request.url.startsWith("/v1/responses")) {
      response.writeHead(200, { "content-type": "application/json" }).end('{"data":[],"models":[]}');
      return;
    }
    const { input = [] } = JSON.parse(Buffer.concat(parts).toString());
    const step = next(resultsIn(input));
    number += 1;
    answer(response, { step, number });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The part of each result that the model sees, in order: { texts, images }. */
function resultsIn(input) {
  return input
    .filter(({ type }) => type === "function_call_output")
    .map(({ output }) => {
      const parts = Array.isArray(output) ? output : [{ type: "input_text", text: String(output) }];
      return {
        texts: parts.filter(({ type }) => type === "input_text").map(({ text }) => text),
        images: parts
          .filter(({ type }) => type === "input_image")
          .map(({ image_url: url }) => url.replace(/^data:[^,]*,/, "")),
      };
    });
}

function answer(response, { step, number }) {
  const id = `resp_${number}`;
  const item = step
    ? {
        type: "function_call",
        id: `fc_${number}`,
        call_id: `call_${number}`,
        name: step.name,
        namespace: "mcp__fovea",
        arguments: JSON.stringify(step.input),
      }
    : { type: "message", id: `msg_${number}`, role: "assistant", content: [{ type: "output_text", text: "done" }] };
  const usage = {
    input_tokens: 1,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: 2,
  };
  const events = [
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id, usage } },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
