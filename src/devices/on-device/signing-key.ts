import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FoveaError } from "../../base/errors.js";
import { certificateOf } from "./apk/certificate.js";
import type { ApkSigner } from "./apk/sign-apk.js";

/** The key that signs the on-device half for this user's devices. Only its path may be told to anyone. */
export interface SigningKey extends ApkSigner {
  readonly path: string;
}

/** Where the key is: Fovea's own in its state folder, or a file that the user names (a farm shares one). */
export interface KeyPlace {
  readonly stateDir: string;
  readonly signingKey: string | undefined;
}

/**
 * The key; Fovea's own is made if there is none. Two processes that make it at once end up with the same one.
 * Errors: SIGNING_KEY_UNUSABLE where it cannot be read or made, is no RSA key, or others may read it.
 */
export async function ensureSigningKey(place: KeyPlace): Promise<SigningKey> {
  const found = await findSigningKey(place);
  if (found !== undefined) return found;
  if (place.signingKey !== undefined) throw unusable(place.signingKey, "there is no such file");
  await makeKey(place.stateDir);
  const made = await findSigningKey(place);
  if (made !== undefined) return made;
  throw unusable(keyPath(place), "it was made, and is not there");
}

/** The key, or undefined where there is none; makes nothing. Errors: SIGNING_KEY_UNUSABLE. */
export async function findSigningKey(place: KeyPlace): Promise<SigningKey | undefined> {
  const path = keyPath(place);
  const text = await readSecret(path);
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

/** The file's text through one handle, so that what is checked is what is read. */
async function readSecret(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path, "r");
    const { mode } = await file.stat();
    // Windows has no such bits: its folders in the user's profile are the user's own.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      const hint = `Run \`chmod 600 ${path}\`; if others may have read it, make a new key: see docs/on-device.md.`;
      throw unusable(path, `others than its owner may use it (mode ${(mode & 0o777).toString(8)})`, { hint });
    }
    return await file.readFile("utf8");
  } catch (error) {
    if (error instanceof FoveaError) throw error;
    if (errnoOf(error) === "ENOENT") return undefined;
    throw unusable(path, `it cannot be read (${errnoOf(error)})`);
  }
}

/** The parser's own words are not passed on: they may quote the key. */
function parseKey(path: string, text: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    throw unusable(path, "it is no private key in PEM without a passphrase");
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType === "rsa" && bits >= KEY_BITS) return key;
  throw unusable(path, `it is no RSA key of ${KEY_BITS} bits or more`);
}

/**
 * Makes the folder with the key in it elsewhere and renames it: it appears whole or not at all, and of two processes one
 * wins, since no folder can take the place of one that is not empty.
 */
async function makeKey(stateDir: string): Promise<void> {
  const target = join(stateDir, FOLDER);
  const scratch = `${target}.${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o700 });
    await mkdir(scratch, { mode: 0o700 });
    await writeFile(join(scratch, FILE), await newKey(), { mode: 0o600, flag: "wx" });
    await rename(scratch, target).catch(ignoreRivals);
  } catch (error) {
    throw unusable(join(target, FILE), `it cannot be made (${errnoOf(error)})`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What rename says where another process was first; EPERM on Windows. */
function ignoreRivals(error: unknown): void {
  if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(errnoOf(error))) throw error;
}

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: KEY_BITS });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

function unusable(path: string, why: string, options: { readonly hint?: string } = {}): FoveaError {
  return new FoveaError("SIGNING_KEY_UNUSABLE", `the signing key ${path} cannot be used: ${why}`, options);
}
