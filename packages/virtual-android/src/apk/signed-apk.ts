import { type ApkReading, readApk } from "./apk.js";
import { verifySignature } from "./signature.js";

/** An app with this target or a newer one needs a signature of scheme v2 or newer (Android 11, behaviour changes). */
const NEEDS_V2 = 30;
const FAILED = "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed collecting certificates for";
const PATH = "/data/app/vmdl1.tmp/base.apk";

/**
 * The facts in the manifest of an APK, and its signer. An APK without a v2 signature is accepted only with a target
 * below 30: the older signature scheme is not verified here.
 */
export function readSignedApk(archive: Uint8Array): ApkReading {
  const reading = readApk(archive);
  if ("failure" in reading) return reading;
  const { facts } = reading;
  const signature = verifySignature(archive);
  if (signature.kind === "signed") return { facts: { ...facts, certificate: signature.certificate } };
  const collect = `${FAILED} ${PATH}: Failed to collect certificates from ${PATH}`;
  if (signature.kind === "wrong") return { failure: `${collect} using APK Signature Scheme v2: ${signature.reason}` };
  if (facts.targetSdk < NEEDS_V2) return reading;
  const missing = `No signature found in package of version 2 or newer for package ${facts.packageName}`;
  return { failure: `${collect}: ${missing}` };
}
