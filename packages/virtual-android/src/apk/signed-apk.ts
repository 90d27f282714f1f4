import { type ApkReading, readApk } from "./apk.js";
import { verifySignature } from "./signature.js";

/** From this target on an app needs a signature of scheme v2 or newer (Android 11, behaviour changes). */
const NEEDS_V2 = 30;
const FAILED = "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed collecting certificates for";
const PATH = "/data/app/vmdl1.tmp/base.apk";

/**
 * What an APK says of itself and who signed it. One without a v2 signature is taken only where its target is below 30:
 * the older scheme is not verified here.
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
