import { FoveaError } from "../../base/errors.js";
import { Lock } from "../../base/lock.js";
import { abortable, deadline } from "../../base/signals.js";
import type { Frame } from "../../screen/frame.js";
import type { Detector, DetectorOptions } from "../detector.js";
import { encodeForModel } from "../image.js";
import { detectionsInReply, parsedReplySchema } from "./omniparser-reply.js";

/** The time limits for the server's answers. */
const TIMES = { probeMs: 5_000, parseMs: 30_000 };
/**
 * The screenshot is sent smaller than it is: boxes come back as shares of its size. The server also reads text in it.
 */
const SENT = { longestSide: 1920, maxBytes: 4_000_000 };
/** The answer contains the screenshot again, with the boxes drawn, as a PNG. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A server of OmniParser's (its `omniparserserver`), called by REST, with one screenshot at a time. Errors of `detect`:
 * OMNIPARSER_UNREACHABLE, OMNIPARSER_FAILED. The server gives no confidences, and fails if it finds no text in the
 * screenshot.
 */
export function createOmniparserHttp(
  { omniparserUrl }: Pick<DetectorOptions, "omniparserUrl">,
  times: typeof TIMES = TIMES,
): Detector {
  const turn = new Lock();
  const closing = new AbortController();
  let isReady = false;
  const look = async (frame: Frame, signal: AbortSignal) => {
    if (!isReady) await probe(omniparserUrl, { ms: times.probeMs, signal });
    isReady = false; // after a failure, the next call probes again
    const found = await parse(omniparserUrl, frame, { ms: times.parseMs, signal });
    isReady = true;
    return found;
  };
  return {
    name: "omniparser-http",
    source: "vision",
    async detect(frame, signal) {
      signal.throwIfAborted();
      const ended = AbortSignal.any([signal, closing.signal]);
      return await turn.run(() => look(frame, ended), ended);
    },
    async close() {
      closing.abort(new FoveaError("CANCELLED", "the detector was closed"));
    },
  };
}

interface Limits {
  readonly ms: number;
  readonly signal: AbortSignal;
}

async function probe(url: string, limits: Limits): Promise<void> {
  const { status } = await ask(`${url}/probe/`, { method: "GET" }, limits);
  if (status !== 200) throw failed(url, `answered ${status} to its probe: something else may listen there`);
}

async function parse(url: string, frame: Frame, limits: Limits) {
  const { bytes } = await encodeForModel(frame, SENT);
  const body = JSON.stringify({ base64_image: Buffer.from(bytes).toString("base64") });
  const headers = { "content-type": "application/json" };
  const { status, text } = await ask(`${url}/parse/`, { method: "POST", headers, body }, limits);
  if (status === 500) {
    throw failed(url, "failed with 500: the official server also does this where it finds no text in the screenshot");
  }
  if (status !== 200) throw failed(url, `answered ${status}: ${text.slice(0, 200)}`);
  return detectionsInReply(replyOf(text, url), frame);
}

function replyOf(text: string, url: string) {
  try {
    return parsedReplySchema.parse(JSON.parse(text));
  } catch (cause) {
    throw failed(url, "gave an answer that is not one of OmniParser's", cause);
  }
}

/** One HTTP exchange. Redirects are not followed: the screenshot goes only to the user's server. */
async function ask(url: string, init: RequestInit, { ms, signal }: Limits): Promise<{ status: number; text: string }> {
  using limit = deadline(ms, `${init.method} ${url}`, signal);
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: limit.signal });
    return { status: response.status, text: await readText(response, url, limit.signal) };
  } catch (cause) {
    signal.throwIfAborted();
    if (limit.signal.aborted) throw failed(url, `did not answer within ${ms / 1000} s`, cause);
    if (cause instanceof FoveaError) throw cause;
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new FoveaError("OMNIPARSER_UNREACHABLE", `no OmniParser server answers at ${url}: ${why}`, { cause });
  }
}

async function readText({ body }: Response, url: string, signal: AbortSignal): Promise<string> {
  if (!body) return "";
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await abortable(reader.read(), signal);
    if (done) return Buffer.concat(parts).toString("utf8");
    parts.push(value);
    size += value.byteLength;
    if (size <= MOST_BYTES) continue;
    await reader.cancel();
    throw failed(url, `answers with more than ${MOST_BYTES / 1024 / 1024} MB`);
  }
}

function failed(url: string, why: string, cause?: unknown): FoveaError {
  return new FoveaError("OMNIPARSER_FAILED", `the OmniParser server at ${url} ${why}`, { cause });
}
