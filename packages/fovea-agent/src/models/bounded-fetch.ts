import { AgentError } from "../agent-error.js";

/** The most bytes that are read of one answer; agents use some thousand characters of it. */
export const MOST_BYTES = 8_000_000;
const MOST_REDIRECTS = 5;

type Fetch = typeof globalThis.fetch;

/**
 * Sends requests, and breaks off an answer that is longer than any real answer, whatever its content type. Prompts
 * contain text of the screen, so they are sent to the origin that the caller named, and to no other. Errors:
 * MODEL_UNUSABLE for a redirection to another origin, or for one that would drop the prompt.
 */
export function boundedFetch(send: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => bounded(await sentToOrigin(send, addressOf(input), init));
}

function addressOf(input: Parameters<Fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input);
}

async function sentToOrigin(send: Fetch, first: URL, init: Parameters<Fetch>[1]): Promise<Response> {
  let at = first;
  for (let times = 0; times <= MOST_REDIRECTS; times += 1) {
    const response = await send(at, { ...init, redirect: "manual" });
    const place = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (place === null) return response;
    await response.body?.cancel();
    at = redirected(at, place, response.status);
  }
  throw refused(`${first.origin} redirects the request more than ${MOST_REDIRECTS} times`);
}

/** Only 307 and 308 keep the method and the body (RFC 9110, 15.4). */
function redirected(from: URL, place: string, status: number): URL {
  const to = URL.canParse(place, from) ? new URL(place, from) : null;
  if (to === null) throw refused(`${from.origin} redirects the request to what is not an address`);
  if (to.origin !== from.origin)
    throw refused(`${from.origin} redirects the request to ${to.origin}, which gets no prompt`);
  if (status !== 307 && status !== 308)
    throw refused(`${from.origin} redirects the request (${status}) to ${to.pathname} without its prompt`);
  return to;
}

function refused(message: string): AgentError {
  return new AgentError("MODEL_UNUSABLE", message, {
    hint: "If you trust the other address, name it itself: --model-url URL.",
  });
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  let left = MOST_BYTES;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.byteLength;
      if (left < 0) throw new AgentError("MODEL_FAILED", `the answer is longer than ${MOST_BYTES} bytes`);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
}
