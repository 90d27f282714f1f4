import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { packageRoot } from "../../../src/base/assets.js";
import { ensureSigningKey, findSigningKey } from "../../../src/devices/companion/signing-key.js";
import { coded } from "../../support/coded.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-key-"));
after(() => rmSync(folder, { recursive: true }));

let places = 0;
function freshPlace(): { readonly stateDir: string; readonly signingKey: undefined } {
  places += 1;
  return { stateDir: join(folder, `state-${places}`), signingKey: undefined };
}

function keyFile(name: string, text: string, mode = 0o600): { readonly stateDir: string; readonly signingKey: string } {
  const signingKey = join(folder, name);
  writeFileSync(signingKey, text);
  chmodSync(signingKey, mode);
  return { stateDir: folder, signingKey };
}

const pem = { type: "pkcs8", format: "pem" } as const;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export(pem).toString();

test("the first use makes a key that only its owner can read, and later uses find the same key", async () => {
  const place = freshPlace();
  assert.equal(await findSigningKey(place), undefined);
  const made = await ensureSigningKey(place);
  assert.equal(made.path, join(place.stateDir, "device-key", "key.pem"));
  assert.equal(statSync(made.path).mode & 0o777, 0o600);
  assert.equal(statSync(join(place.stateDir, "device-key")).mode & 0o777, 0o700);
  assert.ok((await ensureSigningKey(place)).certificate.equals(made.certificate));
  assert.ok((await findSigningKey(place))?.certificate.equals(made.certificate));
  assert.deepEqual(readdirSync(place.stateDir), ["device-key"]);
});

test("processes that make the key at the same time get the same key, and leave no other file behind", async () => {
  const place = freshPlace();
  const module = pathToFileURL(join(packageRoot(), "dist/src/devices/companion/signing-key.js")).href;
  const script = `const { ensureSigningKey } = await import(${JSON.stringify(module)});
    const key = await ensureSigningKey({ stateDir: ${JSON.stringify(place.stateDir)}, signingKey: undefined });
    console.log(key.certificate.toString("hex"));`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const certificates = await Promise.all([run(), run(), run(), ensureSigningKey(place), ensureSigningKey(place)]);
  const hex = certificates.map((one) => ("stdout" in one ? one.stdout.trim() : one.certificate.toString("hex")));
  assert.equal(new Set(hex).size, 1);
  assert.deepEqual(readdirSync(place.stateDir), ["device-key"]);
});

test("a key file of the user is used as it is, and never created", async () => {
  const place = keyFile("own.pem", rsa);
  assert.equal((await ensureSigningKey(place)).path, place.signingKey);
  const { code, message } = await coded(ensureSigningKey({ stateDir: folder, signingKey: join(folder, "none.pem") }));
  assert.equal(code, "SIGNING_KEY_UNUSABLE");
  assert.match(message, /none\.pem cannot be used: there is no such file$/);
});

test("a key file that others can use is refused with the command that protects it", async () => {
  for (const mode of [0o640, 0o604, 0o602, 0o660]) {
    const place = keyFile("open.pem", rsa, mode);
    const { code, hint, message } = await coded(ensureSigningKey(place));
    assert.equal(code, "SIGNING_KEY_UNUSABLE");
    assert.ok(message.includes(`(mode ${mode.toString(8)})`), message);
    assert.ok(hint.includes(`chmod 600 ${place.signingKey}`));
  }
});

test("a file without an RSA key of 2048 bits is refused, and its content is not quoted", async () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export(pem).toString();
  const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export(pem).toString();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const locked = privateKey.export({ ...pem, cipher: "aes-256-cbc", passphrase: "x" }).toString();
  for (const text of [ec, short, locked, "SECRET text", "", `${rsa.slice(0, 400)}SECRET`]) {
    const { code, message, cause } = await coded(findSigningKey(keyFile("bad.pem", text)));
    assert.equal(code, "SIGNING_KEY_UNUSABLE");
    assert.equal(cause, undefined);
    assert.doesNotMatch(message, /SECRET|BEGIN/);
  }
});

test("a state folder that cannot be written to is refused by name", async () => {
  const stateDir = join(folder, "file");
  writeFileSync(stateDir, "");
  const { code, message } = await coded(ensureSigningKey({ stateDir, signingKey: undefined }));
  assert.equal(code, "SIGNING_KEY_UNUSABLE");
  assert.match(message, /device-key.*(?:ENOTDIR|EEXIST)/);
});

test("a new key is an RSA key of 2048 bits, in a file that openssl and other hosts can read", async () => {
  const place = freshPlace();
  mkdirSync(place.stateDir, { recursive: true });
  const { path, privateKey } = await ensureSigningKey(place);
  assert.equal(privateKey.asymmetricKeyDetails?.modulusLength, 2048);
  assert.match(readFileSync(path, "utf8"), /^-----BEGIN PRIVATE KEY-----\n[\s\S]+-----END PRIVATE KEY-----\n$/);
});
