import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { FoveaError } from "../../base/errors.js";
import { makeSecretFile, readSecretFile } from "../../base/secret-file.js";
import { certificateOf } from "./apk/certificate.js";
import type { ApkSigner } from "./apk/sign-apk.js";

/** The key that signs the companion for this user's devices. Only its path may be shown. */
export interface SigningKey extends ApkSigner {
  readonly path: string;
}

/** The place of the key: Fovea's own in its state folder, or a file that the user names (a farm shares one). */
export interface KeyPlace {
  readonly stateDir: string;
  readonly signingKey: string | undefined;
}

/**
 * The key; creates Fovea's own key if there is none. Two processes that create it at the same time get the same key.
 * Errors: SIGNING_KEY_UNUSABLE if it cannot be read or created, is not an RSA key, or other users may read it.
 */
export async function ensureSigningKey(place: KeyPlace): Promise<SigningKey> {
  const found = await findSigningKey(place);
  if (found !== undefined) return found;
  if (place.signingKey !== undefined) throw unusable(place.signingKey, "there is no such file");
  const path = keyPath(place);
  await makeSecretFile(path, newKey, (why) => unusable(path, why));
  const made = await findSigningKey(place);
  if (made !== undefined) return made;
  throw unusable(keyPath(place), "it was created, but it does not exist");
}

/** The key; undefined if there is none. Creates nothing. Errors: SIGNING_KEY_UNUSABLE. */
export async function findSigningKey(place: KeyPlace): Promise<SigningKey | undefined> {
  const path = keyPath(place);
  const text = await readSecretFile(path, (why, options) => unusable(path, why, options));
  if (text === undefined) return undefined;
  const privateKey = parseKey(path, text);
  return { path, privateKey, certificate: certificateOf(privateKey) };
}

const FOLDER = "device-key";
const FILE = "key.pem";
const KEY_BITS = 2048;

function keyPath({ stateDir, signingKey }: KeyPlace): string {
  return signingKey ?? join(stateDir, FOLDER, FILE);
}

/** The parser's own message is not shown: it may quote the key. */
function parseKey(path: string, text: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    throw unusable(path, "it is not a private key in PEM without a passphrase");
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType === "rsa" && bits >= KEY_BITS) return key;
  throw unusable(path, `it is not an RSA key of ${KEY_BITS} bits or more`);
}

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: KEY_BITS });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function unusable(path: string, why: string, options: { readonly hint?: string } = {}): FoveaError {
  return new FoveaError("SIGNING_KEY_UNUSABLE", `the signing key ${path} cannot be used: ${why}`, options);
}
