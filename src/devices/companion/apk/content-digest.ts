import { createHash } from "node:crypto";
import { u32 } from "./length-prefixed.js";

const CHUNK_BYTES = 1024 * 1024;
const CHUNK_MARK = Buffer.from([0xa5]);
const TOP_MARK = Buffer.from([0x5a]);

/**
 * The SHA-256 content digest of APK Signature Scheme v2 (source.android.com, "APK contents"): each section is cut into
 * chunks of 1 MiB, and no chunk crosses into the next section; the digest is over the digests of the chunks.
 */
export function contentDigest(sections: readonly Buffer[]): Buffer {
  const digests = sections.flatMap((section) => [...chunksOf(section)].map(chunkDigest));
  return sha256(TOP_MARK, u32(digests.length), ...digests);
}

function chunkDigest(chunk: Buffer): Buffer {
  return sha256(CHUNK_MARK, u32(chunk.length), chunk);
}

function* chunksOf(section: Buffer): Generator<Buffer> {
  for (let at = 0; at < section.length; at += CHUNK_BYTES) yield section.subarray(at, at + CHUNK_BYTES);
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
