import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A key with its own certificate. */
export interface Signer {
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Buffer;
  /** SHA-256 of the certificate, in hex. */
  readonly fingerprint: string;
}

const ECDSA_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");
const RSA_SHA256 = Buffer.from("300d06092a864886f70d01010b0500", "hex");

/** A new key and its self-signed certificate. */
export function makeSigner(kind: "ec" | "rsa" = "ec"): Signer {
  const { privateKey: key } =
    kind === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const algorithm = kind === "ec" ? ECDSA_SHA256 : RSA_SHA256;
  const name = der(0x30, der(0x31, der(0x30, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("test")))));
  const times = der(0x30, der(0x17, Buffer.from("260101000000Z")), der(0x17, Buffer.from("460101000000Z")));
  const head = [der(0xa0, Buffer.from("020102", "hex")), Buffer.from("020101", "hex")];
  const body = der(0x30, ...head, algorithm, name, times, name, publicDer(key));
  const signature = sign("sha256", body, key);
  const certificate = der(0x30, body, algorithm, der(0x03, Buffer.from([0]), signature));
  return { key, certificate, fingerprint: createHash("sha256").update(certificate).digest("hex") };
}

/** The archive with an APK Signing Block of scheme v2. */
export function signApk(archive: Uint8Array, signer: Signer): Buffer {
  const bytes = Buffer.from(archive);
  const endAt = bytes.length - 22;
  const directoryAt = bytes.readUInt32LE(endAt + 16);
  const sections = [bytes.subarray(0, directoryAt), bytes.subarray(directoryAt, endAt), bytes.subarray(endAt)];
  const id = u32(signer.key.asymmetricKeyType === "rsa" ? 0x0103 : 0x0201);
  const digests = block(block(id, block(contentDigest(sections))));
  const signedData = Buffer.concat([digests, block(block(signer.certificate)), block()]);
  const signatures = block(block(id, block(sign("sha256", signedData, signer.key))));
  const value = block(block(block(signedData), signatures, block(publicDer(signer.key))));
  const pair = Buffer.concat([u64(4 + value.length), u32(0x7109871a), value]);
  const size = u64(pair.length + 24);
  const signingBlock = Buffer.concat([size, pair, size, Buffer.from("APK Sig Block 42")]);
  const end = Buffer.from(bytes.subarray(endAt));
  end.writeUInt32LE(directoryAt + signingBlock.length, 16);
  return Buffer.concat([bytes.subarray(0, directoryAt), signingBlock, bytes.subarray(directoryAt, endAt), end]);
}

/** Only for archives below 1 MiB: each section is one chunk. */
function contentDigest(sections: readonly Buffer[]): Buffer {
  const sha = (...parts: readonly Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const chunks = sections.map((section) => sha(Buffer.from([0xa5]), u32(section.length), section));
  return sha(Buffer.from([0x5a]), u32(chunks.length), ...chunks);
}

function publicDer(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: "der", type: "spki" });
}

function block(...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length), body]);
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

/** One DER value. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const long = body.length < 0x100 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff];
  const length = body.length < 0x80 ? [body.length] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
