import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { contentDigest } from "./content-digest.js";
import { prefixed, u32 } from "./length-prefixed.js";
import { findSigningBlock, signingBlock, V2_ID } from "./signing-block.js";
import { endRecordWith, readZipEnd } from "./zip-end.js";

/** An RSA key and the certificate of its public key, as DER. */
export interface ApkSigner {
  readonly privateKey: KeyObject;
  readonly certificate: Buffer;
}

export interface SignedApk {
  readonly bytes: Buffer;
  /** SHA-256 of the certificate, in hex. */
  readonly certificateSha256: string;
  /** SHA-256 of the v2 signature with all signed data, in hex: it is the same only for the same contents and key. */
  readonly signatureSha256: string;
}

/** RSASSA-PKCS1-v1_5 with SHA-256 over a SHA-256 content digest. It is deterministic; PSS and ECDSA are not. */
const RSA_SHA256 = 0x0103;

/**
 * Signs an APK by APK Signature Scheme v2 (Android 7 and later), in a block before the central directory. The entries
 * are not moved, so they keep their alignment; the block of an earlier signature is replaced. The same file and key
 * always give the same bytes. Errors: NOT_THIS_FORMAT for a file that is not a zip.
 */
export function signApk(apk: Buffer, signer: ApkSigner): SignedApk {
  const { directoryAt, endAt } = readZipEnd(apk);
  const entries = apk.subarray(0, findSigningBlock(apk, directoryAt) ?? directoryAt);
  const directory = apk.subarray(directoryAt, endAt);
  const record = apk.subarray(endAt);
  // The digest is computed as if there were no block: the directory offset in the end record is then the block's
  // position.
  const digest = contentDigest([entries, directory, endRecordWith(record, entries.length)]);
  const signature = v2Signature(digest, signer);
  const block = signingBlock([{ id: V2_ID, value: signature }]);
  return {
    bytes: Buffer.concat([entries, block, directory, endRecordWith(record, entries.length + block.length)]),
    certificateSha256: sha256Hex(signer.certificate),
    signatureSha256: sha256Hex(signature),
  };
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A sequence with one signer: the signed data, the signatures over it, the public key. */
function v2Signature(digest: Buffer, { privateKey, certificate }: ApkSigner): Buffer {
  const noAttributes = prefixed();
  const digests = prefixed(prefixed(u32(RSA_SHA256), prefixed(digest)));
  const signedData = Buffer.concat([digests, prefixed(prefixed(certificate)), noAttributes]);
  const signature = sign("sha256", signedData, privateKey);
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const signatures = prefixed(prefixed(u32(RSA_SHA256), prefixed(signature)));
  return prefixed(prefixed(prefixed(signedData), signatures, prefixed(publicKey)));
}
