import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { FoveaError } from "../base/errors.js";
import { makeSecretFile, readSecretFile } from "../base/secret-file.js";

/** What a client has to send, and where it came from. */
export interface HttpToken {
  readonly token: string;
  readonly path: string;
  /** It was made just now: nobody has seen it yet. */
  readonly isNew: boolean;
}

/** Where the token is: in a file that the user names, else one of our own in the state folder. */
export interface TokenPlace {
  readonly stateDir: string;
  readonly httpTokenFile: string | undefined;
}

/** 128 bits in hex: less can be guessed. */
const LEAST_CHARS = 32;

/** The token; our own is made where there is none. Errors: HTTP_TOKEN_UNUSABLE. */
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
  // Another process may have been first.
  return { token, path, isNew: token === made };
}

async function readToken(path: string): Promise<string | undefined> {
  const text = await readSecretFile(path, (why, options) => unusable(path, why, options));
  const token = text?.trim();
  if (token === undefined) return undefined;
  // RFC 6750: what may stand behind "Bearer".
  if (!/^[\w.~+/-]+=*$/.test(token)) throw unusable(path, "it is not one word of letters, digits and -._~+/");
  if (token.length < LEAST_CHARS) throw unusable(path, `it is shorter than ${LEAST_CHARS} characters`);
  return token;
}

/** Whether an `Authorization` header carries the token. How long it takes says nothing of how much of it is right. */
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
