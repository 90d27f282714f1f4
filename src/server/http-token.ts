import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { FoveaError } from "../base/errors.js";
import { makeSecretFile, readSecretFile } from "../base/secret-file.js";

/** The token that a client has to send, and its file. */
export interface HttpToken {
  readonly token: string;
  readonly path: string;
  /** Whether the token was made just now, so the user has not seen it yet. */
  readonly isNew: boolean;
}

/** Where the token is: in the file that the user names, else in a file in the state folder. */
export interface TokenPlace {
  readonly stateDir: string;
  readonly httpTokenFile: string | undefined;
}

/** The fewest characters of a token: 128 bits in hex. A shorter one could be guessed. */
const LEAST_CHARS = 32;

/** Reads the token; makes one in the state folder if there is none. Errors: HTTP_TOKEN_UNUSABLE. */
export async function ensureHttpToken({ stateDir, httpTokenFile }: TokenPlace): Promise<HttpToken> {
  const path = httpTokenFile ?? join(stateDir, "http-token", "token");
  const known = await readToken(path);
  if (known !== undefined) return { token: known, path, isNew: false };
  if (httpTokenFile !== undefined) throw unusable(path, "there is no such file");
  const made = randomBytes(32).toString("base64url");
  await makeSecretFile(
    path,
    async () => `${made}\n`,
    (why) => unusable(path, why),
  );
  const token = await readToken(path);
  if (token === undefined) throw unusable(path, "it was created, but it does not exist");
  // Another process may have written the file first.
  return { token, path, isNew: token === made };
}

async function readToken(path: string): Promise<string | undefined> {
  const text = await readSecretFile(path, (why, options) => unusable(path, why, options));
  const token = text?.trim();
  if (token === undefined) return undefined;
  // RFC 6750: the characters that are allowed after "Bearer".
  if (!/^[\w.~+/-]+=*$/.test(token)) throw unusable(path, "it is not one word of letters, digits and -._~+/");
  if (token.length < LEAST_CHARS) throw unusable(path, `it is shorter than ${LEAST_CHARS} characters`);
  return token;
}

/**
 * Whether an `Authorization` header has the token. The time of the comparison does not depend on how much of the given
 * token is right.
 */
export function isAuthorized(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function unusable(path: string, why: string, options: { readonly hint?: string } = {}): FoveaError {
  return new FoveaError("HTTP_TOKEN_UNUSABLE", `the token ${path} cannot be used: ${why}`, options);
}
