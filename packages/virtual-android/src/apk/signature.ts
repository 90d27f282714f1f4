import { constants, createHash, createPublicKey, type KeyObject, verify, X509Certificate } from "node:crypto";
import { BytesReader } from "./bytes-reader.js";
import { findSigningBlock, type SigningBlock } from "./signing-block.js";

const V2_ID = 0x7109871a;
const CHUNK = 1 << 20;

interface Algorithm {
  readonly hash: "sha256" | "sha512";
  /** For RSA: PSS with a salt as long as the hash, or PKCS #1 v1.5. */
  readonly padding?: "pss" | "pkcs1";
}

const ALGORITHMS: ReadonlyMap<number, Algorithm> = new Map([
  [0x0101, { hash: "sha256", padding: "pss" }],
  [0x0102, { hash: "sha512", padding: "pss" }],
  [0x0103, { hash: "sha256", padding: "pkcs1" }],
  [0x0104, { hash: "sha512", padding: "pkcs1" }],
  [0x0201, { hash: "sha256" }],
  [0x0202, { hash: "sha512" }],
  [0x0301, { hash: "sha256" }],
]);

/** The signer of an APK: the SHA-256 of the certificate; or why it is refused; or that there is no v2 signature. */
export type Signature =
  | { readonly kind: "signed"; readonly certificate: string }
  | { readonly kind: "wrong"; readonly reason: string }
  | { readonly kind: "none" };

/** Verifies the APK Signature Scheme v2, as the package manager does. */
export function verifySignature(archive: Uint8Array): Signature {
  const block = findSigningBlock(archive);
  const value = block?.values.get(V2_ID);
  if (!block || !value) return { kind: "none" };
  try {
    return verifySigners(block, value);
  } catch (error) {
    // Fields of a wrong length, or invalid keys and certificates.
    return { kind: "wrong", reason: error instanceof Error ? error.message : "malformed" };
  }
}

function verifySigners(block: SigningBlock, value: Buffer): Signature {
  const signers = new BytesReader(new BytesReader(value).block()).blocks();
  const certificates = signers.map((signer) => verifySigner(block, signer));
  const [first] = certificates;
  if (first === undefined) return { kind: "wrong", reason: "No signers found" };
  return { kind: "signed", certificate: first };
}

/** The certificate of one signer. Throws if any part of its signature is wrong. */
function verifySigner(block: SigningBlock, signer: Buffer): string {
  const reader = new BytesReader(signer);
  const signedData = reader.block();
  const signatures = new BytesReader(reader.block()).blocks().map(pairOf);
  const key = createPublicKey({ key: reader.block(), format: "der", type: "spki" });
  const known = signatures.filter(({ id }) => ALGORITHMS.has(id));
  const best = known.toSorted((a, b) => strength(b.id) - strength(a.id))[0];
  if (!best) throw new Error("No supported signatures found");
  if (!isSignatureRight(best, signedData, key)) throw new Error(`${nameOf(best.id)} signature did not verify`);
  const data = new BytesReader(signedData);
  const digests = new BytesReader(data.block()).blocks().map(pairOf);
  const [certificate] = new BytesReader(data.block()).blocks();
  if (!certificate) throw new Error("No certificates listed");
  if (digests.map(({ id }) => id).join() !== signatures.map(({ id }) => id).join()) {
    throw new Error("Signature algorithms don't match between digests and signatures records");
  }
  checkKey(certificate, key);
  checkContents(block, digests);
  return createHash("sha256").update(certificate).digest("hex");
}

interface Pair {
  readonly id: number;
  readonly bytes: Buffer;
}

function pairOf(record: Buffer): Pair {
  const reader = new BytesReader(record);
  return { id: reader.u32(), bytes: reader.block() };
}

function strength(id: number): number {
  return ALGORITHMS.get(id)?.hash === "sha512" ? 2 : 1;
}

function nameOf(id: number): string {
  return `0x${id.toString(16).padStart(4, "0")}`;
}

function isSignatureRight({ id, bytes }: Pair, data: Buffer, key: KeyObject): boolean {
  const { hash, padding } = ALGORITHMS.get(id) ?? { hash: "sha256" };
  if (padding === undefined) return verify(hash, data, key, bytes);
  if (padding === "pkcs1") return verify(hash, data, { key, padding: constants.RSA_PKCS1_PADDING }, bytes);
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return verify(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, bytes);
}

function checkKey(certificate: Buffer, key: KeyObject): void {
  const own = new X509Certificate(certificate).publicKey.export({ format: "der", type: "spki" });
  if (own.equals(key.export({ format: "der", type: "spki" }))) return;
  throw new Error("Public key mismatch between certificate and signature record");
}

function checkContents(block: SigningBlock, digests: readonly Pair[]): void {
  for (const { id, bytes } of digests) {
    const hash = ALGORITHMS.get(id)?.hash;
    if (hash && !contentDigest(block, hash).equals(bytes)) {
      throw new Error(`${hash === "sha256" ? "SHA-256" : "SHA-512"} digest of contents did not verify`);
    }
  }
}

/** The digest of the digests of all 1 MiB chunks; each section starts a new chunk. */
function contentDigest({ contents, directory, end }: SigningBlock, hash: "sha256" | "sha512"): Buffer {
  const chunks = [contents, directory, end].flatMap(chunksOf);
  const total = createHash(hash).update(prefixed(0x5a, chunks.length));
  for (const chunk of chunks) {
    total.update(createHash(hash).update(prefixed(0xa5, chunk.length)).update(chunk).digest());
  }
  return total.digest();
}

function chunksOf(section: Buffer): readonly Buffer[] {
  const count = Math.ceil(section.length / CHUNK);
  return Array.from({ length: count }, (_, i) => section.subarray(i * CHUNK, (i + 1) * CHUNK));
}

function prefixed(first: number, count: number): Buffer {
  const bytes = Buffer.alloc(5, first);
  bytes.writeUInt32LE(count, 1);
  return bytes;
}
