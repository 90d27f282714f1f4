import { u32 } from "./length-prefixed.js";
import { notApk } from "./zip-end.js";

/** One signature scheme's part of an APK Signing Block. */
export interface BlockPair {
  readonly id: number;
  readonly value: Buffer;
}

/** APK Signature Scheme v2. */
export const V2_ID = 0x7109871a;
/** Fills the block up to a page; it has no content. */
export const PADDING_ID = 0x42726577;

/** The end of the block, right before the central directory. */
const MAGIC = Buffer.from("APK Sig Block 42", "latin1");
const SIZE_BYTES = 8;
/** The size of a block's last fields, by which it is found: its size and the magic. */
export const TAIL_BYTES = SIZE_BYTES + MAGIC.length;
/** The largest block that is read. Android's own limit is its memory; Fovea's block has 2 KB. */
const MAX_BLOCK_BYTES = 4 * 1024 * 1024;

/** The block as in a file: size, then pairs of length, id and value, then size and magic. */
export function signingBlock(pairs: readonly BlockPair[]): Buffer {
  const body = Buffer.concat(pairs.flatMap(({ id, value }) => [u64(value.length + 4), u32(id), value]));
  const size = u64(body.length + TAIL_BYTES);
  return Buffer.concat([size, body, size, MAGIC]);
}

/**
 * Where the block before the central directory begins; undefined if there is none. Negative if it begins before
 * `bytes`. Errors: NOT_THIS_FORMAT if its sizes are wrong.
 */
export function findSigningBlock(bytes: Buffer, directoryAt: number): number | undefined {
  const tailAt = directoryAt - TAIL_BYTES;
  if (tailAt < 0 || !bytes.subarray(tailAt + SIZE_BYTES, directoryAt).equals(MAGIC)) return undefined;
  const size = readU64(bytes, tailAt);
  if (size < TAIL_BYTES || size > MAX_BLOCK_BYTES) throw notApk(`its signing block claims ${size} bytes`);
  const at = directoryAt - size - SIZE_BYTES;
  if (at >= 0 && readU64(bytes, at) !== size) throw notApk("its signing block has two sizes");
  return at;
}

/** The pairs of a whole block. Errors: NOT_THIS_FORMAT. */
export function readPairs(block: Buffer): readonly BlockPair[] {
  const pairs: BlockPair[] = [];
  const end = block.length - TAIL_BYTES;
  let at = SIZE_BYTES;
  while (at < end) {
    const length = end - at >= SIZE_BYTES + 4 ? readU64(block, at) : 0;
    const from = at + SIZE_BYTES;
    if (length < 4 || from + length > end) throw notApk("its signing block is malformed");
    pairs.push({ id: block.readUInt32LE(from), value: block.subarray(from + 4, from + length) });
    at = from + length;
  }
  return pairs;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(SIZE_BYTES);
  bytes.writeBigUInt64LE(BigInt(value), 0);
  return bytes;
}

function readU64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}
