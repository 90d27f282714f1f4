import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { bitString, generalizedTime, nothing, objectId, sequence, setOf, unsigned, utcTime, utf8 } from "./der.js";

/**
 * The self-signed certificate (X.509 v1, as DER) of an RSA key. It is derived from the key alone, so a key file needs
 * nothing else: the same key gives the same bytes on every host and at any time. This must not change, or phones would
 * treat the next build as another signer's.
 */
export function certificateOf(privateKey: KeyObject): Buffer {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const body = sequence(
    serialOf(publicKey),
    SHA256_WITH_RSA,
    NAME,
    sequence(utcTime("240101000000Z"), generalizedTime(NEVER)),
    NAME,
    publicKey,
  );
  return sequence(body, SHA256_WITH_RSA, bitString(sign("sha256", body, privateKey)));
}

const SHA256_WITH_RSA = sequence(objectId("1.2.840.113549.1.1.11"), nothing());
const COMMON_NAME = "2.5.4.3";
const NAME = sequence(setOf(sequence(objectId(COMMON_NAME), utf8("Fovea device key"))));
/** RFC 5280 4.1.2.5: no end of validity. */
const NEVER = "99991231235959Z";
const SERIAL_BYTES = 16;

/** A serial number that always has the same length: its first bits are 01. */
function serialOf(publicKey: Buffer): Buffer {
  const digest = createHash("sha256").update(publicKey).digest().subarray(0, SERIAL_BYTES);
  return unsigned(Buffer.concat([Buffer.from([((digest[0] ?? 0) & 0x3f) | 0x40]), digest.subarray(1)]));
}
