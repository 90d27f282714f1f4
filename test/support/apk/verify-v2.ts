import { createHash, createPublicKey, verify, X509Certificate } from "node:crypto";

/**
 * Verifies an APK's v2 signature as Android does, from its specification, without Fovea's own code. Gives the signer's
 * certificate; throws if anything is wrong.
 */
export function verifyV2(apk: Buffer): X509Certificate {
  const end = apk.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  must(end >= 0 && end + 22 + apk.readUInt16LE(end + 20) === apk.length, "end record");
  const directory = apk.readUInt32LE(end + 16);
  must(directory + apk.readUInt32LE(end + 12) === end, "central directory");
  must(apk.toString("latin1", directory - 16, directory) === "APK Sig Block 42", "magic");
  const size = Number(apk.readBigUInt64LE(directory - 24));
  const block = directory - size - 8;
  must(block >= 0 && Number(apk.readBigUInt64LE(block)) === size, "block size");
  const value = v2Value(apk.subarray(block + 8, directory - 24));
  const [signers] = values(value, 1);
  const [signer] = values(signers, 1);
  const [signed, signatures, publicKey] = values(signer, 3);
  const [signature] = values(signatures, 1);
  const [digests, certificates, attributes] = values(signed, 3);
  must(attributes?.length === 0, "attributes");
  const [digest] = values(digests, 1);
  const [der] = values(certificates, 1);
  const certificate = new X509Certificate(der ?? Buffer.alloc(0));
  const spki = certificate.publicKey.export({ type: "spki", format: "der" });
  must(publicKey?.equals(spki) === true, "public key");
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  must(signature?.readUInt32LE(0) === 0x0103 && digest?.readUInt32LE(0) === 0x0103, "algorithms");
  const [signatureBytes] = values(signature?.subarray(4), 1);
  must(verify("sha256", signed ?? Buffer.alloc(0), key, signatureBytes ?? Buffer.alloc(0)), "signature");
  const [digestBytes] = values(digest?.subarray(4), 1);
  const record = Buffer.from(apk.subarray(end));
  record.writeUInt32LE(block, 16);
  const expected = digestOf([apk.subarray(0, block), apk.subarray(directory, end), record]);
  must(digestBytes?.equals(expected) === true, "contents");
  return certificate;
}

/** The value of the pair of scheme v2, which has to be the only pair. */
function v2Value(pairs: Buffer): Buffer {
  const length = Number(pairs.readBigUInt64LE(0));
  must(length + 8 === pairs.length && pairs.readUInt32LE(8) === 0x7109871a, "one v2 pair");
  return pairs.subarray(12);
}

/** Exactly `count` length-prefixed values, and nothing after them. */
function values(bytes: Buffer | undefined, count: number): readonly Buffer[] {
  const found: Buffer[] = [];
  let rest = bytes ?? Buffer.alloc(0);
  while (rest.length > 0) {
    const length = rest.readUInt32LE(0);
    must(length + 4 <= rest.length, "a length");
    found.push(rest.subarray(4, 4 + length));
    rest = rest.subarray(4 + length);
  }
  must(found.length === count, "a count");
  return found;
}

function digestOf(sections: readonly Buffer[]): Buffer {
  const chunks: Buffer[] = [];
  for (const section of sections) {
    for (let at = 0; at < section.length; at += 2 ** 20) chunks.push(section.subarray(at, at + 2 ** 20));
  }
  const top = createHash("sha256").update(withLength(0x5a, chunks.length));
  for (const chunk of chunks)
    top.update(createHash("sha256").update(withLength(0xa5, chunk.length)).update(chunk).digest());
  return top.digest();
}

function withLength(mark: number, length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(mark, 0);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`the APK's ${what} is wrong`);
}
