import { REDACTED } from "../base/redaction.js";
import { isRecord, malformedTree, safeTree } from "./companion-tree.js";
import type { WholeWindow } from "./companion-trees.js";

type Json = Readonly<Record<string, unknown>>;

/** A message to or from the companion as JSON. Errors: ON_DEVICE_PROTOCOL for an invalid message. */
export function parseCompanionMessage(body: Buffer): Json {
  const value = jsonIn(body);
  if (isRecord(value)) return value;
  throw malformedTree("a message that is not an object");
}

/** Parses JSON; the parser's own message is not used, since it would quote the text. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw malformedTree("a message that is not JSON");
  }
}

/** A snapshot without secret texts; `words` redacts every other text. */
export function safeSnapshot(result: Json, windows: readonly WholeWindow[], words: (text: string) => string): Json {
  const safe = windows.map((window) => ({
    ...window,
    title: shown(window["title"], words),
    content: window.content === null ? null : safeTree(window.content, words),
  }));
  return { ...result, windows: safe, facts: isRecord(result["facts"]) ? safeFacts(result["facts"], words) : null };
}

/** The result of any other method, without secret texts. */
export function safeResult(method: string, result: Json, words: (text: string) => string): Json {
  if (method === "getClipboard") return { ...result, text: hidden(result["text"]) };
  return method === "facts" ? safeFacts(result, words) : result;
}

/** A failure: its message never quotes the screen, but may contain the name of an app. */
export function safeFailure(error: unknown, words: (text: string) => string): unknown {
  return isRecord(error) ? { ...error, message: shown(error["message"], words) } : error;
}

/**
 * An event without secret texts. Only notifications and announcements have texts in the protocol; any other text is
 * hidden.
 */
export function safeEvent(event: Json, words: (text: string) => string): Json {
  const { type, text } = event;
  const isSpoken = type === "notification" || type === "announcement";
  const reported = type === "service" ? text : isSpoken ? shown(text, words) : hidden(text);
  return { ...event, package: shown(event["package"], words), class: shown(event["class"], words), text: reported };
}

function safeFacts(facts: Json, words: (text: string) => string): Json {
  const { inputMethod } = facts;
  return isRecord(inputMethod)
    ? { ...facts, inputMethod: { ...inputMethod, id: shown(inputMethod["id"], words) } }
    : facts;
}

function shown(value: unknown, words: (text: string) => string): unknown {
  return typeof value === "string" ? words(value) : value;
}

function hidden(value: unknown): unknown {
  return typeof value === "string" ? REDACTED : value;
}
