import { PrefixedReader } from "./length-prefixed.js";
import { sha256Hex } from "./sign-apk.js";
import { findSigningBlock, PADDING_ID, readPairs, TAIL_BYTES, V2_ID } from "./signing-block.js";
import { findZipEnd, notApk } from "./zip-end.js";

/** The signer of an APK, from its only signature, which has scheme v2. */
export interface ApkSignature {
  /** SHA-256 of the signer's certificate, in hex. */
  readonly certificateSha256: string;
  /** SHA-256 of the whole signature, in hex; see SignedApk. */
  readonly signatureSha256: string;
}

/**
 * Reads the signature from the last bytes of an APK. A number if the signature begins before `tail`: that many more
 * bytes are needed before it.
 *
 * Does not verify the signature: Android did when the APK was installed. For v2 that is true only if no newer scheme is
 * present (Android 9 and later check v3 first, and then skip v2), so an APK with any other scheme in its block is
 * refused. Errors: NOT_THIS_FORMAT for anything but one v2 signature of one signer.
 */
export function readSignature(tail: Buffer): ApkSignature | number {
  const { directoryAt } = findZipEnd(tail);
  if (directoryAt < TAIL_BYTES) return LOOK_BEFORE_BYTES - directoryAt;
  const blockAt = findSigningBlock(tail, directoryAt);
  if (blockAt === undefined) throw notApk("it has no signature of scheme v2");
  return blockAt < 0 ? -blockAt : readBlock(tail.subarray(blockAt, directoryAt));
}

/** More than a block of Fovea has: one further read is enough. */
const LOOK_BEFORE_BYTES = 8192;

function readBlock(block: Buffer): ApkSignature {
  const pairs = readPairs(block).filter(({ id }) => id !== PADDING_ID);
  const [only] = pairs;
  if (only === undefined || only.id !== V2_ID || pairs.length > 1) {
    const schemes = pairs.map(({ id }) => `0x${id.toString(16)}`).join(", ");
    throw notApk(`it carries other signatures than one of scheme v2 (${schemes})`);
  }
  return { certificateSha256: sha256Hex(certificateOf(only.value)), signatureSha256: sha256Hex(only.value) };
}

/** The first certificate of the only signer, which is the one that Android compares. */
function certificateOf(value: Buffer): Buffer {
  const whole = new PrefixedReader(value);
  const signers = new PrefixedReader(whole.next());
  const signer = new PrefixedReader(signers.next());
  if (!whole.isAtEnd || !signers.isAtEnd) throw notApk("it has several signers");
  const signedData = new PrefixedReader(signer.next());
  signedData.next(); // digests
  return new PrefixedReader(signedData.next()).next();
}
