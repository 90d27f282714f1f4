import { WireError } from "./wire-error.js";

/** The most levels of objects and lists in one message. */
const DEEPEST = 32;

/** A parsed JSON object whose fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a body: one JSON object in UTF-8 with at most 32 levels, without duplicate names, and without other text around
 * it. Errors: BAD_FRAME.
 */
export function parseBody(body: Uint8Array): JsonObject {
  const text = decode(body);
  new Scanner(text).check();
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw bad("a message is one JSON object");
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw bad("a body that is not UTF-8");
  }
}

function bad(message: string): WireError {
  return new WireError("BAD_FRAME", message);
}

const TOKEN = /[ \t\n\r]*(?:([{}[\]:,])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|([^{}[\]:,"\s]+))/y;
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Checks what JSON.parse does not: duplicate names and depth. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  check(): void {
    if (this.#token() !== "{") throw bad("a message is one JSON object");
    this.#object(1);
    if (/[^ \t\n\r]/.test(this.#text.slice(this.#at))) throw bad("something follows the object");
  }

  #object(depth: number): void {
    if (depth > DEEPEST) throw bad(`more than ${DEEPEST} levels`);
    const names = new Set<string>();
    let token = this.#token();
    if (token === "}") return;
    for (;;) {
      this.#name(token, names);
      if (this.#token() !== ":") throw bad("not JSON");
      this.#value(this.#token(), depth);
      const next = this.#token();
      if (next === "}") return;
      if (next !== ",") throw bad("not JSON");
      token = this.#token();
    }
  }

  #name(token: string, names: Set<string>): void {
    if (!token.startsWith('"')) throw bad("not JSON");
    const name = String(JSON.parse(token));
    if (names.has(name)) throw bad("a name that comes twice in one object");
    names.add(name);
  }

  #list(depth: number): void {
    if (depth > DEEPEST) throw bad(`more than ${DEEPEST} levels`);
    let token = this.#token();
    if (token === "]") return;
    for (;;) {
      this.#value(token, depth);
      const next = this.#token();
      if (next === "]") return;
      if (next !== ",") throw bad("not JSON");
      token = this.#token();
    }
  }

  #value(token: string, depth: number): void {
    if (token === "{") this.#object(depth + 1);
    else if (token === "[") this.#list(depth + 1);
    else if (!token.startsWith('"') && !SCALAR.test(token)) throw bad("not JSON");
  }

  #token(): string {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (!match) throw bad("not JSON");
    this.#at = TOKEN.lastIndex;
    return match[1] ?? match[2] ?? match[3] ?? "";
  }
}
